import type { MemoryStore } from "../contract.js";
import type { SearchIndex } from "./contract.js";
import { searchPool } from "./pool.js";
import type { SearchedMemory } from "./search-index.js";

export type { Clustered } from "./clustering.js";
export type { SearchSettings } from "./ranking.js";

/** Shared by all memories of the process, so that its bound holds for them together. */
const pool = searchPool();

/** The search index of an open memory. Nothing is read before it is first asked. */
export function openSearchIndex(store: MemoryStore, memory: Omit<SearchedMemory, "store">): SearchIndex {
  return pool.open({ store, ...memory });
}

/** Lets go of what is held of a memory, when it is closed or destroyed. */
export function dropSearchIndex(store: MemoryStore): void {
  pool.drop(store);
}
