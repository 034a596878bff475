import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { MnemaError } from "../core/errors.js";

/**
 * Makes the folder of the memories where it is not there, private to its owner. Throws INVALID_CONFIG, which says what is
 * wrong with it: a file, no access, or a place where no folder can be made.
 */
export function ensureDataFolder(folder: string): void {
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    const what = code === "ENOTDIR" || code === "EEXIST" ? "is no folder" : `cannot be used as the folder of the memories (${code})`;
    throw new MnemaError("INVALID_CONFIG", `${folder} ${what}. Name a folder that you may write to with --data or MNEMA_DATA.`, {
      place: folder,
      cause,
    });
  }
}

/** One level after the other: `recursive` never ends where the system says that a folder's parent is not there although it is. */
function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
