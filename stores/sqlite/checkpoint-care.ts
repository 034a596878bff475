import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { MnemaError } from "../../core/errors.js";
import { storeErrors } from "./errors.js";

/** Rewrites a memory's checkpoints without what was deleted from them. False when another connection holds it up. */
export function scrubCheckpoints(file: string): boolean {
  if (!existsSync(file)) return true;
  try {
    return storeErrors(file, () => vacuum(file));
  } catch (error) {
    if (MnemaError.isInstance(error) && error.code === "STORE_LOCKED") return false;
    throw error;
  }
}

function vacuum(file: string): boolean {
  const db = new Database(file, { fileMustExist: true, timeout: 250 });
  try {
    db.pragma("secure_delete = ON");
    db.exec("VACUUM");
    const [done] = db.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    return done?.busy === 0;
  } finally {
    db.close();
  }
}
