import type { GraphNode } from "@langchain/langgraph";
import type { Answer, EvidenceUnit } from "../../core/evidence.js";
import { answer as decision } from "../../decisions/answer.js";
import { decide } from "../../decisions/decide.js";
import { planningContext } from "./planning-context.js";
import type { QueryPorts } from "./ports.js";
import { queryRecord } from "./record.js";
import type { QueryState } from "./state.js";

/** Answers from what the plan found, and completes the query's record. Citations stay within the evidence. */
export function answer({ memory }: QueryPorts): GraphNode<typeof QueryState> {
  return async (state, config) => {
    const open = await memory(state.memoryId);
    const [{ context, rounds }, record] = await Promise.all([planningContext(open, state), queryRecord(open, state.queryId)]);
    const seen = [...new Set([...rounds, ...record.evidence.flatMap(({ seqs }) => seqs)])];
    const runtime = open.decisions(state.queryId, {
      ...(config.signal === undefined ? {} : { signal: config.signal }),
      onToken: (token) => config.writer?.({ token }),
    });
    const { plan, calls, evidence } = record;
    const decided = await decide(decision, { ...context, plan, calls, evidence }, runtime, seen);
    await open.store.queries.put({ ...record, answer: { ...decided, citations: citedIn(decided, evidence) } });
    return {};
  };
}

function citedIn({ citations }: Answer, evidence: readonly EvidenceUnit[]): string[] {
  const known = new Set(evidence.flatMap(({ rounds }) => rounds));
  return [...new Set(citations)].filter((id) => known.has(id));
}
