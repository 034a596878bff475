import type { GraphNode } from "@langchain/langgraph";
import { draftIn } from "./draft.js";
import { failGeneration } from "./fail-generation.js";
import type { DesignPorts } from "./ports.js";
import { teller } from "./progress.js";
import { openSearch } from "./search.js";
import type { DesignState } from "./state.js";

/** Makes a child of the parent as the feedback says. AutoMMemo eq. 9. */
export function mutate(ports: DesignPorts): GraphNode<typeof DesignState> {
  return async (state, config) => {
    ports.budget.check();
    const search = await openSearch(ports, state);
    const draft = await draftIn(search, state);
    if ("failed" in draft) return failGeneration(search, state, config, { key: null, reason: draft.failed });
    teller(config, search, state)("proposed", { text: draft.answer.change });
    return {};
  };
}
