import type { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import type { Decision } from "../../decisions/decision.js";
import { type Attempt, attempt } from "../attempt.js";
import { stopped } from "./again.js";
import type { Search } from "./search.js";

/**
 * Asks for a decision of a generation, which comes to nothing without it. Equal questions are answered from the record.
 * Where the model could not be reached that is no answer of its: the run stops in order (BUDGET_EXCEEDED).
 */
export async function asked<Input, Answer extends z.ZodType>(
  search: Search,
  decision: Decision<Input, Answer>,
  input: Input,
): Promise<Attempt<z.infer<Answer>>> {
  const tried = await attempt(decision, input, search);
  if ("failed" in tried && MnemaError.isInstance(tried.cause) && tried.cause.code === "MODEL_UNREACHABLE")
    throw stopped(`The decision ${decision.name} failed`, tried.cause);
  return tried;
}
