import type { Round, Time } from "./history.js";
import { naturalKey } from "./names.js";

/** Sorts after every known time. */
const UNKNOWN = "~";

/**
 * A time as a string that sorts by instant: UTC where an offset is known, else as given (UTC assumed). A coarser
 * time sorts before every finer one inside it.
 */
export function timeKey(time: Time | null): string {
  if (time === null) return UNKNOWN;
  if (time.zone === null || time.zone === "Z" || time.iso.length <= 10) return time.iso;
  const instant = new Date(`${time.iso.length === 16 ? `${time.iso}:00` : time.iso}${time.zone}`);
  return Number.isNaN(instant.getTime()) ? time.iso : instant.toISOString().slice(0, time.iso.length);
}

/**
 * Canonical order of the log: time, then history, session and place in the session. `timed` is the time to sort
 * by: the round's own, else that of the nearest earlier round of its session that has one.
 */
export function orderKey(round: Pick<Round, "history" | "session" | "position">, timed: Time | null): string {
  return [timeKey(timed), naturalKey(round.history), naturalKey(round.session), String(round.position).padStart(9, "0")].join("\u0001");
}

/** The time that an order key sorts by (a `timeKey`); null when it is unknown. */
export function orderTime(key: string): string | null {
  const [time = UNKNOWN] = key.split("\u0001", 1);
  return time === UNKNOWN ? null : time;
}
