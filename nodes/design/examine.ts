import type { GraphNode } from "@langchain/langgraph";
import { draftIn } from "./draft.js";
import { examineProgram } from "./examination.js";
import { failGeneration } from "./fail-generation.js";
import type { DesignPorts } from "./ports.js";
import { teller } from "./progress.js";
import { openSearch } from "./search.js";
import type { DesignState } from "./state.js";

/** Tries the program in hand on a few training tasks. After the last repair the generation comes to nothing. AutoMMemo algorithm 2. */
export function examine(ports: DesignPorts): GraphNode<typeof DesignState> {
  return async (state, config) => {
    ports.budget.check();
    const search = await openSearch(ports, state);
    const draft = await draftIn(search, state);
    if ("failed" in draft) return failGeneration(search, state, config, { key: null, reason: draft.failed });
    const { key, trajectory } = await examineProgram(search, draft.answer, { parent: state.node, attempt: state.repairs });
    const { failure } = trajectory;
    if (failure === null) return { draft: "passed" };
    const reason = `${failure.phase}: ${failure.message}`;
    if (state.repairs >= ports.settings.repairs) return failGeneration(search, state, config, { key, reason });
    teller(config, search, state)("refused", { text: reason });
    return {};
  };
}
