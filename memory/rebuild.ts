import { randomUUID } from "node:crypto";
import type { MemoryStore } from "../stores/contract.js";
import { holdLease } from "./lease.js";

/** Runs the ingest graph over what waits in the log: nothing is imported. */
export type Derive = () => Promise<unknown>;

/**
 * Drops everything that is derived and derives it anew from log and decision log. The result is equal, and no model is
 * asked again. Killed in between, the next ingest goes on with it.
 */
export async function rebuild(store: MemoryStore, derive: Derive, clock: () => Date): Promise<void> {
  const release = await holdLease(store, `rebuild-${randomUUID()}`, clock, WAIT_MS);
  try {
    await store.tables.reset();
    await store.hierarchy.reset();
  } finally {
    await release();
  }
  await derive();
}

/** How long to wait for another writer. */
export const WAIT_MS = 60_000;
