import { MnemaError, type MnemaErrorCode } from "../../core/errors.js";

/** What a person can do about it, by the beginning of SQLite's or the operating system's code. */
const REASONS: readonly (readonly [string, MnemaErrorCode, string])[] = [
  ["SQLITE_FULL", "STORE_FULL", "The disk or the quota is full. Free some space and run the same command again; nothing is half written."],
  ["ENOSPC", "STORE_FULL", "The disk is full. Free some space and run the same command again; nothing is half written."],
  ["EDQUOT", "STORE_FULL", "The disk quota is used up. Free some space and run the same command again; nothing is half written."],
  ["SQLITE_BUSY", "STORE_LOCKED", "Another process is writing to this memory. Try again when it is done."],
  ["SQLITE_LOCKED", "STORE_LOCKED", "Another process is using this memory. Try again when it is done."],
  ["SQLITE_READONLY", "STORE_LOCKED", "The data folder cannot be written. Check its permissions."],
  ["SQLITE_CANTOPEN", "STORE_LOCKED", "The file cannot be opened. Check the permissions of the data folder."],
  ["EACCES", "STORE_LOCKED", "The data folder cannot be used. Check its permissions."],
  ["EPERM", "STORE_LOCKED", "The data folder cannot be used. Check its permissions."],
  ["EROFS", "STORE_LOCKED", "The data folder cannot be written. Choose another one."],
  ["SQLITE_IOERR_SHMSIZE", "STORE_FULL", "The disk is full. Free some space and run the same command again; nothing is half written."],
  ["SQLITE_IOERR", "STORE_UNREACHABLE", "The disk does not read or write as it should. Check it, then run the same command again."],
  ["EIO", "STORE_UNREACHABLE", "The disk does not read or write as it should. Check it, then run the same command again."],
  [
    "SQLITE_NOTADB",
    "STORE_VERSION",
    "This is not a file of Mnema. Choose another data folder, or restore the file from a backup or an export.",
  ],
  ["SQLITE_CORRUPT", "UNREADABLE_FILE", "The file is damaged. Restore it from a backup or an export."],
];

/** Runs `work`; the errors of SQLite and of the file system come out as ours, with what to do. */
export function storeErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(file, error);
  }
}

/** An error of SQLite or of the file system as ours. */
export function storeError(file: string, error: unknown): MnemaError {
  if (MnemaError.isInstance(error)) return error;
  const code = codeOf(error);
  const [, ours, advice] = REASONS.find(([prefix]) => code.startsWith(prefix)) ?? ["", "INTERNAL", "The store failed. Please report this."];
  return new MnemaError(ours as MnemaErrorCode, `${advice} (${code || String(error)}: ${file})`, { place: file, cause: error });
}

/** Errors after which a file cannot be emptied, only deleted: it is damaged, none that this Mnema reads, or the disk is full. */
const ONLY_DELETED: ReadonlySet<MnemaErrorCode> = new Set(["UNREADABLE_FILE", "STORE_VERSION", "STORE_FULL"]);

export function canOnlyBeDeleted(error: unknown): boolean {
  return MnemaError.isInstance(error) && ONLY_DELETED.has(error.code);
}

/** Whether an error is SQLite's about a file that is none of its own, or damaged. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_NOTADB") || code.startsWith("SQLITE_CORRUPT");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
