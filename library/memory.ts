import { type Config, readConfig } from "../config.js";
import { MnemaError } from "../core/errors.js";
import { outputIds } from "../core/output-ids.js";
import { eventText } from "../core/parts.js";
import type { AskOptions, AskResult } from "../memory/ask.js";
import type { Forgettable, ForgetReport } from "../memory/forget.js";
import type { IngestOptions, IngestReport } from "../memory/ingest.js";
import type { Edit, Edited } from "../memory/edit.js";
import type { Mnema, RetryReport } from "../memory/mnema.js";
import { openMnema } from "../memory/open.js";
import type { Renamed, Renaming } from "../memory/rename.js";
import type { ServedProgram } from "../memory/served-program.js";
import { type Exchange, remember, type Remembered, type RememberOptions } from "../memory/remember.js";
import { type TableView, type TopicView, viewHierarchy, viewTables } from "../memory/view.js";
import type { NodeKind } from "../stores/contract.js";
import { queryTable, type TableQuery } from "./query-table.js";

export interface MemoryOptions {
  /** An opened Mnema to use, so that several memories share its models. It stays open when the memory is closed. */
  readonly mnema?: Mnema;
  /** What differs from the environment's configuration. Not used with `mnema`. */
  readonly config?: Partial<Config>;
  /** False: NOT_FOUND for a memory that does not exist yet, which is made otherwise. */
  readonly create?: boolean;
}

/** Something found by meaning: a round, or the description of an episode or topic. */
export interface Found {
  readonly kind: NodeKind;
  /** Ids of the rounds below it. */
  readonly rounds: readonly string[];
  /** Of the first of these rounds; null when unknown. */
  readonly time: string | null;
  readonly text: string;
  /** Higher is nearer. Comparable within one search only. */
  readonly score: number;
}

/** One memory, open. Errors are `MnemaError`. */
export interface Memory {
  readonly id: string;
  /** What it is opened in: for what this handle does not offer. */
  readonly mnema: Mnema;
  /**
   * Stores what was said and derives from it, or with `wait: "stored"` returns before it is derived from. The same exchange under
   * the same id is stored once.
   */
  remember(exchanges: Exchange | readonly Exchange[], options?: RememberOptions): Promise<Remembered>;
  /** Waits until what was stored with `wait: "stored"` is derived from; fails with what that fails with. */
  flush(): Promise<void>;
  /** Imports files or folders of any known format. */
  ingest(paths: string | readonly string[], options?: Omit<IngestOptions, "paths">): Promise<IngestReport>;
  ask(question: string, options?: AskOptions): Promise<AskResult>;
  /** The nearest rounds (`scope` event, the default), episodes or topics, best first; ten unless `limit` says otherwise. */
  search(query: string, options?: { readonly limit?: number; readonly scope?: NodeKind }): Promise<Found[]>;
  /** Tables with their rows, in order of discovery; with a name or alias, only that one (UNKNOWN_TABLE). */
  tables(name?: string): Promise<TableView[]>;
  /** Selects, computes or ranks over one table. */
  query(query: TableQuery): Promise<Readonly<Record<string, unknown>>>;
  topics(): Promise<TopicView[]>;
  /** The memo program that is in use (`mnema design use`), ready to be called until it is closed; null when none is. */
  program(): Promise<ServedProgram | null>;
  /** Has a round say something else; the old version stays in the log. */
  edit(round: string, edit: Edit): Promise<Edited>;
  /** Calls an attribute or a table otherwise; without `to`: takes that back. Nothing that was recorded changes. */
  rename(renaming: Renaming): Promise<Renamed>;
  /** Makes two attributes or two tables one; without `to`: takes that back. */
  merge(renaming: Renaming): Promise<Renamed>;
  /** Asks anew what a model failed at. */
  retry(options?: Omit<IngestOptions, "paths" | "anew">): Promise<RetryReport>;
  /** Removes a round, a session or all, with everything that was made from it. */
  forget(what: Forgettable, options?: { readonly dryRun?: boolean }): Promise<ForgetReport>;
  /** Ends what goes on in the background first. */
  close(): Promise<void>;
}

/** Opens a memory by its id, in the configured data folder (or Neo4j) unless `mnema` says where. */
export async function openMemory(memoryId: string, options: MemoryOptions = {}): Promise<Memory> {
  const mnema = options.mnema ?? (await openMnema({ ...readConfig(), ...options.config }));
  const closeOwn = async () => {
    if (options.mnema === undefined) await mnema.close();
    else await mnema.writers.flush(memoryId);
  };
  try {
    await mnema.memory(memoryId, { create: options.create ?? true });
  } catch (error) {
    await closeOwn();
    throw error;
  }
  return memoryIn(mnema, memoryId, closeOwn);
}

function memoryIn(mnema: Mnema, id: string, close: () => Promise<void>): Memory {
  const store = async () => (await mnema.memory(id)).store;
  return {
    id,
    mnema,
    remember: (exchanges, given) => remember(mnema, id, Array.isArray(exchanges) ? exchanges : [exchanges as Exchange], given),
    flush: () => mnema.writers.flush(id),
    ingest: (paths, given) => mnema.ingest(id, { ...given, paths: typeof paths === "string" ? [paths] : paths }),
    ask: (question, given) => mnema.ask(id, question, given),
    search: (query, given) => search(mnema, id, query, given?.limit ?? 10, given?.scope ?? "event"),
    tables: async (name) =>
      tablesNamed(await viewTables(await store(), name), name, async () =>
        (await (await store()).tables.tables()).map((table) => table.name),
      ),
    query: async (query) => queryTable(await mnema.memory(id), query),
    topics: async () => viewHierarchy(await store()),
    program: () => mnema.program(id),
    edit: (round, given) => mnema.edit(id, round, given),
    rename: (renaming) => mnema.rename(id, renaming),
    merge: (renaming) => mnema.merge(id, renaming),
    retry: (given) => mnema.retry(id, given),
    forget: (what, given) => mnema.forget(id, what, given),
    close,
  };
}

async function tablesNamed(found: TableView[], name: string | undefined, known: () => Promise<string[]>): Promise<TableView[]> {
  if (name === undefined || found.length > 0) return found;
  throw new MnemaError("UNKNOWN_TABLE", `There is no table "${name}". Known: ${(await known()).join(", ") || "none"}.`, { place: name });
}

async function search(mnema: Mnema, memoryId: string, query: string, limit: number, scope: NodeKind): Promise<Found[]> {
  const { index, store } = await mnema.memory(memoryId);
  const ambiguous = await store.log.ambiguousIds();
  const hits = await index.search(query, { scope, limit });
  return Promise.all(
    hits.map(async ({ id, kind, score, text }) => {
      const rounds = await index.roundsOf(id);
      return {
        kind,
        rounds: rounds.flatMap((round) => outputIds(round, ambiguous)),
        time: rounds[0]?.time?.iso ?? null,
        text: kind === "event" ? rounds.map(eventText).join("\n") : text,
        score,
      };
    }),
  );
}
