import { decimalMarkOf } from "../language.js";
import { largestCount } from "../most-frequent.js";
import type { Observation, Value } from "../observation.js";
import { areAroundMidnight, TIME_OF_DAY, TIME_OF_NIGHT } from "../times-of-day.js";
import { isCurrency, sameDimension } from "../units.js";
import { asDuration, isClockOpen } from "./clock.js";
import { isSeparatorOpen } from "./number.js";
import { parseValue } from "./parse.js";

/** What the values of a column tell about those of them that are ambiguous alone. Extraction sees one round; a column all. */
export interface Convention {
  /** The decimal mark that its unambiguous numbers use; undefined when none or both. */
  readonly decimal: "." | "," | undefined;
  /** The unit that its numbers are in; null for none. */
  readonly unit: string | null;
}

/** In counts of units: a time of day that could be minutes and seconds. */
const OPEN_CLOCK = "time of day?";

/** What a value counts as among the units of its column: its unit, null for none; undefined when it is no number. */
export function unitVote({ typed, note }: Observation): string | null | undefined {
  if (typed.kind !== "number" && typed.kind !== "range") return undefined;
  return isClockOpen(note) ? OPEN_CLOCK : typed.unit;
}

/** The most frequent unit, of equal ones the first; times that are open are durations where any value is surely one. */
export function electedUnit(votes: ReadonlyMap<string | null, number>): string | null {
  const open = votes.get(OPEN_CLOCK) ?? 0;
  const sure = new Map([...votes].filter(([unit]) => unit !== OPEN_CLOCK));
  if (open > 0) {
    const duration = [...sure.keys()].find((unit) => unit !== null && sameDimension(unit, "min"));
    const joined = sure.has(TIME_OF_DAY) ? TIME_OF_DAY : (duration ?? TIME_OF_DAY);
    sure.set(joined, (sure.get(joined) ?? 0) + open);
  }
  return largestCount(sure);
}

/** The convention of a column in this unit (null: as its cells tell). */
export function conventionOf(cells: readonly Observation[], unit: string | null): Convention {
  const numbers = cells.filter((cell) => unitVote(cell) !== undefined);
  const decimal = numbers.some(({ note }) => isSeparatorOpen(note))
    ? decimalMarkOf(numbers.map(({ value }) => value).join("\n"))
    : undefined;
  const isNight = unit === TIME_OF_DAY && areAroundMidnight(numbers.flatMap(({ typed }) => (typed.kind === "number" ? typed.number : [])));
  return { decimal, unit: isNight ? TIME_OF_NIGHT : unit };
}

/** A cell's value as its column's convention has it. */
export function settledValue({ attribute, value, typed, note }: Observation, { decimal, unit }: Convention): Value {
  if (isClockOpen(note) && unit !== null && sameDimension(unit, "min")) {
    const duration = asDuration(value, attribute);
    return duration === null ? typed : { kind: "number", number: duration.number, unit: duration.unit };
  }
  const isMoney = typed.kind === "number" && typed.unit !== null && isCurrency(typed.unit);
  return decimal !== undefined && !isMoney && isSeparatorOpen(note) ? parseValue(value, { attribute, decimal }).typed : typed;
}
