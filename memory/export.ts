import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { canonicalJson } from "../core/canonical.js";
import { MnemaError } from "../core/errors.js";
import { pictureHashes } from "../core/parts.js";
import type { MemoryStore } from "../stores/contract.js";
import { canonicalLines } from "./canonical-export.js";
import { type ExportLine, pictureLine, toBase64, vectorLines } from "./export-lines.js";
import { EXPORT_FORMAT, EXPORT_VERSION, RECORD_TYPES } from "./export-records.js";
import { mayBeReplaced, partialOf, refuseInside } from "./output-file.js";
import { programLines } from "./program-lines.js";
import { ruleLines } from "./rule-lines.js";
import { eachVersion } from "./view.js";

/** How often an export begins anew because the memory was written meanwhile. */
const ATTEMPTS = 3;

/** What could not be written as it should be. */
export interface ExportReport {
  /** Hashes of pictures that were written without their bytes, since these are gone or damaged. */
  readonly damaged: readonly string[];
}

export interface ExportOptions {
  readonly canonical?: boolean;
  /** The data folder, where a person names the file: nothing is written where the memories are. */
  readonly keepOut?: string;
}

/**
 * Writes a memory to a file, as export-records.ts describes it: whole, or with `canonical` in the form in which equal
 * memories are equal bytes. The file is there complete or not at all; what is no regular file is not written over,
 * nor what holds the memories in `keepOut` (INVALID_INPUT). STORE_LOCKED when the memory is being written.
 */
export async function exportMemory(store: MemoryStore, file: string, options: ExportOptions = {}): Promise<ExportReport> {
  await mayBeReplaced(file);
  if (options.keepOut !== undefined) await refuseInside(file, options.keepOut);
  const partial = partialOf(file);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await versions(store);
      const damaged = new Set<string>();
      await pipeline(
        Readable.from(exportLines(store, options.canonical ?? false, damaged)),
        createWriteStream(partial, { mode: 0o600, flags: "wx" }),
      );
      if ((await versions(store)) !== before) {
        await rm(partial);
        continue;
      }
      await rename(partial, file);
      return { damaged: [...damaged] };
    }
    throw new MnemaError("STORE_LOCKED", `Memory "${store.memoryId}" is being written. Export it when the run has ended.`, {
      place: store.memoryId,
    });
  } catch (cause) {
    await rm(partial, { force: true });
    if (MnemaError.isInstance(cause)) throw cause;
    throw new MnemaError("UNREADABLE_FILE", `${file} could not be written: ${String(cause)}`, { place: file, cause });
  }
}

/** What tells that the log, what is derived from it, rules or programs have been written. */
async function versions(store: MemoryStore): Promise<string> {
  return `${(await store.info()).version} ${await store.rules.version()} ${await store.programs.version()}`;
}

/** Puts the hashes of damaged pictures into `damaged`. */
async function* exportLines(store: MemoryStore, canonical: boolean, damaged: Set<string>): AsyncGenerator<string> {
  let lines = 0;
  const hash = createHash("sha256");
  const line = (value: unknown) => {
    lines++;
    const text = `${canonicalJson(value)}\n`;
    hash.update(text);
    return text;
  };
  yield line(await headerOf(store, canonical));
  for await (const record of canonical ? canonicalLines(store) : fullLines(store)) {
    if (record.type === "picture" && record["bytes"] === null) damaged.add(String(record["hash"]));
    yield line(record);
  }
  yield line({ type: "end", lines, digest: hash.copy().digest("hex") });
}

async function headerOf(store: MemoryStore, canonical: boolean): Promise<Record<string, unknown>> {
  const { createdAt, textModel, textDimension, visualModel } = await store.info();
  const header = {
    type: "header",
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    canonical,
    textModel,
    textDimension,
    visualModel,
    records: RECORD_TYPES,
  };
  return canonical ? header : { ...header, createdAt };
}

/** Everything that is in the memory. Read piece by piece: a memory may be larger than the process. */
async function* fullLines(store: MemoryStore): AsyncGenerator<ExportLine> {
  const pictures = new Set<string>();
  for await (const entry of eachVersion(store)) {
    yield { type: "round", ...entry };
    for (const hash of pictureHashes(entry)) pictures.add(hash);
    const list = (await store.log.observations([entry.seq])).get(entry.seq);
    if (list !== undefined) yield { type: "observations", seq: entry.seq, list };
  }
  for (const hash of pictures) yield await pictureLine(store, hash);
  for (const record of await store.decisions.list()) yield { type: "decision", ...record };
  yield* vectorLines(store, await store.vectors.hashes());
  for (const table of await store.tables.tables()) {
    yield { type: "table", ...table };
    for (const { seq, cells } of await store.tables.rows(table.id)) yield { type: "row", table: table.id, seq, cells: [...cells] };
  }
  for (const kind of ["topic", "episode", "event"] as const) {
    for (const node of await store.hierarchy.nodes(kind))
      yield { type: "node", ...node, visual: node.visual === null ? null : toBase64(node.visual) };
  }
  for (const query of await store.queries.list()) yield { type: "query", ...query };
  yield* ruleLines(store);
  yield* programLines(store, pictures);
  yield {
    type: "derived",
    tables: await store.tables.cursor(),
    hierarchy: await store.hierarchy.cursor(),
    dirtyFrom: await store.log.dirtyFrom(),
  };
}
