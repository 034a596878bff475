import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { MnemaError } from "../core/errors.js";
import { naturalKey } from "../core/names.js";
import { fileError } from "./source-document.js";

/** Entries that are looked at below one folder, all kinds together: more are no histories, and would take for ever. */
const ENTRIES = 200_000;

/** What a path holds. */
export interface HistoryFiles {
  readonly isFolder: boolean;
  readonly files: readonly string[];
  /** Pipes, devices and sockets that bear the name of a history: they are not read. */
  readonly others: readonly string[];
}

/** The JSON and JSON Lines files of a path: `filesNamed`. */
export function historyFiles(path: string): Promise<HistoryFiles> {
  return filesNamed(path, (name) => /\.(json|jsonl|ndjson)$/i.test(name));
}

/**
 * The file itself, whatever its name; or the files of a folder and the folders in it whose names are wanted, in order of
 * their names. Hidden entries and links are passed over. NOT_FOUND, UNREADABLE_FILE, INVALID_INPUT for a folder with too
 * much in it.
 */
export async function filesNamed(path: string, wanted: (name: string) => boolean): Promise<HistoryFiles> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    if (!isFolder) return { isFolder, files: [path], others: [] };
    const others: string[] = [];
    return { isFolder, files: await filesBelow(path, { left: ENTRIES, top: path, wanted, others }), others };
  } catch (error) {
    throw MnemaError.isInstance(error) ? error : fileError(error, path);
  }
}

/** One walk through a folder: how many entries it may still look at. */
interface Walk {
  left: number;
  readonly top: string;
  readonly wanted: (name: string) => boolean;
  readonly others: string[];
}

async function filesBelow(folder: string, bounds: Walk): Promise<string[]> {
  const all = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw fileError(error, folder);
  });
  const entries = all.filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
  bounds.left -= entries.length;
  if (bounds.left < 0)
    throw new MnemaError("INVALID_INPUT", `${bounds.top} has over ${ENTRIES} entries. Name the files or folders with the histories.`, {
      place: bounds.top,
    });
  const sorted = entries.toSorted((a, b) => (naturalKey(a.name) < naturalKey(b.name) ? -1 : 1));
  const files: string[] = [];
  for (const entry of sorted) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) for (const file of await filesBelow(path, bounds)) files.push(file);
    else if (!entry.isSymbolicLink() && bounds.wanted(entry.name)) (entry.isFile() ? files : bounds.others).push(path);
  }
  return files;
}
