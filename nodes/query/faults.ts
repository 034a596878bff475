import { MnemaError, type MnemaErrorCode } from "../../core/errors.js";
import { isFailedDecision } from "../../decisions/failed.js";

/** Errors of a call that its evidence tells, and that other arguments may mend. */
const OF_CALLS: ReadonlySet<MnemaErrorCode> = new Set<MnemaErrorCode>([
  "UNKNOWN_TABLE",
  "UNKNOWN_COLUMN",
  "TYPE_MISMATCH",
  "UNIT_MISMATCH",
  "INVALID_EXPRESSION",
  "INVALID_INPUT",
  "UNSUPPORTED_OPERATION",
  "BUDGET_EXCEEDED",
  "DECISION_FAILED",
]);

export function isCallError(error: unknown): error is MnemaError {
  return MnemaError.isInstance(error) && OF_CALLS.has(error.code);
}

/** What a question that cannot go on fails of: of a decision that reached no model, that, and not that it failed. */
export function bareFault(error: unknown): unknown {
  return isFailedDecision(error) && isModelFault(error) ? error.cause : error;
}

/** Whether a decision failed for a reason that lies outside it: a model that cannot be reached, a run that was cancelled. */
export function isModelFault(error: unknown): boolean {
  if (!isFailedDecision(error)) return true;
  return MnemaError.isInstance(error.cause) && error.cause.code === "MODEL_UNREACHABLE";
}
