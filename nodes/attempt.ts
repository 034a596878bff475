import type { z } from "zod";
import { decide } from "../decisions/decide.js";
import type { Decision } from "../decisions/decision.js";
import { isFailedDecision } from "../decisions/failed.js";
import type { DecisionRuntime } from "../decisions/runtime.js";

/** A decision's answer, or why there is none. `cause` is the error that it failed with. */
export type Attempt<Answer> = { readonly answer: Answer } | { readonly failed: string; readonly cause: unknown };

/**
 * Asks for a decision that a run can do without. One that failed after its retries is on record with its reason, and
 * counted in the run's report; the caller says what then holds. Other errors are thrown.
 */
export async function attempt<Input, Answer extends z.ZodType>(
  decision: Decision<Input, Answer>,
  input: Input,
  { runtime }: { readonly runtime: DecisionRuntime },
): Promise<Attempt<z.infer<Answer>>> {
  try {
    return { answer: await decide(decision, input, runtime, []) };
  } catch (error) {
    if (!isFailedDecision(error)) throw error;
    return { failed: error.message, cause: error.cause };
  }
}
