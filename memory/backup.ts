import { rename, rm } from "node:fs/promises";
import { MnemaError } from "../core/errors.js";
import type { MemoryStore, StoreSpace } from "../stores/contract.js";
import type { SqliteMemory } from "../stores/sqlite/memory.js";
import type { SqliteSpace } from "../stores/sqlite/space.js";
import { mayBeReplaced, partialOf, refuseInside } from "./output-file.js";

/**
 * Writes a memory of the data folder, as it is at one moment, to one file, while others go on working with it. The file is
 * there complete or not at all. UNSUPPORTED_OPERATION for a memory that lies elsewhere, INVALID_INPUT for a place where the
 * memories are.
 */
export async function backupMemory(store: MemoryStore, file: string, dataFolder: string): Promise<void> {
  if (!("backup" in store)) throw elsewhere();
  await mayBeReplaced(file);
  await refuseInside(file, dataFolder);
  const partial = partialOf(file);
  try {
    await (store as SqliteMemory).backup(partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Makes a memory of a backup. INVALID_INPUT where one has that id, UNREADABLE_FILE for a file that is no backup. */
export async function restoreMemory(space: StoreSpace, memoryId: string, file: string, now: Date): Promise<void> {
  if (!("restore" in space)) throw elsewhere();
  await (space as SqliteSpace).restore(memoryId, file, now.toISOString());
}

function elsewhere(): MnemaError {
  return new MnemaError(
    "UNSUPPORTED_OPERATION",
    'These memories lie in Neo4j: back up its database, or write one memory with "mnema export". Only memories of a data folder have backups.',
  );
}
