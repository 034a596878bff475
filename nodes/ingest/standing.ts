import type { MemoryStore } from "../../stores/contract.js";
import type { IngestState } from "./state.js";

/** A slice that is void: the next `take` takes another, from where the derived parts stand now. */
export const NO_SLICE = { slice: [], mined: 0, change: null };

/**
 * Whether what the slice follows on still stands. A thread may wait long between two nodes (its process was killed, a person
 * reviews, a server's run failed), and another writer may have dropped what is derived since: to go on in the middle would
 * leave out all rounds before.
 */
export async function isStanding(
  { store }: { readonly store: Pick<MemoryStore, "tables"> },
  { generation }: Pick<typeof IngestState.State, "generation">,
): Promise<boolean> {
  return (await store.tables.generation()) === generation;
}
