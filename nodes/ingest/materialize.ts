import type { GraphNode } from "@langchain/langgraph";
import { breath } from "../breath.js";
import type { IngestPorts } from "./ports.js";
import { runtimeOf } from "./runtime.js";
import { isStanding, NO_SLICE } from "./standing.js";
import type { IngestState } from "./state.js";
import { commitRounds } from "./tabling/commit.js";

/**
 * Makes tables and rows of the mined rounds, in one commit with the tables' cursor. Tables that were discovered, grew or
 * took another in are written whole, the others get the new rounds' rows. Keyed by (table, seq), and passed over when
 * the cursor is there already: running it twice writes once. AdaMM §3.3.3.
 */
export function materialize({ memory }: IngestPorts): GraphNode<typeof IngestState> {
  return async ({ memoryId, slice, mined, ...run }, config) => {
    const open = await memory(memoryId);
    await breath();
    if (!(await isStanding(open, run))) return NO_SLICE;
    const cursor = await open.store.tables.cursor();
    const [first, ...others] = (await open.store.log.rounds(slice.slice(0, mined))).filter(
      ({ orderKey }) => cursor === null || orderKey > cursor,
    );
    const runtime = runtimeOf(open, run, config);
    if (first !== undefined) await commitRounds(open, [first, ...others], runtime);
    config.writer?.({ node: "materialize", done: mined, total: slice.length });
    return { change: null };
  };
}
