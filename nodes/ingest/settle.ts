import type { GraphNode } from "@langchain/langgraph";
import type { IngestPorts } from "./ports.js";
import type { IngestState } from "./state.js";

/** Closes a slice: both branches are through. Counts what is done, and what waits. */
export function settle({ memory }: IngestPorts): GraphNode<typeof IngestState> {
  return async ({ memoryId, slice, done }, config) => {
    const { store } = await memory(memoryId);
    // To count all rounds for nobody would be most of what one exchange costs here.
    const { rounds, parked } =
      config.writer === undefined ? { rounds: 0, parked: (await store.log.parked()).length } : await store.log.count();
    config.writer?.({ node: "settle", done: done + slice.length, total: rounds });
    return { done: done + slice.length, parked, slice: [], mined: 0 };
  };
}
