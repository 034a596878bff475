import { basename, extname } from "node:path";
import { sha256 } from "../core/canonical.js";
import { MnemaError } from "../core/errors.js";
import type { Importer, SourceDocument } from "./contract.js";
import { unknownFormat } from "./formats.js";
import { listEntries } from "./json-entries.js";
import { parseJsonOrLines } from "./json-text.js";
import { decodeText } from "./source-document.js";
import type { TreeFile } from "./tree.js";

/** Lists of conversations in larger files are read entry by entry, so that a file may be larger than memory. */
export const STREAMED_FROM = 32 * 1024 * 1024;

/** Entries of a list that are looked at to tell its format. */
const LOOKED_AT = 8;

/** A file's base name without extension. */
export function nameOf({ way }: TreeFile): string {
  return basename(way, extname(way));
}

/** A file as JSON, else as text; `broken` is why it is no JSON. UNREADABLE_FILE, NOT_FOUND, INVALID_INPUT for a pipe. */
export async function readSource(file: TreeFile): Promise<{ document: SourceDocument; broken: MnemaError | null }> {
  const bytes = await file.bytes();
  const text = decodeText(bytes, file.file);
  const known = { file: file.file, name: nameOf(file), digest: sha256(bytes) };
  try {
    return { document: { ...known, ...parseJsonOrLines(text, file.file, () => unknownFormat(file.file)) }, broken: null };
  } catch (error) {
    if (!MnemaError.isInstance(error)) throw error;
    const isText = /\.(txt|md|markdown)$/i.test(file.way);
    return { document: { ...known, value: text, lines: false }, broken: isText ? unknownFormat(file.file) : error };
  }
}

/** Where a large file is a list that one of these formats reads entry by entry: that format, and the entries as they come. */
export async function streamedList(
  file: TreeFile,
  importers: readonly Importer[],
  from = STREAMED_FROM,
): Promise<{ importer: Importer; entries: AsyncIterable<unknown> } | null> {
  if (file.size < from) return null;
  const entries = await listEntries(file);
  if (entries === null) return null;
  const first: unknown[] = [];
  while (first.length < LOOKED_AT) {
    const { value, done } = await entries.next();
    if (done === true) break;
    first.push(value);
  }
  const importer = importers.find(({ entries: each, detect }) => each === true && detect(first));
  if (importer !== undefined) return { importer, entries: chained(first, entries) };
  await entries.return(undefined);
  return null;
}

async function* chained(first: readonly unknown[], rest: AsyncGenerator<unknown>): AsyncGenerator<unknown> {
  try {
    yield* first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
