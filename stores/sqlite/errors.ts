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
  ["SQLITE_NOTADB", "STORE_VERSION", "This is not a file of Mnema. Choose another data folder."],
  ["SQLITE_CORRUPT", "UNREADABLE_FILE", "The file is damaged. Restore it from a backup or an export."],
];

/** Runs `work`; the errors of SQLite and of the file system come out as ours, with what to do. */
export function storeErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (MnemaError.isInstance(error)) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const [, ours, advice] = REASONS.find(([prefix]) => code.startsWith(prefix)) ?? [
      "",
      "INTERNAL",
      "The store failed. Please report this.",
    ];
    throw new MnemaError(ours as MnemaErrorCode, `${advice} (${code || String(error)}: ${file})`, { place: file, cause: error });
  }
}
