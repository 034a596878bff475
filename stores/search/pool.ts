import type { MemoryStore } from "../contract.js";
import type { SearchIndex } from "./contract.js";
import { hydrate } from "./hydrate.js";
import { searchIndex, type SearchedMemory, type SnapshotOf } from "./search-index.js";
import type { Snapshot } from "./snapshot.js";

/** The search indexes of all memories that a process has open. */
export interface SearchPool {
  /** The index of one open memory. Nothing is read before it is first asked. */
  open(memory: SearchedMemory): SearchIndex;
  /** Lets go of what is held of a memory: when it is closed, and when it is destroyed. */
  drop(store: MemoryStore): void;
}

/** Rounds held at once when no limit is given: about half a gigabyte of texts, terms and vectors. */
const ROUNDS = 40_000;

interface Held {
  readonly reading: Promise<Snapshot>;
  /** Rounds in it; 0 until it is read. */
  rounds: number;
}

/**
 * Holds the snapshots of the memories used last, up to so many rounds together, and at least the one in use. A snapshot is
 * read anew when the store's version says that any process has written; questions asked meanwhile share that one reading.
 */
export function searchPool({ rounds: limit = ROUNDS }: { readonly rounds?: number } = {}): SearchPool {
  /** By handle, since memories of one name may differ; in order of use, the latest last. */
  const held = new Map<MemoryStore, Held>();

  const begin = ({ store, encoder, settings }: SearchedMemory, previous: Snapshot | null): Held => {
    const entry: Held = { reading: read(), rounds: 0 };
    async function read(): Promise<Snapshot> {
      try {
        const snapshot = await hydrate(store, encoder, previous, settings.zone ?? null);
        entry.rounds = snapshot.events.length;
        trim(held, limit);
        return snapshot;
      } catch (error) {
        if (held.get(store) === entry) held.delete(store);
        throw error;
      }
    }
    held.set(store, entry);
    return entry;
  };

  const snapshotOf: SnapshotOf = async (memory, fresh) => {
    const { store } = memory;
    const version = fresh ? (await store.info()).version : 0;
    for (;;) {
      const entry = held.get(store) ?? begin(memory, null);
      const snapshot = await entry.reading;
      const isLatest = held.get(store) === entry;
      if (snapshot.version >= version) {
        if (isLatest && held.delete(store)) held.set(store, entry);
        return snapshot;
      }
      if (isLatest) begin(memory, snapshot);
    }
  };

  return { open: (memory) => searchIndex(memory, snapshotOf), drop: (store) => void held.delete(store) };
}

/** Lets go of the snapshots used longest ago until the limit is kept. */
function trim(held: Map<MemoryStore, Held>, limit: number): void {
  let total = [...held.values()].reduce((sum, { rounds }) => sum + rounds, 0);
  for (const [store, { rounds }] of [...held].slice(0, -1)) {
    if (total <= limit) return;
    total -= rounds;
    held.delete(store);
  }
}
