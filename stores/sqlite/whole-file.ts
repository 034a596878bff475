import { rmSync } from "node:fs";
import type Database from "better-sqlite3";
import { MnemaError } from "../../core/errors.js";
import { storeErrors } from "./errors.js";

/** How long a call waits for another process's write to end. */
export const BUSY_MS = 10_000;

/** How long a vacuum does: it can be done later. */
export const VACUUM_BUSY_MS = 250;

/**
 * Rewrites a file without what was deleted: vacuum writes the live content through the WAL, the checkpoint then brings it to
 * the file and cuts the WAL to nothing. False when another connection holds that up.
 */
export function vacuumed(db: Database.Database): boolean {
  db.exec("VACUUM");
  const [done] = db.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
  return done?.busy === 0;
}

/** Runs `work`, whose errors come out as ours; false where another process locks the file. */
export function unlessLocked(file: string, work: () => boolean): boolean {
  try {
    return storeErrors(file, work);
  } catch (error) {
    if (MnemaError.isInstance(error) && error.code === "STORE_LOCKED") return false;
    throw error;
  }
}

/** Removes a file with what SQLite keeps beside it. */
export function removeFile(file: string): void {
  for (const part of [file, `${file}-wal`, `${file}-shm`]) rmSync(part, { force: true });
}
