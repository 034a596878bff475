import type { z } from "zod";
import type { Span } from "@opentelemetry/api";
import { MnemaError } from "../core/errors.js";
import { inSpan } from "../models/spans.js";
import type { Seq } from "../stores/contract.js";
import { askModel, type Cost } from "./ask-model.js";
import type { Decision } from "./decision.js";
import { decisionKey, HUMAN, identify, OFFLINE, record } from "./record.js";
import type { DecisionRuntime } from "./runtime.js";
import { validate } from "./validate.js";

/**
 * The answer to a decision: a person's when one was given for this input, else the recorded one, else the model's
 * (at most three attempts, see ask-model.ts) or, without a model, the stand-in's. Every outcome is recorded with its cost
 * before it is returned. `rounds` are those whose content `input` holds: forgetting one removes the record.
 * Throws DECISION_FAILED with the cause after recording the failure, and CANCELLED (nothing recorded).
 */
export function decide<Input, Answer extends z.ZodType>(
  decision: Decision<Input, Answer>,
  input: Input,
  runtime: DecisionRuntime,
  rounds: readonly Seq[],
): Promise<z.infer<Answer>> {
  const named = { "gen_ai.request.model": runtime.model?.model ?? OFFLINE, "mnema.run": runtime.run };
  return inSpan(`decision ${decision.name}`, named, (span) => decideIn(span, decision, input, runtime, rounds));
}

async function decideIn<Input, Answer extends z.ZodType>(
  span: Span,
  decision: Decision<Input, Answer>,
  input: Input,
  runtime: DecisionRuntime,
  rounds: readonly Seq[],
): Promise<z.infer<Answer>> {
  const { model, log } = runtime;
  const answerer = model?.model ?? OFFLINE;
  const identity = identify(decision, input, runtime);
  const key = decisionKey(identity, answerer, model?.parameters ?? {});
  const recordedUnder = await Promise.all([log.find(decisionKey(identity, HUMAN, {})), log.find(key)]);
  for (const found of recordedUnder) {
    const checked = found === null ? null : validate(decision.answer, found.output);
    if (checked !== null && "value" in checked) {
      span.setAttribute("mnema.from_log", true);
      return checked.value;
    }
  }

  const started = performance.now();
  const cost: Cost = { attempts: 0, tokens: { input: 0, output: 0, images: 0 } };
  const recorded = (output: unknown, error: string | null) => {
    span.setAttributes({
      "gen_ai.usage.input_tokens": cost.tokens.input,
      "gen_ai.usage.output_tokens": cost.tokens.output,
      "mnema.attempts": cost.attempts,
    });
    return record(log, {
      key,
      name: decision.name,
      version: decision.version,
      model: answerer,
      output,
      rounds,
      run: runtime.run,
      at: runtime.clock().toISOString(),
      attempts: cost.attempts,
      tokens: cost.tokens,
      ms: performance.now() - started,
      error,
    });
  };
  let answer: z.infer<Answer>;
  try {
    answer = model === null ? standIn(decision, input, cost) : await askModel(decision, input, model, runtime, cost);
  } catch (error) {
    if (runtime.signal?.aborted === true)
      throw new MnemaError("CANCELLED", `The decision ${decision.name} was cancelled.`, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    await recorded(null, reason);
    throw new MnemaError("DECISION_FAILED", `The decision ${decision.name} failed: ${reason}`, { place: decision.name, cause: error });
  }
  await recorded(answer, null);
  return answer;
}

/**
 * Records a person's answer. It is preferred over any other when the same input comes again, whatever the model.
 * Throws INVALID_INPUT when it does not have the decision's shape.
 */
export async function recordHuman<Input, Answer extends z.ZodType>(
  decision: Decision<Input, Answer>,
  input: Input,
  answer: unknown,
  runtime: DecisionRuntime,
  rounds: readonly Seq[],
): Promise<z.infer<Answer>> {
  const checked = validate(decision.answer, answer);
  const problem = "problem" in checked ? checked.problem : (decision.check?.(checked.value, input) ?? null);
  if ("problem" in checked || problem !== null)
    throw new MnemaError("INVALID_INPUT", `The reviewed answer to ${decision.name} cannot be used: ${problem}`, { place: decision.name });
  await record(runtime.log, {
    key: decisionKey(identify(decision, input, runtime), HUMAN, {}),
    name: decision.name,
    version: decision.version,
    model: HUMAN,
    output: checked.value,
    rounds,
    run: runtime.run,
    at: runtime.clock().toISOString(),
    attempts: 1,
    tokens: { input: 0, output: 0, images: 0 },
    ms: 0,
    error: null,
  });
  return checked.value;
}

/** The stand-in's answer. One that its own schema refuses is a failure like any other, with the reason. */
function standIn<Input, Answer extends z.ZodType>(decision: Decision<Input, Answer>, input: Input, cost: Cost): z.infer<Answer> {
  cost.attempts = 1;
  const checked = validate(decision.answer, decision.offline(input));
  if ("problem" in checked) throw new MnemaError("INTERNAL", checked.problem, { place: decision.name });
  return checked.value;
}
