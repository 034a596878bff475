import { chmodSync, existsSync, linkSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sha256 } from "../../core/canonical.js";
import { MnemaError } from "../../core/errors.js";
import { storeError } from "./errors.js";
import { pictureFolder, type PictureFolder } from "./pictures.js";
import { removeFile } from "./whole-file.js";

/** Pictures lie beside a memory's file; in a backup they lie in it. */
const PICTURES = "CREATE TABLE backup_pictures (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID";

/** Completes a copy of a memory's file with its pictures. Those whose files are lost stay lost. */
export function addPictures(file: string, pictures: PictureFolder): void {
  const db = new Database(file, { fileMustExist: true });
  try {
    // One file, that nothing lies beside.
    db.pragma("journal_mode = DELETE");
    db.transaction(() => {
      // Who writes the original does not write the copy.
      db.exec("DELETE FROM lease");
      db.exec(PICTURES);
      const insert = db.prepare("INSERT INTO backup_pictures (hash, bytes) VALUES (?, ?)");
      for (const { hash } of db.prepare("SELECT hash FROM pictures").all() as { hash: string }[]) {
        const bytes = pictures.read(hash);
        if (bytes !== null) insert.run(hash, Buffer.from(bytes));
      }
    })();
    chmodSync(file, 0o600);
  } finally {
    db.close();
  }
}

/**
 * Puts a backup back as the memory that lies in `folder`, which must not hold one. UNREADABLE_FILE for what is no backup of
 * Mnema's, or a damaged one. Brought to the newest schema when it is next opened, like any other.
 */
export function restoreBackup(backup: string, folder: string): void {
  const file = join(folder, "memory.db");
  const partial = `${file}.${process.pid}.restored.partial`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    copyWhole(backup, partial);
    unpackPictures(partial, pictureFolder(join(folder, "pictures")), backup);
    linkSync(partial, file);
  } catch (error) {
    if (!existsSync(file)) rmSync(folder, { recursive: true, force: true });
    throw MnemaError.isInstance(error) ? error : storeError(backup, error);
  } finally {
    removeFile(partial);
  }
}

/** `VACUUM INTO` reads every page, so that a damaged one is found here. */
function copyWhole(from: string, to: string): void {
  const db = new Database(from, { fileMustExist: true, readonly: true });
  try {
    const isBackup = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backup_pictures'").get() !== undefined;
    if (!isBackup || db.pragma("integrity_check(1)", { simple: true }) !== "ok") throw noBackup(from);
    db.prepare("VACUUM INTO ?").run(to);
    chmodSync(to, 0o600);
  } finally {
    db.close();
  }
}

function unpackPictures(file: string, pictures: PictureFolder, backup: string): void {
  const db = new Database(file, { fileMustExist: true });
  try {
    for (const { hash, bytes } of db.prepare("SELECT hash, bytes FROM backup_pictures").iterate() as Iterable<{
      hash: string;
      bytes: Buffer;
    }>) {
      if (sha256(bytes) !== hash) throw noBackup(backup);
      pictures.write(hash, bytes);
    }
    db.exec("DROP TABLE backup_pictures");
    db.pragma("journal_mode = WAL");
  } finally {
    db.close();
  }
}

function noBackup(file: string): MnemaError {
  return new MnemaError("UNREADABLE_FILE", `${file} is no backup of a memory, or a damaged one. "mnema backup" makes one.`, {
    place: file,
  });
}
