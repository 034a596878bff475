import type { Round, Time } from "../../core/history.js";
import { roundOrder } from "../../core/round-key.js";
import type { Seq } from "../contract.js";
import { fromJson } from "../json.js";
import { toOrder } from "./bytes.js";
import type { MemoryFile } from "./memory-file.js";

/**
 * Canonical order of the log. A round without a time takes that of the nearest earlier one of its session, whatever
 * the order in which they came in, so that a session stored in pieces is ordered like one stored whole.
 */

type Sql = MemoryFile["sql"];
type Place = Pick<Round, "history" | "session" | "position">;

const CURRENT = "superseded_by IS NULL";

/** The round's order key, given what is in the log. */
export function placeOf(sql: Sql, round: Pick<Round, "ids" | "history" | "session" | "position" | "time">): string {
  return roundOrder(round, round.time ?? timeBefore(sql, round));
}

function timeBefore(sql: Sql, { history, session, position }: Place): Time | null {
  const earlier = sql(
    `SELECT time FROM rounds WHERE ${CURRENT} AND time IS NOT NULL AND history = ? AND session = ? AND position < ?
     ORDER BY position DESC, order_key DESC LIMIT 1`,
  ).get(history, session, position) as { time: string } | undefined;
  return earlier === undefined ? null : fromJson<Time>(earlier.time);
}

/** Places anew the rounds without a time that follow a place of their session, as far as the next one with a time. */
export function placeAfter(sql: Sql, { history, session, position }: Place): void {
  const { next } = sql(
    `SELECT min(position) AS next FROM rounds WHERE ${CURRENT} AND time IS NOT NULL AND history = ? AND session = ? AND position > ?`,
  ).get(history, session, position) as { next: number | null };
  const following = sql(
    `SELECT seq, order_key, round FROM rounds WHERE ${CURRENT} AND time IS NULL AND history = ? AND session = ? AND position > ? AND position <= ?`,
  ).all(history, session, position, next ?? Number.MAX_SAFE_INTEGER) as { seq: Seq; order_key: Buffer; round: string }[];
  for (const { seq, order_key, round } of following) {
    const placed = toOrder(placeOf(sql, fromJson<Round>(round)));
    if (placed.equals(order_key)) continue;
    noteDirty(sql, order_key);
    noteDirty(sql, placed);
    sql("UPDATE rounds SET order_key = ? WHERE seq = ?").run(placed, seq);
  }
}

/** Lowers the place from which everything is to be derived anew. */
export function noteDirty(sql: Sql, order: Buffer): void {
  sql("UPDATE memory SET dirty_from = ? WHERE dirty_from IS NULL OR dirty_from > ?").run(order, order);
}
