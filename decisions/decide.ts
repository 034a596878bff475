import type { z } from "zod";
import type { Span } from "@opentelemetry/api";
import { MnemaError } from "../core/errors.js";
import { inSpan } from "../models/spans.js";
import type { Seq } from "../stores/contract.js";
import { askModel, type Cost, type Taken } from "./ask-model.js";
import type { Decision } from "./decision.js";
import { decisionKey, HUMAN, identify, OFFLINE, record } from "./record.js";
import type { DecisionRuntime } from "./runtime.js";
import { validate } from "./validate.js";

/**
 * The answer to a decision: a person's when one was given for this input, else the recorded one, else the model's
 * (at most three attempts, see ask-model.ts) or, without a model, the stand-in's. Every outcome is recorded with its cost
 * before it is returned. `rounds` are those whose content `input` holds: forgetting one removes the record.
 * Throws DECISION_FAILED with the cause after recording the failure; CANCELLED, and BUDGET_EXCEEDED before a model is asked
 * on a budget that is spent (nothing recorded). A replay
 * (`runtime.recorded`) asks no model and records nothing: what failed before fails again, in the same words.
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
  const fromLog = async (...keys: readonly string[]) => {
    for (const found of await Promise.all(keys.map((one) => log.find(one)))) {
      const checked = found === null ? null : validate(decision.answer, found.output);
      if (checked === null || !("value" in checked)) continue;
      span.setAttribute("mnema.from_log", true);
      return checked;
    }
    return null;
  };
  const known = await fromLog(decisionKey(identity, HUMAN, {}), key);
  if (known !== null) return known.value;
  if (runtime.recorded === true && model !== null) {
    const failed = await log.failure(key);
    // What was derived before there was a model is replayed too.
    const standsIn = failed === null ? await fromLog(decisionKey(identity, OFFLINE, {})) : null;
    if (standsIn !== null) return standsIn.value;
    throw failure(decision.name, failed?.error ?? "its answer is not in the log, and a rebuild asks no model. The next ingest does.");
  }

  // Nothing was asked, so nothing is recorded: the next run asks.
  if (model !== null) runtime.budget?.check();
  const started = performance.now();
  const cost: Cost = { attempts: 0, tokens: { input: 0, output: 0, images: 0 } };
  const recorded = (output: unknown, error: string | null, note: string | null = null) => {
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
      ...(note === null ? {} : { note }),
    });
  };
  let answer: Taken<z.infer<Answer>>;
  try {
    answer = model === null ? { value: standIn(decision, input, cost), note: null } : await askModel(decision, input, model, runtime, cost);
  } catch (error) {
    if (runtime.signal?.aborted === true)
      throw new MnemaError("CANCELLED", `The decision ${decision.name} was cancelled.`, { cause: error });
    const reason = reasonOf(error);
    await recorded(null, reason);
    throw failure(decision.name, reason, error);
  }
  await recorded(answer.value, null, answer.note);
  return answer.value;
}

/** Why a decision failed, in words that stay with what waits for it; what the model's service did bears its code. */
function reasonOf(error: unknown): string {
  if (MnemaError.isInstance(error) && error.code.startsWith("MODEL_")) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

function failure(name: string, reason: string, cause?: unknown): MnemaError {
  return new MnemaError("DECISION_FAILED", `The decision ${name} failed: ${reason}`, { place: name, cause });
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
