import type { Round } from "../../core/history.js";
import { roundDigest, roundKey } from "../../core/round-key.js";
import type { LogEntry, Seq, StoredRound } from "../contract.js";
import { fromJson, toJson, wellFormed } from "../json.js";
import { fromOrder, toOrder } from "./bytes.js";
import type { MemoryFile } from "./memory-file.js";
import { noteDirty, placeAfter, placeOf } from "./placing.js";

/** A row of `rounds`, as far as a stored round is made from it. */
export interface RoundRow {
  readonly seq: Seq;
  readonly key: string;
  readonly digest: string;
  readonly recorded_at: string;
  readonly superseded_by: Seq | null;
  readonly order_key: Buffer;
  readonly parked: string | null;
  readonly round: string;
}

export const ROUND_COLUMNS = "seq, key, digest, recorded_at, superseded_by, order_key, parked, round";
export const CURRENT = "superseded_by IS NULL";

export function toEntry(row: RoundRow): LogEntry {
  return { ...toStored(row), supersededBy: row.superseded_by };
}

export function toStored(row: RoundRow): StoredRound {
  return {
    ...fromJson<Round>(row.round),
    seq: row.seq,
    key: row.key,
    digest: row.digest,
    orderKey: fromOrder(row.order_key),
    recordedAt: row.recorded_at,
    parked: row.parked === null ? null : fromJson<string>(row.parked),
  };
}

/**
 * Stores one round that came in: its new seq, the seq it superseded, or null for both when it is there already. Rounds
 * without a time that take theirs from this one are placed anew.
 */
export function appendRound({ sql }: MemoryFile, given: Round, recordedAt: string): { stored: Seq | null; superseded: Seq | null } {
  const round = wellFormed(given);
  const [key, digest] = [roundKey(round), roundDigest(round)];
  const old = sql(`SELECT ${ROUND_COLUMNS} FROM rounds WHERE key = ? AND ${CURRENT}`).get(key) as RoundRow | undefined;
  if (old?.digest === digest) {
    moveRound(sql, old, round);
    return { stored: null, superseded: null };
  }
  if (old !== undefined) {
    // Only one version of a round is current at a time, so the old one steps back before its successor has a seq.
    sql("UPDATE rounds SET superseded_by = 0 WHERE seq = ?").run(old.seq);
    forgetIds(sql, old);
    noteDirty(sql, old.order_key);
  }
  const order = toOrder(placeOf(sql, round));
  noteDirty(sql, order);
  const seq = insertRound(sql, { round, key, digest, order, recordedAt, parked: null, supersededBy: null });
  if (old !== undefined) sql("UPDATE rounds SET superseded_by = ? WHERE seq = ?").run(seq, old.seq);
  for (const timed of [old === undefined ? null : fromJson<Round>(old.round), round]) {
    if (timed !== null && timed.time !== null) placeAfter(sql, timed);
  }
  return { stored: seq, superseded: old?.seq ?? null };
}

/** Gives a round the place in its session that it has now, and those that take their time from it theirs. */
function moveRound(sql: MemoryFile["sql"], { seq, round, order_key }: RoundRow, moved: Round): void {
  const known = fromJson<Round>(round);
  if (known.position === moved.position) return;
  const placed = { ...known, position: moved.position };
  const order = toOrder(placeOf(sql, placed));
  noteDirty(sql, order_key);
  noteDirty(sql, order);
  sql("UPDATE rounds SET position = ?, order_key = ?, round = ? WHERE seq = ?").run(placed.position, order, toJson(placed), seq);
  for (const place of known.time === null ? [] : [known, placed]) placeAfter(sql, place);
}

/** Puts an exported version back under its own seq. One that is there already stays as it is. */
export function restoreRound({ sql }: MemoryFile, entry: LogEntry): void {
  const { seq, key, digest, orderKey, recordedAt, parked, supersededBy, ...round } = entry;
  if (sql("SELECT 1 FROM rounds WHERE seq = ?").get(seq) !== undefined) return;
  const order = toOrder(orderKey);
  if (supersededBy === null) noteDirty(sql, order);
  insertRound(sql, { seq, round: wellFormed(round), key, digest, order, recordedAt, parked, supersededBy });
}

/** Removes the rounds in all their versions. Gives the hashes of pictures that no other round shows. */
export function removeRounds({ sql }: MemoryFile, seqs: readonly Seq[]): string[] {
  const versions = sql(
    `SELECT ${ROUND_COLUMNS} FROM rounds WHERE key IN (SELECT key FROM rounds WHERE seq IN (SELECT value FROM json_each(?)))`,
  ).all(toJson(seqs)) as RoundRow[];
  for (const version of versions) {
    sql("DELETE FROM rounds WHERE seq = ?").run(version.seq);
    sql("DELETE FROM observations WHERE seq = ?").run(version.seq);
    if (version.superseded_by === null) {
      forgetIds(sql, version);
      noteDirty(sql, version.order_key);
    }
  }
  const rounds = versions.map(({ round }) => fromJson<Round>(round));
  const shown = versions.flatMap(({ seq }, index) => picturesOf(rounds[index] as Round).map((hash) => ({ hash, seq })));
  for (const { hash, seq } of shown) sql("DELETE FROM round_pictures WHERE hash = ? AND seq = ?").run(hash, seq);
  const orphans = [...new Set(shown.map(({ hash }) => hash))].filter(
    (hash) => sql("SELECT 1 FROM round_pictures WHERE hash = ?").get(hash) === undefined,
  );
  for (const hash of orphans) {
    sql("DELETE FROM pictures WHERE hash = ?").run(hash);
    sql("DELETE FROM picture_texts WHERE hash = ?").run(hash);
  }
  for (const round of rounds) if (round.time !== null) placeAfter(sql, round);
  if (versions.length > 0) sql("UPDATE memory SET unscrubbed = 1").run();
  return orphans;
}

interface NewRound {
  readonly seq?: Seq;
  readonly round: Round;
  readonly key: string;
  readonly digest: string;
  readonly order: Buffer;
  readonly recordedAt: string;
  readonly parked: string | null;
  readonly supersededBy: Seq | null;
}

function insertRound(sql: MemoryFile["sql"], { seq, round, key, digest, order, recordedAt, parked, supersededBy }: NewRound): Seq {
  const { ids, history, session, position, time, turns } = round;
  const inserted = sql(
    `INSERT INTO rounds (seq, key, digest, history, session, position, time, recorded_at, superseded_by, order_key, parked, round)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    seq ?? null,
    key,
    digest,
    history,
    session,
    position,
    time === null ? null : toJson(time),
    recordedAt,
    supersededBy,
    order,
    parked === null ? null : toJson(parked),
    toJson({ ids, history, session, position, time, turns }),
  );
  const stored = Number(inserted.lastInsertRowid);
  if (supersededBy === null) for (const id of ids) sql("INSERT OR IGNORE INTO round_ids (id, seq) VALUES (?, ?)").run(id, stored);
  for (const hash of picturesOf(round)) sql("INSERT OR IGNORE INTO round_pictures (hash, seq) VALUES (?, ?)").run(hash, stored);
  return stored;
}

function forgetIds(sql: MemoryFile["sql"], { seq, round }: RoundRow): void {
  for (const id of fromJson<Round>(round).ids) sql("DELETE FROM round_ids WHERE id = ? AND seq = ?").run(id, seq);
}

function picturesOf({ turns }: Round): string[] {
  return turns
    .flatMap(({ pictures }) => pictures)
    .map(({ hash }) => hash)
    .filter((hash) => hash !== null);
}
