import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { naturalKey } from "../core/names.js";
import { fileError } from "./source-document.js";

/**
 * The file itself, whatever its name; or the `.json`, `.jsonl` and `.ndjson` files of a folder and the folders in it,
 * in order of their names. Hidden entries and links are passed over. NOT_FOUND, UNREADABLE_FILE.
 */
export async function historyFiles(path: string): Promise<{ isFolder: boolean; files: string[] }> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    return { isFolder, files: isFolder ? await filesBelow(path) : [path] };
  } catch (error) {
    throw fileError(error, path);
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
  const sorted = entries.toSorted((a, b) => (naturalKey(a.name) < naturalKey(b.name) ? -1 : 1));
  const files: string[] = [];
  for (const entry of sorted) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await filesBelow(path)));
    else if (entry.isFile() && /\.(json|jsonl|ndjson)$/i.test(entry.name)) files.push(path);
  }
  return files;
}
