import { z } from "zod";
import { MnemaError } from "../core/errors.js";
import { memberStream } from "../core/member-stream.js";
import { jsonFromReply } from "../core/reply-json.js";
import type { ChatModel, Message, Reply } from "../models/contract.js";
import type { Decision } from "./decision.js";
import type { DecisionRuntime } from "./runtime.js";
import { validate } from "./validate.js";

/** Attempts a decision: the first, and two with the validator's complaint or a higher limit. */
const ATTEMPTS = 3;
/** Tokens a first attempt may write; a cut reply is asked again with four times as many. */
const FIRST_LIMIT = 4096;
/** Characters of a wrong reply that are shown to the model again. */
const SHOWN_AGAIN = 4000;

/** What an answer took. Grows with every attempt, so that a failure is recorded with what it cost. */
export interface Cost {
  attempts: number;
  tokens: { input: number; output: number; images: number; estimated?: boolean };
}

/** An answer that is taken, and what was wrong with it where it had to be conceded; null for one without a fault. */
export interface Taken<Value> {
  readonly value: Value;
  readonly note: string | null;
}

/**
 * Asks the model until the answer is valid: at most three attempts. A wrong answer is shown again with what is wrong
 * with it, a cut one is asked again with a higher limit, a refusal is asked again once. Where the last one that was
 * well-formed can be conceded (`Decision.concede`), that is the answer. Only the first attempt streams.
 * Throws MODEL_REFUSED, DECISION_FAILED with the last complaint, and whatever the model throws.
 */
export async function askModel<Input, Answer extends z.ZodType>(
  decision: Decision<Input, Answer>,
  input: Input,
  model: ChatModel,
  runtime: DecisionRuntime,
  cost: Cost,
): Promise<Taken<z.infer<Answer>>> {
  const schema = answerSchema(decision.answer);
  const asked = decision.ask(input);
  let messages = asked;
  let maxTokens = FIRST_LIMIT;
  let refusals = 0;
  let problem = "";
  let conceded: Taken<z.infer<Answer>> | null = null;
  while (cost.attempts < ATTEMPTS) {
    cost.attempts++;
    const reply = await model.complete(messages, {
      schema,
      schemaName: decision.name,
      maxTokens,
      pictures: runtime.pictures,
      ...(runtime.signal === undefined ? {} : { signal: runtime.signal }),
      ...(runtime.onToken === undefined || decision.streams === undefined || cost.attempts > 1
        ? {}
        : { onToken: memberStream(decision.streams, runtime.onToken) }),
    });
    add(cost, reply);
    runtime.budget?.spend(reply.tokens);
    if (isRefusal(reply)) {
      if (++refusals > 1)
        throw new MnemaError("MODEL_REFUSED", `The model refused twice (finish reason ${reply.finish}).`, { place: decision.name });
      problem = `The model refused (finish reason ${reply.finish}).`;
    } else if (reply.finish === "length") {
      problem = `The reply was cut off at its limit of ${maxTokens} tokens (finish reason length).`;
      maxTokens *= 4;
    } else {
      const checked = read(decision, input, reply.text);
      if ("value" in checked) return { value: checked.value, note: null };
      problem = checked.problem;
      if (checked.conceded !== undefined) conceded = { value: checked.conceded, note: problem };
      messages = [...asked, ...complaint(reply.text, problem)];
    }
  }
  if (conceded !== null) return conceded;
  throw new MnemaError("DECISION_FAILED", `No valid answer in ${ATTEMPTS} attempts. The last: ${problem}`, { place: decision.name });
}

/** A reply as an answer, or what is wrong with it, with what could be taken of it all the same. */
function read<Input, Answer extends z.ZodType>(
  decision: Decision<Input, Answer>,
  input: Input,
  text: string,
): { readonly value: z.infer<Answer> } | { readonly problem: string; readonly conceded?: z.infer<Answer> } {
  const json = jsonFromReply(text);
  if ("problem" in json) return json;
  const checked = validate(decision.answer, json.value);
  if ("problem" in checked) return checked;
  const problem = decision.check?.(checked.value, input) ?? null;
  if (problem === null) return checked;
  const conceded = decision.concede?.(checked.value, input) ?? null;
  return conceded === null ? { problem } : { problem, conceded };
}

function complaint(reply: string, problem: string): Message[] {
  const again: Message = {
    role: "user",
    content: `That answer cannot be used. ${problem}\nAnswer again, with one JSON object of the asked shape only.`,
  };
  return reply.trim() === "" ? [again] : [{ role: "assistant", content: reply.slice(0, SHOWN_AGAIN) }, again];
}

function isRefusal(reply: Reply): boolean {
  return reply.finish === "content_filter" || reply.finish === "refusal";
}

function add(cost: Cost, reply: Reply): void {
  cost.tokens.input += reply.tokens.input;
  cost.tokens.output += reply.tokens.output;
  cost.tokens.images += reply.tokens.images;
  if (reply.estimated === true) cost.tokens.estimated = true;
}

const schemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

/** JSON Schema of what the model must write. */
function answerSchema(answer: z.ZodType): Readonly<Record<string, unknown>> {
  const known = schemas.get(answer) ?? inputSchema(answer);
  schemas.set(answer, known);
  return known;
}

/** Of what is preprocessed (`z.preprocess`), which takes anything, it is what the result must be. */
function inputSchema(shape: z.core.$ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // oxlint-disable no-underscore-dangle -- where zod keeps what a schema is made of
      const { def } = zodSchema._zod;
      if (def.type === "pipe" && def.in._zod.def.type === "transform") Object.assign(jsonSchema, inputSchema(def.out));
      // oxlint-enable no-underscore-dangle
    },
  });
  return schema;
}
