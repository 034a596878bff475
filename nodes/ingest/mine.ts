import type { GraphNode } from "@langchain/langgraph";
import { breath } from "../breath.js";
import { mineOn } from "./miners.js";
import type { IngestPorts } from "./ports.js";
import { isStanding, NO_SLICE } from "./standing.js";
import type { IngestState } from "./state.js";

/**
 * Gives the slice's rounds to the miner, one by one, and stops after the first that changes a schema: each round is
 * compared with the schemas active before it. Rounds that tables have been derived from already are passed over. Writes
 * nothing, so that running it twice does no harm. AdaMM §3.3.2.
 */
export function mine({ memory }: IngestPorts): GraphNode<typeof IngestState> {
  return async ({ memoryId, slice, mined, generation }, config) => {
    const open = await memory(memoryId);
    await breath();
    if (!(await isStanding(open, { generation }))) return NO_SLICE;
    const cursor = await open.store.tables.cursor();
    const rounds = (await open.store.log.rounds(slice.slice(mined))).filter(({ orderKey }) => cursor === null || orderKey > cursor);
    const { last, change } = await mineOn(open, cursor, rounds);
    const through = change === null ? slice.length : slice.indexOf(last?.seq ?? 0) + 1;
    config.writer?.({ node: "mine", done: through, total: slice.length });
    if (change === null) return { mined: through, change: null };
    const standing = change.discovered.filter(({ id }) => !change.joined.some(({ schema }) => schema.id === id));
    const evolved = change.evolved.filter(({ id }) => !change.joined.some(({ schema }) => schema.id === id));
    return { mined: through, change: { discovered: standing.map(({ id }) => id), evolved: evolved.map(({ id }) => id) } };
  };
}
