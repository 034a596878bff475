import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Database from "better-sqlite3";
import type { Config } from "../config.js";
import { MnemaError } from "../core/errors.js";
import type { Checkpoints } from "./checkpoints-contract.js";
import { checkpointsPath } from "./sqlite/space.js";

/** Checkpoints in PostgreSQL when `checkpointUrl` names one, else in the data folder. */
export async function openCheckpointPlace({
  dataFolder,
  checkpointUrl,
}: Pick<Config, "dataFolder" | "checkpointUrl">): Promise<Checkpoints> {
  if (checkpointUrl === null) return sqliteCheckpoints(dataFolder);
  // Loaded only where it is used: it costs every command a tenth of a second else.
  const { postgresCheckpoints } = await import("./postgres-checkpoints.js");
  return postgresCheckpoints(checkpointUrl);
}

/** Checkpoints in a data folder, a file for each memory beside the memory's own. */
export function sqliteCheckpoints(folder: string): Checkpoints {
  const open = new Map<string, SqliteSaver>();
  const saver = (memoryId: string) => {
    const known = open.get(memoryId) ?? openCheckpoints(checkpointsPath(folder, memoryId));
    open.set(memoryId, known);
    return known;
  };
  const release = async (memoryId: string) => {
    open.get(memoryId)?.db.close();
    open.delete(memoryId);
  };
  return {
    open: async (memoryId) => saver(memoryId),
    clear: async (memoryId) => clearCheckpoints(saver(memoryId)),
    release,
    close: async () => {
      for (const memoryId of open.keys()) await release(memoryId);
    },
  };
}

/**
 * Opens a memory's checkpoints. A file that cannot be written is an error here, at the start: a run that silently
 * kept its checkpoints nowhere could not be resumed.
 */
export function openCheckpoints(file: string): SqliteSaver {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const db = new Database(file);
    chmodSync(file, 0o600);
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    db.pragma("secure_delete = ON");
    db.pragma("busy_timeout = 10000");
    return new SqliteSaver(db);
  } catch (cause) {
    throw new MnemaError("STORE_LOCKED", `Checkpoints cannot be kept in ${file}; a run could not be resumed. Make the folder writable.`, {
      place: file,
      cause,
    });
  }
}

/** Deletes every thread. The memory's `scrub` makes its text unreadable on disk. */
export function clearCheckpoints({ db }: SqliteSaver): void {
  const exists = db.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('checkpoints', 'writes')").pluck();
  if (exists.get() === 2) db.exec("DELETE FROM writes; DELETE FROM checkpoints");
}
