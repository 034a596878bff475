import { MnemaError, type MnemaErrorCode } from "../../core/errors.js";
import type { Search } from "./search.js";

/** What world, encoder or model may do once and not again. */
const PASSING: ReadonlySet<MnemaErrorCode> = new Set(["INTERNAL", "TIMED_OUT", "MODEL_UNREACHABLE", "MODEL_REFUSED", "STORE_UNREACHABLE"]);

/** `place` of the error by which a run stops whose world, encoder or model failed every time. */
export const TRIES = "tries";

/**
 * Does something that rests on world, encoder and model, and does it again when one of them fails: such a run does not
 * count (AutoMMemo appendix F.1). After `tries` times the run stops in order (BUDGET_EXCEEDED, of tries), with the reason.
 * Failures that would come again, as an agent that cannot act here, are thrown at once. `refused`: what it comes to when it is
 * the model that refuses this one request in the end; null: to nothing, and the run stops.
 */
export async function tryAgain<Result extends object>(
  { ports }: Pick<Search, "ports">,
  what: string,
  work: () => Promise<Result>,
  refused: (error: Error) => Result | null = () => null,
): Promise<Result> {
  const { tries } = ports.settings;
  for (let left = tries; ;) {
    try {
      return await work();
    } catch (error) {
      left -= 1;
      if (ports.signal?.aborted === true || !isPassing(error)) throw error;
      if (left > 0) continue;
      const instead = MnemaError.isInstance(error) && error.code === "MODEL_REFUSED" ? refused(error) : null;
      if (instead === null) throw stopped(`${what} failed ${tries} times, and the task is not to blame`, error);
      return instead;
    }
  }
}

/** The run ends in order, and says why; a search that is run again goes on from there. */
export function stopped(what: string, cause: Error): MnemaError {
  return new MnemaError("BUDGET_EXCEEDED", `${what}: ${cause.message} What was found is kept; run the search again when that is mended.`, {
    place: TRIES,
    cause,
  });
}

/** An error that is none of ours comes from a library that the world rests on. */
function isPassing(error: unknown): error is Error {
  return MnemaError.isInstance(error) ? PASSING.has(error.code) : error instanceof Error;
}
