import { randomUUID } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { MnemaError } from "../core/errors.js";

/**
 * Characters of a file's name that the name of its partial begins with; a system may allow few more bytes. Enough for what
 * tells whose export it is (`leftovers.ts`), so that one that was cut short goes with its memory.
 */
const NAMED = 50;

/** A name beside `file` that nobody has, to write under until all is written. Open it with `wx`. */
export function partialOf(file: string): string {
  return join(dirname(file), `${basename(file).slice(0, NAMED)}.${randomUUID()}.partial`);
}

/** INVALID_INPUT for a folder or device: it would be replaced, or break what writes to it. */
export async function mayBeReplaced(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found !== null && !found.isFile())
    throw new MnemaError("INVALID_INPUT", `${file} is no regular file. Name a file to write to.`, { place: file });
}

/** What lies at the top of a folder of memories beside its folders: the registry, and exports on their way out. */
const OWN = /^(services\.db|export-)/;

/**
 * INVALID_INPUT for a file where the memories are kept in the data folder `folder`, by whatever way its name goes there. At
 * its top other files may lie: people work in the folder that holds their data.
 */
export async function refuseInside(file: string, folder: string): Promise<void> {
  const [place, kept] = await Promise.all([realpath(dirname(file)), realpath(folder)]).catch(() => [null, null]);
  if (place === null || kept === null) return;
  const isOwn = place === kept ? OWN.test(basename(file)) : place.startsWith(kept.endsWith(sep) ? kept : kept + sep);
  if (isOwn)
    throw new MnemaError("INVALID_INPUT", `${file} lies in ${folder}, where the memories are. Name a file elsewhere.`, { place: file });
}
