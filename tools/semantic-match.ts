import { z } from "zod";
import { ResultBudget } from "./arguments.js";
import type { Tool } from "./contract.js";
import { matchEvents, matchNodes, QueryContent, retrievalBudget, RETRIEVAL_RETURNS } from "./retrieval.js";

const Arguments = z.strictObject({
  query_content: QueryContent,
  retrieval_scope: z
    .enum(["topic", "episode", "event"])
    .describe("event: what was said and shown; episode, topic: what a longer stretch was about."),
  result_budget: ResultBudget.nullish(),
});

/** Returns the memory units of the scope that are most relevant to the query. AdaMM App. B. */
export const semanticMatch: Tool<typeof Arguments> = {
  name: "SemanticMatch",
  description:
    "Retrieves the memory units (topics, episodes or events) that are semantically most relevant to a query, for open questions about what was said, shown or done.",
  arguments: Arguments,
  returns: RETRIEVAL_RETURNS,

  async run({ query_content, retrieval_scope, result_budget }, runtime) {
    const budget = retrievalBudget(result_budget, runtime);
    return retrieval_scope === "event"
      ? matchEvents(query_content, 0, budget, runtime)
      : matchNodes(query_content, retrieval_scope, budget, runtime);
  },
};
