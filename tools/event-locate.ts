import { z } from "zod";
import { ResultBudget } from "./arguments.js";
import type { Tool } from "./contract.js";
import { locateEvents, QueryContent, retrievalBudget, RETRIEVAL_RETURNS } from "./retrieval.js";

/** Rounds told on each side of a located event. */
const WINDOW = 1;

const Arguments = z.strictObject({ query_content: QueryContent, result_budget: ResultBudget.nullish() });

/** Locates event occurrences and tells each with its surrounding rounds. AdaMM App. B. */
export const eventLocate: Tool<typeof Arguments> = {
  name: "EventLocate",
  description:
    "Locates when and where something occurred: the matching events, each with one round of context before and after it. A limit in time (`before 2020-06`, `since March`) is kept; of a time alone, or of `the last three events`, the events are given in order.",
  arguments: Arguments,
  returns: RETRIEVAL_RETURNS,

  run: async ({ query_content, result_budget }, runtime) =>
    locateEvents(query_content, WINDOW, retrievalBudget(result_budget, runtime), runtime),
};
