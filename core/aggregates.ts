import { NUMERIC_OPERATORS, type Items, type Operator, type Places } from "./aggregate-items.js";
import { PARTS } from "./aggregate-parts.js";
import type { Problem } from "./evaluate.js";
import type { Value } from "./observation.js";

/** What an aggregate gave. */
export interface Aggregate {
  /** Null when no row had a value. */
  readonly value: Value | null;
  /** Places of the rows that the value rests on: those with the extreme for min and max, the ends for first, last, change. */
  readonly rows: Places;
  /** Rows that were in scope, and those of them without the target. */
  readonly scope: number;
  readonly lacking: number;
  /** Rows left out for a reason other than an empty cell, rising. */
  readonly leftOut: readonly LeftOut[];
}

interface LeftOut {
  readonly row: number;
  readonly problem: Problem;
}

/** Computes one operator over the rows in scope. */
export function aggregate(operator: Operator, items: Items, scope: Places): Aggregate {
  const { taken, lacking, leftOut } = splitScope(operator, items, scope);
  const { value, rows, refused = [] } = PARTS[operator](items, taken);
  const refusals = refused.map((row): LeftOut => ({ row, problem: NO_NUMBER }));
  const all = refusals.length === 0 ? leftOut : [...leftOut, ...refusals].sort((a, b) => a.row - b.row);
  return { value, rows, scope: scope.length, lacking, leftOut: all };
}

const NO_NUMBER: Problem = "not a number";

/** The rows whose value the operator takes, how many lack one, and those that are left out. */
function splitScope(operator: Operator, items: Items, scope: Places): { taken: Places; lacking: number; leftOut: LeftOut[] } {
  const numbers = items.isNumeric || NUMERIC_OPERATORS.has(operator) ? items.numbers() : null;
  const isTaken =
    numbers === null ? (place: number) => items.valueAt(place) !== null : (place: number) => !Number.isNaN(numbers[place] as number);
  const taken = placesThat(scope, isTaken);
  const leftOut: LeftOut[] = [];
  let lacking = 0;
  if (taken.length === scope.length) return { taken, lacking, leftOut };
  for (const row of scope) {
    if (isTaken(row)) continue;
    const problem = items.problemAt?.(row) ?? (items.isNumeric || items.valueAt(row) === null ? null : NO_NUMBER);
    if (problem === null) lacking++;
    else leftOut.push({ row, problem });
  }
  return { taken, lacking, leftOut };
}

/** Of these places those that pass; the same array where all do. */
export function placesThat(places: Places, passes: (place: number) => boolean): Places {
  let count = 0;
  while (count < places.length && passes(places[count] as number)) count++;
  if (count === places.length) return places;
  const kept = places.slice();
  for (let index = count + 1; index < places.length; index++) {
    const place = places[index] as number;
    if (passes(place)) kept[count++] = place;
  }
  return kept.subarray(0, count);
}
