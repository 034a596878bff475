import type { GraphNode } from "@langchain/langgraph";
import { draftIn } from "./draft.js";
import { failGeneration } from "./fail-generation.js";
import type { DesignPorts } from "./ports.js";
import { teller } from "./progress.js";
import { openSearch } from "./search.js";
import type { DesignState } from "./state.js";

/** Mends the program in hand, as far as its examination shows what is broken. AutoMMemo algorithm 2, line 9. */
export function repair(ports: DesignPorts): GraphNode<typeof DesignState> {
  return async (state, config) => {
    ports.budget.check();
    const search = await openSearch(ports, state);
    const repairs = state.repairs + 1;
    const draft = await draftIn(search, { ...state, repairs });
    if ("failed" in draft) return failGeneration(search, state, config, { key: null, reason: draft.failed });
    teller(config, search, state)("repaired", { text: draft.answer.change });
    return { repairs };
  };
}
