import type { Round } from "../../core/history.js";
import { roundDigest, roundKey } from "../../core/round-key.js";
import type { Appended, LogEntry, Seq } from "../contract.js";
import { wellFormed } from "../json.js";
import { SET_MEMORY } from "./cypher/memory.js";
import { DROP_UNSHOWN, SHOW_PICTURES } from "./cypher/pictures.js";
import {
  APPENDED_AFTER,
  COUNT_NAMED,
  CREATE_ROUNDS,
  CURRENT_BY_KEY,
  DELETE_ROUNDS,
  KNOWN_SEQS,
  MOVE_ROUNDS,
  NAME_ROUNDS,
  ROUNDS_AROUND,
  SUPERSEDE_ROUNDS,
  VERSIONS,
} from "./cypher/rounds.js";
import type { Writing } from "./memory-graph.js";
import { runOn } from "./pieces.js";
import { type Placed, type Placing, placing, windowsOf, type Window } from "./placing.js";
import { idKey, type NewRound, orderProperties, type PlacedRow, picturesOf, roundProperties, toPlaced } from "./rounds.js";

/** A round that came in, with what identifies it. */
export interface Incoming {
  readonly round: Round;
  readonly key: string;
  readonly digest: string;
}

export function incoming(given: Round): Incoming {
  const round = wellFormed(given);
  return { round, key: roundKey(round), digest: roundDigest(round) };
}

/** One call of `append`. `token` is its own: a call that is tried again after its commit was lost gives what it gave. */
export interface Append {
  readonly rounds: readonly Incoming[];
  readonly recordedAt: string;
  readonly token: string;
}

/**
 * Stores rounds that came in, one after the other as far as anyone can tell: what is needed is read at once, worked on
 * here, and written at once. A round that is the same in another place of its session moves there, and rounds without a
 * time that take theirs from one that came or moved are placed anew.
 */
export async function appendRounds(tx: Writing, { rounds, recordedAt, token }: Append): Promise<Appended> {
  if (tx.state.lastAppend === token) return appendedBefore(tx, rounds.length);
  const current = await currentVersions(tx, rounds);
  const touched = rounds.flatMap(({ round, key, digest }) => {
    const old = current.get(key);
    return old === undefined ? [round] : isAsItWas(old, round, digest) ? [] : [round, old];
  });
  const place = await placingOf(tx, windowsOf(touched));
  const fresh = new Map<Seq, NewRound>();
  const superseded = new Map<Seq, Seq>();
  let seq = tx.state.seq;

  for (const { round, key, digest } of rounds) {
    const old = current.get(key);
    if (old !== undefined && isAsItWas(old, round, digest)) continue;
    if (old !== undefined) {
      place.noteDirty(place.moved().get(old.seq)?.order ?? old.order);
      place.remove(old);
    }
    if (old?.digest === digest) {
      current.set(key, { ...place.move({ ...old, position: round.position }), digest });
    } else {
      seq++;
      const placed = place.add({ ...round, seq });
      if (old !== undefined) superseded.set(old.seq, seq);
      current.set(key, { ...placed, digest });
      fresh.set(seq, { seq, round, key, digest, order: placed.order, recordedAt, parked: null, supersededBy: null });
    }
    for (const timed of [old, round]) if (timed !== undefined && timed.time !== null) place.settleAfter(timed);
  }

  await stepBack(
    tx,
    [...superseded].filter(([old]) => !fresh.has(old)),
  );
  await writeRounds(
    tx,
    [...fresh.values()].map((one) => finalVersion(one, place.moved().get(one.seq), superseded.get(one.seq))),
  );
  await settle(tx, place, { seq, lastAppend: token, lastAppendAfter: tx.state.seq });
  return { stored: [...fresh.keys()], skipped: rounds.length - fresh.size, superseded: [...superseded.keys()] };
}

function isAsItWas(known: Placed & { readonly digest: string }, { position }: Round, digest: string): boolean {
  return known.digest === digest && known.position === position;
}

/** A new version as it stands when all rounds of the call are in. */
function finalVersion(one: NewRound, moved: Placed | undefined, supersededBy: Seq | undefined): NewRound {
  const { position, order } = moved ?? { position: one.round.position, order: one.order };
  return { ...one, round: { ...one.round, position }, order, supersededBy: supersededBy ?? null };
}

/** The versions that count now of the rounds that came in, by key. */
async function currentVersions(tx: Writing, rounds: readonly Incoming[]): Promise<Map<string, Placed & { readonly digest: string }>> {
  const keys = [...new Set(rounds.map(({ key }) => key))];
  const known = await tx.run<PlacedRow & { key: string; digest: string }>(CURRENT_BY_KEY, { keys });
  return new Map(known.map((row) => [row.key, { ...toPlaced(row), digest: row.digest }]));
}

/** What the last append did, when it is tried again although it was done. */
async function appendedBefore(tx: Writing, given: number): Promise<Appended> {
  const rows = await tx.run<{ seq: Seq; superseded: Seq | null }>(APPENDED_AFTER, { after: tx.state.lastAppendAfter });
  return {
    stored: rows.map(({ seq }) => seq),
    skipped: given - rows.length,
    superseded: rows.flatMap(({ superseded }) => superseded ?? []),
  };
}

/** Versions in the store no longer count, each superseded by another. */
async function stepBack(tx: Writing, superseded: readonly (readonly [Seq, Seq])[]): Promise<void> {
  if (superseded.length === 0) return;
  const versions = await tx.run<{ ids: string[] }>(VERSIONS, { seqs: superseded.map(([seq]) => seq) });
  await runOn(
    tx,
    SUPERSEDE_ROUNDS,
    "superseded",
    superseded.map(([seq, by]) => ({ seq, by })),
  );
  await runOn(tx, COUNT_NAMED, "keys", keysOf(versions));
}

/** Puts exported versions back under their own seqs. Those that are there already stay as they are. */
export async function restoreRounds(tx: Writing, entries: readonly LogEntry[]): Promise<void> {
  const known = new Set((await tx.run<{ seq: Seq }>(KNOWN_SEQS, { seqs: entries.map(({ seq }) => seq) })).map(({ seq }) => seq));
  const place = placing([], tx.state.dirtyFrom);
  const rounds = new Map<Seq, NewRound>();
  for (const { seq, key, digest, orderKey, recordedAt, parked, supersededBy, ...round } of entries) {
    if (known.has(seq) || rounds.has(seq)) continue;
    if (supersededBy === null) place.noteDirty(orderKey);
    rounds.set(seq, { seq, round: wellFormed(round), key, digest, order: orderKey, recordedAt, parked, supersededBy });
  }
  await writeRounds(tx, [...rounds.values()]);
  await settle(tx, place, { seq: [...rounds.keys()].reduce((last, seq) => Math.max(last, seq), tx.state.seq) });
}

/** Removes rounds in all their versions, and pictures that no other round shows. */
export async function removeRounds(tx: Writing, seqs: readonly Seq[]): Promise<void> {
  const versions = await tx.run<PlacedRow & { supersededBy: Seq | null; ids: string[]; pictures: string[] }>(VERSIONS, { seqs });
  if (versions.length === 0) return;
  await runOn(
    tx,
    DELETE_ROUNDS,
    "seqs",
    versions.map(({ seq }) => seq),
  );
  await runOn(tx, COUNT_NAMED, "keys", keysOf(versions));
  await runOn(tx, DROP_UNSHOWN, "hashes", [...new Set(versions.flatMap(({ pictures }) => pictures))]);
  const removed = versions.map((row) => ({ ...toPlaced(row), supersededBy: row.supersededBy }));
  const timed = removed.filter(({ time }) => time !== null);
  const place = await placingOf(tx, windowsOf(timed));
  for (const { supersededBy, order } of removed) if (supersededBy === null) place.noteDirty(order);
  for (const round of timed) place.settleAfter(round);
  await settle(tx, place, {});
}

async function placingOf(tx: Writing, windows: readonly Window[]): Promise<Placing> {
  const around = windows.length === 0 ? [] : await tx.run<PlacedRow>(ROUNDS_AROUND, { windows, last: Number.MAX_SAFE_INTEGER });
  return placing(around.map(toPlaced), tx.state.dirtyFrom);
}

async function writeRounds(tx: Writing, rounds: readonly NewRound[]): Promise<void> {
  await runOn(tx, CREATE_ROUNDS, "rounds", rounds.map(roundProperties));
  const names = rounds
    .filter(({ supersededBy }) => supersededBy === null)
    .flatMap(({ seq, round }) => [...new Set(round.ids)].map((id) => ({ seq, id, key: idKey(id) })));
  await runOn(tx, NAME_ROUNDS, "names", names);
  await runOn(tx, COUNT_NAMED, "keys", [...new Set(names.map(({ key }) => key))]);
  const shown = rounds.flatMap(({ seq, round }) => picturesOf(round).map((hash) => ({ seq, hash })));
  await runOn(tx, SHOW_PICTURES, "shown", shown);
}

/** Writes what moved in the log, and the memory's own counts. */
async function settle(tx: Writing, place: Placing, counts: Readonly<Record<string, unknown>>): Promise<void> {
  const moved = [...place.moved().values()].map(({ seq, position, order }) => ({ seq, position, ...orderProperties(order) }));
  await runOn(tx, MOVE_ROUNDS, "moved", moved);
  await tx.run(SET_MEMORY, { properties: { ...counts, dirtyFrom: place.dirtyFrom() } });
}

function keysOf(rounds: readonly { ids: readonly string[] }[]): string[] {
  return [...new Set(rounds.flatMap(({ ids }) => ids.map(idKey)))];
}
