import { basename, extname } from "node:path";
import { sha256 } from "../core/canonical.js";
import { MnemaError } from "../core/errors.js";
import type { SourceDocument } from "./contract.js";
import { parseJsonOrLines } from "./json-text.js";
import { headOfRegularFile, readRegularFile } from "./regular-file.js";

/** Larger files are refused before they are read: they would not fit memory beside what is made from them. */
export const FILE_LIMIT = 256 * 1024 * 1024;

/**
 * Reads a JSON or JSONL file in UTF-8 or UTF-16, with or without byte-order mark. NOT_FOUND, UNREADABLE_FILE (too
 * large, no access, no text), INVALID_INPUT (no regular file, broken JSON), or what `unknown` makes for text that is not JSON.
 */
export async function readDocument(file: string, unknown: () => MnemaError): Promise<SourceDocument> {
  const bytes = await readBytes(file);
  const { value, lines } = parseJsonOrLines(decodeText(bytes, file), file, unknown);
  return { file, name: basename(file, extname(file)), value, lines, digest: sha256(bytes) };
}

/** A text file, as `readDocument` reads it. */
export async function readText(file: string): Promise<string> {
  return decodeText(await readBytes(file), file);
}

/** The bytes of a regular file. NOT_FOUND, UNREADABLE_FILE (too large, no access), INVALID_INPUT (no regular file). */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readRegularFile(file, FILE_LIMIT, (size) => tooLargeFile(file, size));
  } catch (error) {
    throw MnemaError.isInstance(error) ? error : fileError(error, file);
  }
}

/** The first bytes of a regular file. NOT_FOUND, UNREADABLE_FILE, INVALID_INPUT (no regular file). */
export async function headOfFile(file: string, bytes: number): Promise<Uint8Array> {
  try {
    return await headOfRegularFile(file, bytes);
  } catch (error) {
    throw MnemaError.isInstance(error) ? error : fileError(error, file);
  }
}

/** A file that would have to be in memory as a whole, and does not fit. */
export function tooLargeFile(file: string, size: number): MnemaError {
  return new MnemaError(
    "UNREADABLE_FILE",
    `${file} has ${mebibytes(size)} MiB; a file that is not a list of conversations may have ${mebibytes(FILE_LIMIT)}. Split it into several files.`,
    { place: file },
  );
}

/** What the file system said, as an error that says what to do. */
export function fileError(error: unknown, file: string): MnemaError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR")
    return new MnemaError("NOT_FOUND", `There is no file ${file}. Check the path.`, { place: file, cause: error });
  return new MnemaError("UNREADABLE_FILE", `${file} cannot be read (${code ?? String(error)}). Check its permissions.`, {
    place: file,
    cause: error,
  });
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / (1024 * 1024));
}

/** Bytes as text. The mark decides, else zero bytes among the first four give UTF-16 away; anything else must be UTF-8. */
export function decodeText(bytes: Uint8Array, file: string): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new MnemaError("UNREADABLE_FILE", `${file} is not text in UTF-8 or UTF-16. Save it as UTF-8.`, { place: file, cause });
  }
}

export function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return "utf-16be";
  return "utf-8";
}
