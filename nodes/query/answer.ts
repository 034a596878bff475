import type { GraphNode } from "@langchain/langgraph";
import type { Answer, EvidenceUnit } from "../../core/evidence.js";
import { shownAsText, textStream } from "../../core/safe-text.js";
import { answer as decision, roundsCited } from "../../decisions/answer.js";
import { decide } from "../../decisions/decide.js";
import { bareFault } from "./faults.js";
import { questionInHand } from "./planning-context.js";
import type { QueryPorts } from "./ports.js";
import type { QueryState } from "./state.js";

/** Answers from what the plan found, and completes the query's record. Citations stay within the evidence. */
export function answer({ memory }: QueryPorts): GraphNode<typeof QueryState> {
  return async (state, config) => {
    const open = await memory(state.memoryId);
    const { context, record, seen } = await questionInHand(open, state);
    const shown = textStream((token) => config.writer?.({ token }));
    let streamed = "";
    const runtime = open.decisions(state.queryId, {
      ...(config.signal === undefined ? {} : { signal: config.signal }),
      onToken: (token) => {
        streamed += token;
        shown.push(token);
      },
    });
    const { plan, calls, evidence } = record;
    const decided = await decide(decision, { ...context, plan, calls, evidence }, runtime, seen).catch((error: unknown) => {
      throw bareFault(error);
    });
    // What was added to what the model wrote (a note on its citations) is told to those who read along, too.
    if (streamed.trim() !== "" && decided.answer.startsWith(streamed.trim())) shown.push(decided.answer.slice(streamed.trim().length));
    shown.end();
    await open.store.queries.put({
      ...record,
      answer: { ...told(decided, runtime.model !== null), citations: citedIn(decided, evidence) },
    });
    return {};
  };
}

/** Nothing in an answer becomes markup. Offline its items are values as they stand in the memory, so they stay exact. */
function told(answer: Answer, byModel: boolean): Answer {
  return { ...answer, answer: shownAsText(answer.answer), items: byModel ? answer.items.map(shownAsText) : answer.items };
}

/** The citations, each once; whoever answered, none that does not stand in the evidence. */
function citedIn({ citations }: Answer, evidence: readonly EvidenceUnit[]): string[] {
  return [...new Set(citations.flatMap((citation) => roundsCited(citation, evidence)))];
}
