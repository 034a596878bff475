import type { GraphNode } from "@langchain/langgraph";
import { feedbackOn } from "./draft.js";
import { failGeneration } from "./fail-generation.js";
import type { DesignPorts } from "./ports.js";
import { teller } from "./progress.js";
import { openSearch } from "./search.js";
import type { DesignState } from "./state.js";

/** Says what is wrong with the parent. AutoMMemo algorithm 1, lines 25–26. */
export function reflect(ports: DesignPorts): GraphNode<typeof DesignState> {
  return async (state, config) => {
    ports.budget.check();
    const search = await openSearch(ports, state);
    const feedback = await feedbackOn(search, state);
    if ("failed" in feedback) return failGeneration(search, state, config, { key: null, reason: feedback.failed });
    const [first] = feedback.answer.suggestions;
    teller(config, search, state)("reflected", first === undefined ? {} : { text: first.change });
    return {};
  };
}
