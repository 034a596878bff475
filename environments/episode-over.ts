import { MnemaError } from "../core/errors.js";

/** What a step after the end of an episode throws. */
export function episodeOver(): MnemaError {
  return new MnemaError("CONFLICT", "The episode is over: start another.");
}
