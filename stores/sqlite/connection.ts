import { randomUUID } from "node:crypto";
import { closeSync, existsSync, linkSync, openSync, renameSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { MnemaError } from "../../core/errors.js";
import { storeError, storeErrors } from "./errors.js";
import { BUSY_MS, removeFile, unlessLocked, VACUUM_BUSY_MS, vacuumed } from "./whole-file.js";

/** Bytes of a page in a new file: five vectors of 384 numbers fill one, and SQLite's 4,096 leave a quarter of theirs empty. */
const PAGE_BYTES = 8_192;

/** Pages of the WAL after which it is brought to the file, 32 MB of new ones: SQLite's 1,000 costs ingest a third more time. */
const CHECKPOINT_PAGES = 4_000;

/** KiB of pages that a connection keeps: the driver's 16 MB for each memory that a server has open would add up. */
const CACHE_KIB = 4_000;

/** "Mnem": tells our files from any other SQLite file. */
const APPLICATION_ID = 0x4d6e656d;

/** One open SQLite file. Each `read` and `write` is one transaction; what `work` does in it is synchronous. */
export interface Connection {
  readonly file: string;
  /** The statement of this text, prepared once. */
  sql(text: string): Database.Statement<unknown[]>;
  /** A consistent view of the file; never waits for a writer. */
  read<T>(work: () => T): Promise<T>;
  /** All or nothing. Waits for another process's write; STORE_LOCKED when that does not end. */
  write<T>(work: () => T): Promise<T>;
  /** Copies the file as it is at one moment to another, which is not there yet, while others go on reading and writing. */
  backup(to: string): Promise<void>;
  /** Rewrites the file without what was deleted. False when another connection holds it up. */
  vacuum(): Promise<boolean>;
  /** Closes the file until the next call opens it again: NOT_FOUND when it is not there any more, or is another one. */
  rest(): void;
  close(): void;
}

/**
 * Opens a file, makes it when there is none, and brings it to the newest schema: `migrations[n]` leads from version n
 * to n + 1. STORE_VERSION for a file of a later Mnema or of another program.
 *
 * WAL with `synchronous = NORMAL` does not sync at every commit. A killed process loses nothing by that: a commit is in
 * the operating system's hands when the call returns. A power cut may take the last commits, but they are whole
 * transactions in order, so that what stays is a state the memory was in, and ingest goes on from its cursors.
 */
export function openConnection(file: string, migrations: readonly string[]): Connection {
  return storeErrors(file, () => {
    if (!existsSync(file)) makeFile(file, migrations);
    return connection(openDatabase(file, migrations), () => openDatabase(file, migrations), file);
  });
}

/**
 * Makes the file under another name and gives it its own when it is whole: no process ever sees half a file, and of several
 * that make it at once one does. One that is empty was therefore not left by a kill, but has lost what it held.
 */
function makeFile(file: string, migrations: readonly string[]): void {
  const partial = `${file}.${process.pid}-${randomUUID()}.partial`;
  try {
    // Made here and not by SQLite, so that it is private from the start; -wal and -shm take its permissions.
    closeSync(openSync(partial, "wx", 0o600));
    const db = new Database(partial, { timeout: BUSY_MS, fileMustExist: true });
    try {
      db.pragma(`page_size = ${PAGE_BYTES}`);
      db.pragma("journal_mode = WAL");
      migrate(db, file, migrations);
    } finally {
      db.close();
    }
    putUnlessThere(partial, file);
  } finally {
    removeFile(partial);
  }
}

function putUnlessThere(partial: string, file: string): void {
  try {
    linkSync(partial, file);
  } catch (error) {
    // Some file systems have no links; there two that make the file in the same moment may still take it from each other.
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" && !existsSync(file)) {
      if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code)) throw error;
      renameSync(partial, file);
    }
  }
}

/** Tells a file from a later one of its name, which may get its number; null when there is none. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return null;
  // Where the time of its making is not known, that of its last change stands in for it.
  return `${found.ino} ${found.birthtimeNs === found.ctimeNs ? "" : found.birthtimeNs}`;
}

interface Opened {
  readonly db: Database.Database;
  /** Does what it is given in a transaction. */
  readonly transaction: Database.Transaction<(work: () => unknown) => unknown>;
}

function openDatabase(file: string, migrations: readonly string[]): Opened {
  const db = new Database(file, { timeout: BUSY_MS, fileMustExist: true });
  try {
    checkFile(db, file, migrations);
    migrate(db, file, migrations);
    db.pragma("synchronous = NORMAL");
    db.pragma("secure_delete = ON");
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    db.pragma(`cache_size = -${CACHE_KIB}`);
    return { db, transaction: db.transaction((work) => work()) };
  } catch (error) {
    db.close();
    throw error;
  }
}

function connection(opened: Opened, reopen: () => Opened, file: string): Connection {
  const statements = new Map<string, Database.Statement<unknown[]>>();
  let now: Opened | "resting" | "closed" = opened;
  let rested: string | null = null;
  const open = (): Opened => {
    if (now === "closed") throw new MnemaError("INTERNAL", "The store is closed.", { place: file });
    if (now !== "resting") return now;
    if (rested === null || identityOf(file) !== rested)
      throw new MnemaError("NOT_FOUND", "This memory has been deleted. Open it anew.", { place: file });
    return (now = storeErrors(file, reopen));
  };
  const end = (state: "resting" | "closed") => {
    statements.clear();
    if (typeof now !== "string") {
      now.db.close();
      rested = identityOf(file);
    }
    if (now !== "closed") now = state;
  };
  return {
    file,
    sql(text) {
      let statement = statements.get(text);
      if (statement === undefined) statements.set(text, (statement = open().db.prepare(text)));
      return statement;
    },
    read: async <T>(work: () => T) => {
      const { transaction } = open();
      return storeErrors(file, () => transaction.deferred(work) as T);
    },
    write: async <T>(work: () => T) => {
      const { transaction } = open();
      return storeErrors(file, () => transaction.immediate(work) as T);
    },
    backup: async (to) => {
      await open()
        .db.backup(to)
        .catch((error: unknown) => {
          throw storeError(to, error);
        });
    },
    vacuum: async () => vacuum(open().db, file),
    rest: () => end("resting"),
    close: () => end("closed"),
  };
}

function vacuum(db: Database.Database, file: string): boolean {
  db.pragma(`busy_timeout = ${VACUUM_BUSY_MS}`);
  try {
    return unlessLocked(file, () => vacuumed(db));
  } finally {
    db.pragma(`busy_timeout = ${BUSY_MS}`);
  }
}

/** Writes only when there is something to do: a reader must not wait for whoever is writing. */
function migrate(db: Database.Database, file: string, migrations: readonly string[]): void {
  if (versionOf(db, file, migrations.length) === migrations.length) return;
  db.transaction(() => {
    for (const step of migrations.slice(versionOf(db, file, migrations.length))) db.exec(step);
    db.pragma(`user_version = ${migrations.length}`);
    db.pragma(`application_id = ${APPLICATION_ID}`);
  }).immediate();
}

function versionOf(db: Database.Database, file: string, known: number): number {
  const version = db.pragma("user_version", { simple: true }) as number;
  if (version <= known) return version;
  throw new MnemaError("STORE_VERSION", `${file} has schema version ${version}; this Mnema knows ${known}. Update Mnema to open it.`, {
    place: file,
  });
}

/** A file that is ours and whole, before anything is written to it. STORE_VERSION for another's, UNREADABLE_FILE for one that lost its tables. */
function checkFile(db: Database.Database, file: string, migrations: readonly string[]): void {
  const found = new Set(
    (db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]).map(({ name }) => name),
  );
  const application = db.pragma("application_id", { simple: true });
  if (application !== APPLICATION_ID && found.size > 0)
    throw new MnemaError("STORE_VERSION", `${file} is not a file of Mnema. Choose another data folder.`, { place: file });
  const steps = migrations.slice(0, versionOf(db, file, migrations.length));
  const missing = steps.flatMap((step) =>
    [...step.matchAll(/CREATE TABLE (\w+)/g)].flatMap(([, name = ""]) => (found.has(name) ? [] : [name])),
  );
  if (application === APPLICATION_ID && missing.length === 0) {
    if (db.pragma("journal_mode", { simple: true }) !== "wal") db.pragma("journal_mode = WAL");
    return;
  }
  const lost = application === APPLICATION_ID ? `has lost what it held (${missing.join(", ")})` : "is empty, though it was not made so";
  throw new MnemaError("UNREADABLE_FILE", `${file} ${lost}. Restore it from a backup or an export, or delete it with what is beside it.`, {
    place: file,
  });
}
