import { sha256 } from "../../core/canonical.js";
import type { Round, Time } from "../../core/history.js";
import { roundOrder } from "../../core/round-key.js";
import type { Seq } from "../contract.js";

/**
 * Canonical order of the log. A round without a time takes that of the nearest earlier one of its session, whatever
 * the order in which they came in, so that a session stored in pieces is ordered like one stored whole.
 */

/** A current round as far as its order and that of others depends on it. */
export interface Placed extends Pick<Round, "ids" | "history" | "session" | "position" | "time"> {
  readonly seq: Seq;
  readonly order: string;
}

/** Positions of a session whose rounds are written, and all that these may touch lies around them. */
export interface Window {
  readonly place: string;
  readonly low: number;
  readonly high: number;
}

/** Names a session in an index, which takes no text of any length. */
export function sessionPlace({ history, session }: Pick<Round, "history" | "session">): string {
  return sha256(JSON.stringify([history, session]));
}

/** The windows that hold these rounds, one a session. */
export function windowsOf(rounds: readonly Pick<Round, "history" | "session" | "position">[]): Window[] {
  const windows = new Map<string, Window>();
  for (const round of rounds) {
    const place = sessionPlace(round);
    const { low, high } = windows.get(place) ?? { low: round.position, high: round.position };
    windows.set(place, { place, low: Math.min(low, round.position), high: Math.max(high, round.position) });
  }
  return [...windows.values()];
}

/** Sessions in hand: rounds come, go and move one by one, and others follow them. */
export interface Placing {
  /** Puts a round where its time and position say; what it stands as then. */
  add(round: Omit<Placed, "order">): Placed;
  /** As `add`, of a round that was elsewhere in its session. */
  move(round: Omit<Placed, "order">): Placed;
  remove(round: Pick<Placed, "seq" | "history" | "session">): void;
  /** Places anew the rounds without a time that follow this one, as far as the next one with a time. */
  settleAfter(round: Pick<Placed, "history" | "session" | "position">): void;
  /** Lowers the place from which everything is to be derived anew. */
  noteDirty(order: string): void;
  dirtyFrom(): string | null;
  /** Where the rounds that moved stand now. */
  moved(): ReadonlyMap<Seq, Placed>;
}

/** `loaded` are the current rounds in the windows that will be touched. */
export function placing(loaded: readonly Placed[], dirtyFrom: string | null): Placing {
  const sessions = new Map<string, Map<Seq, Placed>>();
  const moved = new Map<Seq, Placed>();
  let dirty = dirtyFrom;

  const sessionOf = (round: Pick<Placed, "history" | "session">) => {
    const place = sessionPlace(round);
    const session = sessions.get(place) ?? new Map<Seq, Placed>();
    sessions.set(place, session);
    return session;
  };
  const noteDirty = (order: string) => void (dirty = dirty === null || order < dirty ? order : dirty);
  const add = (round: Omit<Placed, "order">): Placed => {
    const session = sessionOf(round);
    const placed = { ...round, order: roundOrder(round, round.time ?? timeBefore(session.values(), round.position)) };
    noteDirty(placed.order);
    session.set(round.seq, placed);
    return placed;
  };
  const move = (round: Omit<Placed, "order">): Placed => {
    const placed = add(round);
    moved.set(round.seq, placed);
    return placed;
  };

  for (const round of loaded) sessionOf(round).set(round.seq, round);
  return {
    add,
    move,
    noteDirty,
    dirtyFrom: () => dirty,
    moved: () => moved,
    remove: (round) => void sessionOf(round).delete(round.seq),
    settleAfter: (round) => {
      const session = sessionOf(round);
      for (const one of followersOf([...session.values()], round.position)) {
        if (roundOrder(one, timeBefore(session.values(), one.position)) === one.order) continue;
        noteDirty(one.order);
        move(one);
      }
    },
  };
}

/** The time of the nearest round before a position that has one; of two in one place the later in order. */
function timeBefore(session: Iterable<Placed>, position: number): Time | null {
  let nearest: Placed | null = null;
  for (const round of session) {
    if (round.time === null || round.position >= position) continue;
    if (nearest === null || round.position > nearest.position || (round.position === nearest.position && round.order > nearest.order))
      nearest = round;
  }
  return nearest?.time ?? null;
}

/** Rounds without a time after a position, as far as the next one with a time. */
function followersOf(session: readonly Placed[], position: number): Placed[] {
  const next = session.reduce(
    (least, round) => (round.time !== null && round.position > position ? Math.min(least, round.position) : least),
    Infinity,
  );
  return session.filter((round) => round.time === null && round.position > position && round.position <= next);
}
