import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { isDamage } from "./errors.js";
import { removeFile, unlessLocked, VACUUM_BUSY_MS, vacuumed } from "./whole-file.js";

/** Rewrites a memory's checkpoints without what was deleted from them, or removes them where that cannot be. False when another connection holds it up. */
export function scrubCheckpoints(file: string): boolean {
  if (!existsSync(file)) return true;
  try {
    return unlessLocked(file, () => vacuum(file));
  } catch (error) {
    if (!(error instanceof Error) || !isDamage(error.cause)) throw error;
    removeFile(file);
    return true;
  }
}

function vacuum(file: string): boolean {
  const db = new Database(file, { fileMustExist: true, timeout: VACUUM_BUSY_MS });
  try {
    checkWhole(db);
    db.pragma("secure_delete = ON");
    return vacuumed(db);
  } finally {
    db.close();
  }
}

/** Throws as SQLite does at the damaged place itself, which may never be read. */
export function checkWhole(db: Database.Database): void {
  if (db.pragma("quick_check(1)", { simple: true }) !== "ok") throw Object.assign(new Error("damaged"), { code: "SQLITE_CORRUPT" });
}
