import type { GraphNode } from "@langchain/langgraph";
import { begin } from "./begun.js";
import { collectEpisodes } from "./collect-episodes.js";
import type { DesignPorts } from "./ports.js";
import { teller } from "./progress.js";
import { openSearch } from "./search.js";
import type { DesignState } from "./state.js";

/** Begins a search: has the agent do the update tasks without memory, once for all programs. AutoMMemo §3.2. */
export function collect(ports: DesignPorts): GraphNode<typeof DesignState> {
  return async (state, config) => {
    const search = await openSearch(ports, state);
    await begin(search, state.environment);
    const tell = teller(config, search, { step: 0, node: 0 });
    const of = search.batches.update.length;
    await collectEpisodes(search, ({ task, reward }, done) => tell("collected", { task, done, of, score: reward }));
    return {};
  };
}
