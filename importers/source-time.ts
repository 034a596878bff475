import type { Time } from "../core/history.js";
import type { Warn } from "./contract.js";
import { readTime } from "./times.js";

/** A time as a source gives it; left out is null in silence, anything unreadable is null with a warning. */
export function sourceTime(value: unknown, warn: Warn, at: string): Time | null {
  if (value === undefined) return null;
  const time = readTime(value);
  if (time === null) warn("time-unknown", "The time here is not one: it is kept as unknown.", at);
  return time;
}
