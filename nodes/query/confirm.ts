import { interrupt, type GraphNode } from "@langchain/langgraph";
import { z } from "zod";
import type { QueryPorts } from "./ports.js";
import type { QueryState } from "./state.js";

/** What a person answers: go on with all the evidence, or only with the units named by their 0-based index. */
const Resume = z.union([z.object({ approve: z.literal(true) }), z.object({ keep: z.array(z.number().int().nonnegative()) })]);

/**
 * Before the answer is made, shows a person the plan, its calls and the evidence, when the input asks for it.
 * Keeping a part of the evidence replaces it in the query record. Nothing is written before the interrupt.
 */
export function confirm({ memory }: QueryPorts): GraphNode<typeof QueryState> {
  return async ({ memoryId, queryId, review: asked }) => {
    if (!asked) return {};
    const { queries } = (await memory(memoryId)).store;
    const record = await queries.get(queryId);
    if (record === null) return {};
    const { plan, calls, evidence } = record;
    const decision = Resume.parse(interrupt({ question: record.question, plan, calls, evidence }));
    if ("keep" in decision) await queries.put({ ...record, evidence: evidence.filter((_, index) => decision.keep.includes(index)) });
    return {};
  };
}
