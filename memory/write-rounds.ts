import { randomUUID } from "node:crypto";
import type { Round } from "../core/history.js";
import { claimEncoders } from "../nodes/encoders.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { Appended, MemoryStore } from "../stores/contract.js";
import { holdLease, WAIT_MS } from "./lease.js";

/** What writing needs of an opened Mnema. */
export interface Writing {
  memory(memoryId: string, options?: { readonly create?: boolean }): Promise<OpenMemory>;
  ingest(memoryId: string): Promise<unknown>;
}

/**
 * Appends rounds under the writer's lease and derives from them. Killed in between, the next ingest derives. STORE_LOCKED
 * when another writer goes on for a minute.
 */
export async function writeRounds(
  mnema: Writing,
  memoryId: string,
  make: (store: MemoryStore) => Promise<readonly Round[]>,
): Promise<{ rounds: readonly Round[]; appended: Appended }> {
  const open = await mnema.memory(memoryId, { create: true });
  const { store, clock } = open;
  await claimEncoders(open);
  const release = await holdLease(store, `remember-${randomUUID()}`, clock, WAIT_MS);
  let written: { rounds: readonly Round[]; appended: Appended };
  try {
    const rounds = await make(store);
    written = { rounds, appended: await store.log.append(rounds, clock().toISOString()) };
  } finally {
    await release();
  }
  await mnema.ingest(memoryId);
  return written;
}
