import { sha256 } from "../../core/canonical.js";
import type { Round, Time, TimePrecision, Turn } from "../../core/history.js";
import type { LogEntry, Seq, StoredRound } from "../contract.js";
import { fromJson, toJson } from "../json.js";
import { fromOrder, headOf, toOrder } from "./order.js";
import { type Placed, sessionPlace } from "./placing.js";

/** Where a round is and when it was, as its node has it. */
interface RoundPlace extends Pick<Round, "history" | "session" | "position"> {
  readonly seq: Seq;
  readonly time: string | null;
  readonly precision: TimePrecision | null;
  readonly zone: string | null;
  readonly order: string;
}

/** A version of a round as statements return it. */
export interface RoundRow extends RoundPlace {
  readonly key: string;
  readonly digest: string;
  readonly recordedAt: string;
  readonly supersededBy: Seq | null;
  readonly parked: string | null;
  readonly ids: readonly string[];
  readonly turns: string;
}

export function toEntry(row: RoundRow): LogEntry {
  return { ...toStored(row), supersededBy: row.supersededBy };
}

export function toStored(row: RoundRow): StoredRound {
  const { ids, history, session, position, turns, seq, key, digest, order, recordedAt, parked } = row;
  const round: Round = { ids, history, session, position, time: timeOf(row), turns: fromJson<Turn[]>(turns) };
  return { ...round, seq, key, digest, orderKey: fromOrder(order), recordedAt, parked };
}

/** A round as statements return it that look at its place. */
export interface PlacedRow extends RoundPlace {
  /** Its first source id. */
  readonly id: string;
}

export function toPlaced(row: PlacedRow): Placed {
  const { seq, id, history, session, position, order } = row;
  return { seq, ids: [id], history, session, position, time: timeOf(row), order: fromOrder(order) };
}

function timeOf({ time, precision, zone }: RoundPlace): Time | null {
  return time === null || precision === null ? null : { iso: time, precision, zone };
}

/** A version that is to be stored. */
export interface NewRound {
  readonly seq: Seq;
  readonly round: Round;
  readonly key: string;
  readonly digest: string;
  readonly order: string;
  readonly recordedAt: string;
  readonly parked: string | null;
  readonly supersededBy: Seq | null;
}

/** Properties of a round's node: the round, with its turns as JSON and as text; and what it is searched by. */
export function roundProperties({ seq, round, key, digest, order, recordedAt, parked, supersededBy }: NewRound): Record<string, unknown> {
  const { ids, history, session, position, time, turns } = round;
  return {
    seq,
    key,
    digest,
    recordedAt,
    supersededBy,
    parked,
    ids,
    history,
    session,
    position,
    waits: parked === null ? null : true,
    place: sessionPlace(round),
    timed: time !== null,
    time: time?.iso ?? null,
    precision: time?.precision ?? null,
    zone: time?.zone ?? null,
    ...orderProperties(order),
    pictures: picturesOf(round),
    text: turns.flatMap(({ text, pictures }) => [text, ...pictures.flatMap(({ caption }) => caption ?? [])]).join("\n"),
    turns: toJson(turns),
  };
}

/** An order key as it is stored, with its indexed beginning. */
export function orderProperties(orderKey: string): { order: string; orderHead: string } {
  const order = toOrder(orderKey);
  return { order, orderHead: headOf(order) };
}

/** Content hashes of the pictures that a round shows, each once. */
export function picturesOf({ turns }: Round): string[] {
  return [...new Set(turns.flatMap(({ pictures }) => pictures).flatMap(({ hash }) => hash ?? []))];
}

/** Names a source id in an index, which takes no text of any length. */
export function idKey(id: string): string {
  return sha256(id);
}
