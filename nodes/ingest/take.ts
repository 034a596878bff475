import type { GraphNode } from "@langchain/langgraph";
import type { MemoryStore } from "../../stores/contract.js";
import type { IngestPorts } from "./ports.js";
import type { IngestState } from "./state.js";

/** Rounds a slice: bounds the work between two checkpoints. */
export const SLICE = 64;

/**
 * On the first pass imports the path, or (`anew`) drops what is derived; then takes the next rounds of the log that
 * something has not been derived from yet. A round that came late, was edited, forgotten or taken up again sets the
 * derived parts back first.
 */
export function take({ memory, importPath }: IngestPorts): GraphNode<typeof IngestState> {
  return async ({ memoryId, path, paths, history, format, anew, imported, stored, skipped }) => {
    const open = await memory(memoryId);
    const arrived = { stored, skipped };
    if (!imported && anew) await dropDerived(open.store);
    if (!imported && !anew) {
      for (const file of path === "" ? paths : [path, ...paths]) {
        const appended = await importPath(open, file, { history, format });
        arrived.stored += appended.stored.length;
        arrived.skipped += appended.skipped;
      }
      for (const round of await open.store.log.parked()) await open.store.log.park(round.seq, null);
    }
    await setBack(open.store);
    const slice = await open.store.log.keysAfter(await cursorOf(open.store), SLICE);
    const generation = await open.store.tables.generation();
    return { ...arrived, imported: true, slice: slice.map(({ seq }) => seq), generation, mined: 0, change: null };
  };
}

/** Resets what was derived from beyond a change in the log. Repeating it after a crash does no harm. */
async function setBack(store: MemoryStore): Promise<void> {
  const dirty = await store.log.dirtyFrom();
  if (dirty === null) return;
  const cursors = [await store.tables.cursor(), await store.hierarchy.cursor()];
  if (cursors.some((cursor) => cursor !== null && dirty <= cursor)) await dropDerived(store);
  await store.log.clearDirty(dirty);
}

/** Both together, and the tables first: their generation tells every thread that its slice is void. */
async function dropDerived({ tables, hierarchy }: MemoryStore): Promise<void> {
  await tables.reset();
  await hierarchy.reset();
}

/** Where the branch that lags behind stands; null at the beginning. */
async function cursorOf({ tables, hierarchy }: MemoryStore): Promise<string | null> {
  const [tabled, woven] = [await tables.cursor(), await hierarchy.cursor()];
  if (tabled === null || woven === null) return null;
  return tabled < woven ? tabled : woven;
}
