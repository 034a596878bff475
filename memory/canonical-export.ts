import type { Round } from "../core/history.js";
import { pictureHashes } from "../core/parts.js";
import { describeEpisode } from "../decisions/describe-episode.js";
import { describeTopic } from "../decisions/describe-topic.js";
import { nameTable } from "../decisions/name-table.js";
import { HUMAN, OFFLINE } from "../decisions/record.js";
import type { MemoryStore, Seq } from "../stores/contract.js";
import { type ExportLine, pictureLine, toBase64, vectorLines } from "./export-lines.js";
import { neededVectors } from "./needed-vectors.js";
import { canonicalProgramLines } from "./program-lines.js";
import { canonicalRuleLines } from "./rule-lines.js";
import { eachRound } from "./view.js";

/**
 * A memory in the form in which equal memories are equal: what it holds now, in canonical order, rounds named by key.
 * Left out is how it came to be so (record and run times, seqs, superseded versions, cost), where things lay (notes on
 * pictures), a round's place number (which tells of rounds that are gone), and what follows from the rest: answers of
 * the stand-ins, a model's about what is derived (they stand in tables and nodes), and vectors that nothing refers to.
 */
export async function* canonicalLines(store: MemoryStore): AsyncGenerator<ExportLine> {
  const keyOf = new Map<Seq, string>();
  const keyAt = new Map<string, string>();
  const pictures = new Set<string>();
  for await (const round of eachRound(store)) {
    keyOf.set(round.seq, round.key);
    keyAt.set(round.orderKey, round.key);
    for (const hash of pictureHashes(round)) pictures.add(hash);
    const { key, ids, history, session, time, parked } = round;
    yield { type: "round", key, ids, history, session, time, turns: withoutNotes(round), parked };
    const list = (await store.log.observations([round.seq])).get(round.seq);
    if (list !== undefined) yield { type: "observations", round: key, list };
  }
  for (const hash of [...pictures].sort()) yield await pictureLine(store, hash);
  yield* decisionLines(store, keyOf);
  const needed = await neededVectors(store);
  yield* vectorLines(
    store,
    (await store.vectors.hashes()).filter(({ hash }) => needed.has(hash)),
  );
  yield* tableLines(store, keyOf, keyAt);
  yield* nodeLines(store, keyOf);
  yield* canonicalRuleLines(store);
  yield* canonicalProgramLines(store, pictures);
  const derived = async (cursor: string | null) => (cursor === null ? null : (keyAt.get(cursor) ?? null));
  yield { type: "derived", tables: await derived(await store.tables.cursor()), hierarchy: await derived(await store.hierarchy.cursor()) };
}

function withoutNotes({ turns }: Round): Round["turns"] {
  return turns.map((turn) => ({ ...turn, pictures: turn.pictures.map((picture) => ({ ...picture, note: null })) }));
}

/** Whose answers stand in what is derived: what was asked on the way there (while a round still waited) is no part of it. */
const DERIVED: ReadonlySet<string> = new Set([describeEpisode.name, describeTopic.name, nameTable.name]);

/** What models and people decided about current rounds, by key; what a question led to belongs to the question. */
async function* decisionLines({ decisions, queries }: MemoryStore, keyOf: ReadonlyMap<Seq, string>): AsyncGenerator<ExportLine> {
  const asked = new Set((await queries.list()).map(({ queryId }) => queryId));
  const records = (await decisions.list()).filter(
    ({ name, model, error, run, rounds }) =>
      model !== OFFLINE &&
      (model === HUMAN || !DERIVED.has(name)) &&
      error === null &&
      !asked.has(run) &&
      rounds.every((seq) => keyOf.has(seq)),
  );
  for (const { key, name, version, model, output, rounds } of records.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    yield { type: "decision", key, name, version, model, output, rounds: [...new Set(rounds.map((seq) => keyOf.get(seq)))].sort() };
  }
}

/** Tables are named by their place: an id may stem from an order key. */
async function* tableLines(
  { tables }: MemoryStore,
  keyOf: ReadonlyMap<Seq, string>,
  keyAt: ReadonlyMap<string, string>,
): AsyncGenerator<ExportLine> {
  for (const [place, { id, name, aliases, description, columns, discoveredAt }] of (await tables.tables()).entries()) {
    yield { type: "table", place, name, aliases, description, columns, discoveredBy: keyAt.get(discoveredAt) ?? null };
    for (const { seq, cells } of await tables.rows(id))
      yield { type: "row", table: place, round: keyOf.get(seq) ?? null, cells: Object.fromEntries(cells) };
  }
}

async function* nodeLines({ hierarchy }: MemoryStore, keyOf: ReadonlyMap<Seq, string>): AsyncGenerator<ExportLine> {
  for (const kind of ["topic", "episode", "event"] as const) {
    for (const { seq, visual, ...node } of await hierarchy.nodes(kind)) {
      yield {
        type: "node",
        ...node,
        round: seq === null ? null : (keyOf.get(seq) ?? null),
        visual: visual === null ? null : toBase64(visual),
      };
    }
  }
}
