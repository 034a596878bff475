import type { Rule } from "../core/discern/rule.js";
import type { DecisionRecord, HierarchyNode, LogEntry, MemoryStore, QueryRecord, Row, Table } from "../stores/contract.js";
import type { ProgramRun, SearchRecords, StoredProgram } from "../stores/programs.js";
import type { ReplayRecord, StreamRecords, StreamTask } from "../stores/rules.js";
import { type ExportRecord, vectorFrom } from "./export-records.js";

/** Writes records of an export into a memory: one transaction where the store has one for them. All are of one type. */
export async function restoreRecords(store: MemoryStore, batch: readonly ExportRecord[]): Promise<void> {
  const nothing = { put: [], drop: [], clear: [], rows: new Map(), remove: [], cursor: null };
  const of = <Type extends ExportRecord["type"]>(type: Type) =>
    batch.filter((record): record is Extract<ExportRecord, { type: Type }> => record.type === type);
  switch (batch[0]?.type) {
    case "round":
      return store.log.restore(of("round").map((record) => contentOf<LogEntry>(record)));
    case "observations":
      for (const { seq, list } of of("observations")) await store.log.putObservations(seq, list);
      return;
    case "picture":
      for (const { hash, mime, bytes, texts } of of("picture")) {
        if (mime !== null && bytes !== null)
          await store.log.putPicture({ hash, mime, bytes: new Uint8Array(Buffer.from(bytes, "base64")) });
        for (const [reader, text] of texts) await store.log.putPictureText(hash, reader, text);
      }
      return;
    case "decision":
      return store.decisions.record(of("decision").map((record) => contentOf<DecisionRecord>(record)));
    case "vector":
      return putVectors(store, of("vector"));
    case "table":
      return store.tables.commit({ ...nothing, put: of("table").map((record) => contentOf<Table>(record)) });
    case "row":
      return store.tables.commit({ ...nothing, rows: rowsByTable(of("row")) });
    case "node":
      return store.hierarchy.commit({ ...nothing, put: of("node").map(nodeOf) });
    case "query":
      for (const record of of("query")) await store.queries.put(contentOf<QueryRecord>(record));
      return;
    case "rule":
      return putRules(store, of("rule"), ({ rule }) => ({ rules: [rule as Rule] }));
    case "stream-task":
      return putRules(store, of("stream-task"), (record) => ({ tasks: [contentOf<StreamTask>(record)] }));
    case "stream-step":
      return putRules(store, of("stream-step"), ({ step }) => ({ steps: [step] }));
    case "replay":
      for (const { type: _, stream, ...replay } of of("replay")) await store.rules.putReplay(stream, replay as ReplayRecord);
      return;
    case "program":
      return putPrograms(store, of("program"), ({ program }) => ({ programs: [program as StoredProgram] }));
    case "program-step":
      return putPrograms(store, of("program-step"), ({ step }) => ({ steps: [step] }));
    case "program-run":
      for (const { type: _, search, ...run } of of("program-run")) await store.programs.putRun(search, run as ProgramRun);
      return;
    case "derived":
      for (const { tables, hierarchy, dirtyFrom } of of("derived")) {
        await store.tables.commit({ ...nothing, cursor: tables });
        await store.hierarchy.commit({ ...nothing, cursor: hierarchy });
        // Else what is to be derived anew begins with the first round that was restored, which is no later.
        if (dirtyFrom === null) await store.log.clearDirty();
      }
      return;
    case undefined:
  }
}

/** A record without its `type`, as a store takes it; its shape has been checked. */
function contentOf<Content>(record: ExportRecord): Content {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== "type")) as Content;
}

function nodeOf(record: Extract<ExportRecord, { type: "node" }>): HierarchyNode {
  return { ...contentOf<HierarchyNode>(record), visual: record.visual === null ? null : vectorFrom(record.visual) };
}

/** A stream's records of one kind together, in their order. */
async function putRules<Line extends { readonly stream: string }>(
  { rules }: MemoryStore,
  lines: readonly Line[],
  content: (line: Line) => Partial<StreamRecords>,
): Promise<void> {
  for (const stream of new Set(lines.map((line) => line.stream))) {
    const contents = lines.filter((line) => line.stream === stream).map(content);
    await rules.restore(stream, {
      rules: contents.flatMap(({ rules = [] }) => rules),
      tasks: contents.flatMap(({ tasks = [] }) => tasks),
      steps: contents.flatMap(({ steps = [] }) => steps),
    });
  }
}

/** A search's records of one kind together, in their order. */
async function putPrograms<Line extends { readonly search: string }>(
  { programs }: MemoryStore,
  lines: readonly Line[],
  content: (line: Line) => Partial<SearchRecords>,
): Promise<void> {
  for (const search of new Set(lines.map((line) => line.search))) {
    const contents = lines.filter((line) => line.search === search).map(content);
    await programs.restore(search, {
      programs: contents.flatMap(({ programs = [] }) => programs),
      steps: contents.flatMap(({ steps = [] }) => steps),
    });
  }
}

async function putVectors({ vectors }: MemoryStore, records: readonly Extract<ExportRecord, { type: "vector" }>[]): Promise<void> {
  for (const model of new Set(records.map((record) => record.model))) {
    const ofModel = records.filter((record) => record.model === model);
    await vectors.put(model, new Map(ofModel.map(({ hash, vector }) => [hash, vectorFrom(vector) ?? new Float32Array()])));
  }
}

function rowsByTable(records: readonly Extract<ExportRecord, { type: "row" }>[]): Map<string, Row[]> {
  const rows = new Map<string, Row[]>();
  for (const { table, seq, cells } of records)
    rows.set(table, [...(rows.get(table) ?? []), { seq, cells: new Map(cells) as Row["cells"] }]);
  return rows;
}
