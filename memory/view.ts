import { certainty } from "../core/certainty.js";
import { attributeKey } from "../core/names.js";
import { eventText } from "../core/parts.js";
import { outputIds } from "../core/output-ids.js";
import type { Observation } from "../core/observation.js";
import type { Time } from "../core/history.js";
import type { HierarchyNode, LogEntry, MemoryStore, Row, StoredRound, Table } from "../stores/contract.js";

/** What people see of a memory. Pure functions of what is derived: equal memories give equal results. */

export interface ObservationView {
  readonly round: string;
  readonly attribute: string;
  readonly value: string;
  readonly number: number | null;
  readonly unit: string | null;
  /** How sure it is, in (0, 1): by who told it, and by what is noted of it. */
  readonly confidence: number;
  readonly source: { readonly kind: string; readonly start: number; readonly end: number };
}

export interface TableView {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly unit: string | null }[];
  readonly rows: readonly { readonly round: string; readonly values: Readonly<Record<string, string | null>> }[];
}

export interface EpisodeView {
  readonly description: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly closed: boolean;
  readonly events: readonly { readonly rounds: readonly string[]; readonly time: string | null; readonly text: string }[];
}

export interface TopicView {
  /** Null for the group of episodes that no topic has yet (the one still open). */
  readonly topic: string | null;
  readonly episodes: readonly EpisodeView[];
}

const BATCH = 500;

/** Current rounds in canonical order, a batch at a time: memories may be larger than the process. */
export async function* eachRound({ log }: MemoryStore): AsyncGenerator<StoredRound> {
  for (let after: string | null = null; ;) {
    const batch: readonly StoredRound[] = await log.roundsAfter(after, BATCH);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = last.orderKey;
  }
}

/** Rounds in all their versions, in order of arrival, a batch at a time. */
export async function* eachVersion({ log }: Pick<MemoryStore, "log">): AsyncGenerator<LogEntry> {
  for (let after = 0; ;) {
    const page = await log.history(after, BATCH);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < BATCH) return;
    after = last.seq;
  }
}

/** All observations, in canonical order of their rounds, named by the turn in which they were made. */
export async function viewObservations(store: MemoryStore): Promise<ObservationView[]> {
  const ambiguous = await store.log.ambiguousIds();
  const views: ObservationView[] = [];
  for await (const round of eachRound(store)) {
    const observations = (await store.log.observations([round.seq])).get(round.seq) ?? [];
    for (const observation of observations) views.push(viewObservation(observation, turnId(round, observation, ambiguous)));
  }
  return views;
}

function viewObservation({ attribute, value, typed, source, note }: Observation, round: string): ObservationView {
  const number = typed.kind === "number" ? typed.number : null;
  const unit = typed.kind === "number" || typed.kind === "range" ? typed.unit : null;
  return {
    round,
    attribute,
    value,
    number,
    unit,
    confidence: certainty({ source, note }),
    source: { kind: source.kind, start: source.start, end: source.end },
  };
}

/** Output id of the turn that an observation comes from. */
function turnId(round: StoredRound, { source }: Observation, ambiguous: ReadonlySet<string>): string {
  const id = round.turns[source.turn]?.id ?? round.ids[0] ?? "";
  return ambiguous.has(id) ? `${round.history}/${id}` : id;
}

/** A table with the times of its rows' rounds, in order of the rows. */
export interface TimedTable {
  readonly table: TableView;
  readonly times: readonly (Time | null)[];
}

/** Tables with their rows, in order of discovery; with `name`, only the one of that name or alias. */
export async function viewTables(store: MemoryStore, name?: string): Promise<TableView[]> {
  return (await viewTimedTables(store, name)).map(({ table }) => table);
}

/** As `viewTables`, with when each row was told. */
export async function viewTimedTables(store: MemoryStore, name?: string): Promise<TimedTable[]> {
  const tables = (await store.tables.tables()).filter((table) => name === undefined || isCalled(table, name));
  const ambiguous = await store.log.ambiguousIds();
  return Promise.all(tables.map(async (table) => viewTable(store, table, ambiguous)));
}

function isCalled(table: Table, name: string): boolean {
  return [table.name, ...table.aliases].some((known) => known.toLowerCase() === name.toLowerCase());
}

async function viewTable(store: MemoryStore, table: Table, ambiguous: ReadonlySet<string>): Promise<TimedTable> {
  const rows = await withRounds(store, await store.tables.rows(table.id), ambiguous);
  return {
    table: {
      name: table.name,
      aliases: table.aliases,
      description: table.description,
      columns: table.columns.map(({ name, type, unit }) => ({ name, type, unit })),
      rows: rows.map(({ row, round }) => ({ round, values: valuesOf(table, row) })),
    },
    times: rows.map(({ time }) => time),
  };
}

/** Rows with the output ids and times of their rounds; an id is empty where the round is gone. */
export async function withRounds(
  { log }: Pick<MemoryStore, "log">,
  rows: readonly Row[],
  ambiguous: ReadonlySet<string>,
): Promise<{ readonly row: Row; readonly round: string; readonly time: Time | null }[]> {
  const rounds = new Map((await log.rounds(rows.map(({ seq }) => seq))).map((round) => [round.seq, round]));
  return rows.map((row) => {
    const round = rounds.get(row.seq);
    return { row, round: round === undefined ? "" : (outputIds(round, ambiguous)[0] ?? ""), time: round?.time ?? null };
  });
}

function valuesOf(table: Table, row: Row): Record<string, string | null> {
  return Object.fromEntries(table.columns.map(({ name }) => [name, row.cells.get(attributeKey(name))?.value ?? null]));
}

/** The hierarchy: topics, their episodes, their events; episodes without a topic last. */
export async function viewHierarchy(store: MemoryStore): Promise<TopicView[]> {
  const ambiguous = await store.log.ambiguousIds();
  const [topics, episodes] = [await store.hierarchy.nodes("topic"), await store.hierarchy.nodes("episode")];
  const views: TopicView[] = [];
  for (const topic of [...topics, null]) {
    const below = episodes.filter(({ parent }) => parent === (topic?.id ?? null));
    if (topic === null && below.length === 0) continue;
    views.push({ topic: topic?.text ?? null, episodes: await Promise.all(below.map((episode) => viewEpisode(store, episode, ambiguous))) });
  }
  return views;
}

async function viewEpisode(store: MemoryStore, episode: HierarchyNode, ambiguous: ReadonlySet<string>): Promise<EpisodeView> {
  const events = await store.hierarchy.children(episode.id);
  const rounds = await store.log.rounds(events.flatMap(({ seq }) => (seq === null ? [] : [seq])));
  return {
    description: episode.text,
    from: episode.from,
    to: episode.to,
    closed: episode.closed,
    events: rounds.map((round) => ({ rounds: outputIds(round, ambiguous), time: round.time?.iso ?? null, text: eventText(round) })),
  };
}
