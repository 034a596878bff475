import { MnemaError } from "../core/errors.js";

/** Whether an error is a decision that failed after its retries. Its record holds the reason; the work around it may go on. */
export function isFailedDecision(error: unknown): error is MnemaError {
  return MnemaError.isInstance(error) && error.code === "DECISION_FAILED";
}
