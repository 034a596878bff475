import { createHash, randomUUID } from "node:crypto";
import { MnemaError } from "../core/errors.js";
import { openRegularFile } from "../importers/regular-file.js";
import { fileError } from "../importers/source-document.js";
import type { MemoryStore, StoreSpace } from "../stores/contract.js";
import { End, EXPORT_FORMAT, EXPORT_VERSION, ExportRecord, Header } from "./export-records.js";
import { importChecks } from "./import-checks.js";
import { exists, removeLeftovers } from "./import-leftovers.js";
import { holderOf, holdLease } from "./lease.js";
import { restoreRecords } from "./restore-records.js";
import { newScratch, refuseReserved } from "./scratch.js";

/** Lines of one kind written in one transaction. */
const BATCH = 500;

/** What was taken in otherwise than a memory should be. */
export interface ImportReport {
  /** Pictures whose bytes the export does not have, since they were lost in the memory that it was made of. */
  readonly damaged: number;
  /** Whether the file tells its own digest, and so is what was exported; earlier versions wrote none. */
  readonly verified: boolean;
}

/**
 * Makes a memory of an export, seqs and record times included. It is there whole or not at all: it is loaded under a
 * name of its own and gets `memoryId` at the end. INVALID_INPUT when that is taken, NOT_FOUND without a file, UNKNOWN_FORMAT for a file that is
 * no export, INVALID_INPUT for one that is no regular file, UNSUPPORTED_OPERATION for a canonical one, STORE_VERSION for a later version, UNREADABLE_FILE with the line
 * for one that is broken or at odds with itself (import-checks.ts), STORE_LOCKED while another process imports the same memory.
 */
export async function importMemory(space: StoreSpace, file: string, memoryId: string, clock: () => Date): Promise<ImportReport> {
  if (memoryId === "") throw new MnemaError("INVALID_INPUT", "The memory has no name. Give it one.", { place: memoryId });
  refuseReserved(memoryId);
  if (await exists(space, memoryId)) {
    throw new MnemaError("INVALID_INPUT", `There is a memory "${memoryId}" already. Import under another name, or forget that one first.`, {
      place: memoryId,
    });
  }
  const lines = jsonLines(file);
  try {
    return await importLines(space, lines, file, memoryId, clock);
  } finally {
    // Closes the file where it was not read to its end.
    await lines.return(undefined);
  }
}

/** Loads under a name of its own, which goes with everything when something is wrong. */
async function importLines(
  space: StoreSpace,
  lines: AsyncGenerator<Line, undefined>,
  file: string,
  memoryId: string,
  clock: () => Date,
): Promise<ImportReport> {
  const header = readHeader(await lines.next(), file);
  await removeLeftovers(space, memoryId, clock);
  const { id } = newScratch(memoryId, clock().getTime());
  const run = `import-${randomUUID()}`;
  const store = await space.open(id, { create: true, now: header.createdAt ?? clock().toISOString() });
  let release = async () => {};
  try {
    release = await holdLease(store, run, clock, 0);
    const report = await load(store, header, lines, file);
    // The lease goes with the memory and is given back under its name, or another import would take this for a leftover.
    await store.close();
    await space.rename(id, memoryId);
    const named = await space.open(memoryId, { create: false, now: "" }).catch(() => null);
    await named?.release(holderOf(run)).finally(() => named.close());
    return report;
  } catch (error) {
    await store.close();
    await space.destroy(id);
    throw error;
  } finally {
    // Only its renewal has to end: the memory is closed, or gone.
    await release().catch(() => undefined);
  }
}

interface Line {
  readonly number: number;
  readonly value: unknown;
  /** Of all lines before this one. */
  readonly digest: string;
}

/** The file's lines as JSON, read as they are needed. Only `\n` ends a line: JSON may hold U+2028 as it is. */
async function* jsonLines(file: string): AsyncGenerator<Line, undefined> {
  let rest = "";
  let number = 0;
  const hash = createHash("sha256");
  const lineOf = (text: string): Line => {
    const digest = hash.copy().digest("hex");
    hash.update(text).update("\n");
    return { value: JSON.parse(text), number: ++number, digest };
  };
  try {
    const { handle, size } = await openRegularFile(file);
    try {
      // Files of the kernel say that they have no bytes, and may give some for ever.
      const chunks = size === 0 ? [] : handle.createReadStream({ encoding: "utf8", end: size - 1, autoClose: false });
      for await (const chunk of chunks) {
        const lines = (rest + (chunk as string)).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) yield lineOf(line);
      }
    } finally {
      await handle.close();
    }
    if (rest !== "") yield lineOf(rest);
  } catch (cause) {
    if (cause instanceof SyntaxError && number > 0) throw broken(file, number + 1, "it is not JSON", cause);
    if (cause instanceof SyntaxError) throw notAnExport(file, cause);
    if (MnemaError.isInstance(cause)) throw cause;
    throw fileError(cause, file);
  }
  return undefined;
}

function readHeader(first: IteratorResult<Line, undefined>, file: string): Header {
  const header = Header.safeParse(first.value?.value);
  if (!header.success) throw notAnExport(file, header.error);
  if (header.data.version > EXPORT_VERSION) {
    throw new MnemaError(
      "STORE_VERSION",
      `${file} is an export of version ${header.data.version}; this Mnema reads ${EXPORT_VERSION}. Update Mnema to import it.`,
      { place: file },
    );
  }
  if (header.data.canonical) {
    throw new MnemaError(
      "UNSUPPORTED_OPERATION",
      `${file} is a canonical export, which is for comparing and leaves out much of a memory. Export without --canonical.`,
      { place: file },
    );
  }
  return header.data;
}

/** Writes the records as they come, each held to those before it. */
async function load(store: MemoryStore, header: Header, lines: AsyncGenerator<Line>, file: string): Promise<ImportReport> {
  const { textModel, textDimension, visualModel } = header;
  const checks = importChecks(header);
  let damaged = 0;
  if (textModel !== null && textDimension !== null) await store.setEncoders({ textModel, textDimension, visualModel });
  let batch: ExportRecord[] = [];
  let last = 1;
  for await (const { number, value, digest } of lines) {
    const end = End.safeParse(value);
    if (end.success) {
      if (end.data.lines !== last) throw broken(file, number, `${end.data.lines} lines should be before it`);
      const fault = checks.end();
      if (fault !== null) throw broken(file, fault.line ?? number, fault.what);
      if (end.data.digest !== undefined && end.data.digest !== digest)
        throw broken(file, number, "the lines before it are not those that were exported");
      await restoreRecords(store, batch);
      return { damaged, verified: end.data.digest !== undefined };
    }
    last = number;
    const record = shaped(value, file, number);
    const fault = checks.add(record, number);
    if (fault !== null) throw broken(file, number, fault);
    if (record.type === "picture" && record.bytes === null) damaged++;
    if (batch.length === BATCH || (batch.length > 0 && batch[0]?.type !== record.type)) {
      await restoreRecords(store, batch);
      batch = [];
    }
    batch.push(record);
  }
  throw broken(file, last + 1, "the end mark is missing: the file was cut off");
}

/** Levels of a record: JSON can be nested more deeply than anything that walks through it could follow. */
const LEVELS = 500;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function shaped(value: unknown, file: string, number: number): ExportRecord {
  if (isDeeper(value, LEVELS)) throw broken(file, number, "it is nested too deeply");
  const parsed = ExportRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw broken(file, number, `${issue?.path.map(String).join(".")}: ${issue?.message}`, parsed.error);
}

function broken(file: string, line: number, what: string, cause?: unknown): MnemaError {
  return new MnemaError("UNREADABLE_FILE", `Line ${line} of ${file} is broken: ${what}. Nothing was imported. Export the memory again.`, {
    place: `${file}:${line}`,
    cause,
  });
}

function notAnExport(file: string, cause: unknown): MnemaError {
  return new MnemaError(
    "UNKNOWN_FORMAT",
    `${file} is not an export of Mnema (${EXPORT_FORMAT}). Histories are taken in by "mnema ingest".`,
    { place: file, cause },
  );
}
