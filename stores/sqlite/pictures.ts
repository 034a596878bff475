import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../core/canonical.js";
import type { LogStore } from "../contract.js";
import { storeErrors } from "./errors.js";
import { fromJson, toJson } from "../json.js";
import type { MemoryFile } from "./memory-file.js";

/** Picture bytes as files named by content hash, beside the memory's file. */
export interface PictureFolder {
  write(hash: string, bytes: Uint8Array): void;
  read(hash: string): Uint8Array | null;
  /** Whether the file of this hash can be read and has these bytes. */
  holds(hash: string, bytes: Uint8Array): boolean;
  remove(hashes: readonly string[]): void;
  /** Removes every file but those of these hashes. */
  keepOnly(hashes: readonly string[]): void;
}

export function pictureFolder(folder: string): PictureFolder {
  // A hash comes from outside and must not become a path.
  const fileOf = (hash: string) => join(folder, /^[0-9a-f]{64}$/.test(hash) ? hash : sha256(hash));
  return {
    write: (hash, bytes) =>
      storeErrors(folder, () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const partial = `${fileOf(hash)}.${process.pid}.partial`;
        writeFileSync(partial, bytes, { mode: 0o600 });
        renameSync(partial, fileOf(hash));
      }),
    read: (hash) => storeErrors(folder, () => (existsSync(fileOf(hash)) ? new Uint8Array(readFileSync(fileOf(hash))) : null)),
    holds: (hash, bytes) => {
      try {
        return readFileSync(fileOf(hash)).equals(bytes);
      } catch {
        return false;
      }
    },
    remove: (hashes) =>
      storeErrors(folder, () => {
        for (const hash of hashes) rmSync(fileOf(hash), { force: true });
      }),
    keepOnly: (hashes) =>
      storeErrors(folder, () => {
        const kept = new Set(hashes.map(fileOf));
        const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
        for (const file of files) if (!kept.has(file)) rmSync(file, { force: true });
      }),
  };
}

/** The picture part of the log port. */
export function pictureMethods(
  { sql, read, note, change }: MemoryFile,
  folder: PictureFolder,
): Pick<LogStore, "putPicture" | "picture" | "putPictureText" | "pictureText" | "pictureTexts"> {
  return {
    putPicture: ({ hash, mime, bytes }) =>
      // The file is written inside the transaction: no entry without its file, and `sweep` sees no file before its entry.
      note(() => {
        // A file that is there already is looked at: one that was lost or damaged is mended when its picture comes again.
        if (sql("SELECT 1 FROM pictures WHERE hash = ?").get(hash) !== undefined && folder.holds(hash, bytes)) return;
        sql("INSERT OR IGNORE INTO pictures (hash, mime) VALUES (?, ?)").run(hash, mime);
        folder.write(hash, bytes);
      }),

    picture: (hash) =>
      read(() => {
        const entry = sql("SELECT mime FROM pictures WHERE hash = ?").get(hash) as { mime: string } | undefined;
        const bytes = entry === undefined ? null : folder.read(hash);
        return entry === undefined || bytes === null ? null : { hash, mime: entry.mime, bytes };
      }),

    putPictureText: (hash, reader, text) =>
      change(() => void sql("INSERT OR REPLACE INTO picture_texts (hash, reader, text) VALUES (?, ?, ?)").run(hash, reader, toJson(text))),

    pictureText: (hash, reader) =>
      read(() => {
        const entry = sql("SELECT text FROM picture_texts WHERE hash = ? AND reader = ?").get(hash, reader) as { text: string } | undefined;
        return entry === undefined ? null : fromJson<string>(entry.text);
      }),

    pictureTexts: (hash) =>
      read(() => {
        const entries = sql("SELECT reader, text FROM picture_texts WHERE hash = ? ORDER BY reader").all(hash) as {
          reader: string;
          text: string;
        }[];
        return new Map(entries.map(({ reader, text }) => [reader, fromJson<string>(text)]));
      }),
  };
}

/** Removes picture files that no entry names: what a killed process left. */
export function sweepPictures({ sql, note }: MemoryFile, folder: PictureFolder): Promise<void> {
  return note(() => folder.keepOnly((sql("SELECT hash FROM pictures").all() as { hash: string }[]).map(({ hash }) => hash)));
}
