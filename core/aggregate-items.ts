import type { Problem } from "./evaluate.js";
import type { Value } from "./observation.js";

export const OPERATORS = [
  "count",
  "count-distinct",
  "sum",
  "avg",
  "min",
  "max",
  "median",
  "stddev",
  "first",
  "last",
  "change",
  "trend",
] as const;

/** What Compute can make of many values. `stddev` is the sample's, `change` last − first, `trend` the slope per day. */
export type Operator = (typeof OPERATORS)[number];

/** Operators that need numbers; the others take any kind of value. */
export const NUMERIC_OPERATORS: ReadonlySet<Operator> = new Set<Operator>(["sum", "avg", "median", "stddev", "change", "trend"]);

/** Rows of a table by their places in canonical order, rising. */
export type Places = Uint32Array;

/** Values by number: what is worked out of a value alone need be worked out once for each class of equal ones. */
export interface ValueClasses {
  /** By place; -1 for none. */
  readonly codes: Int32Array;
  /** By number, the value of the class; null for none. */
  readonly members: readonly (Value | null)[];
}

/** What is computed over: a value a row, by the row's place. Numbers are in one unit. */
export interface Items {
  /** The unit that the numbers are in. */
  readonly unit: string | null;
  /** Null when the row lacks the target, or when there was a problem with it. */
  valueAt(place: number): Value | null;
  /** Why a row has no value although its cells are filled; null where no row has a problem. */
  readonly problemAt: ((place: number) => Problem | null) | null;
  /** The number that stands for each value in arithmetic, by place; NaN where there is none. */
  numbers(): Float64Array;
  /** Whether the values are numbers alone, so that `numbers` says all of them. */
  readonly isNumeric: boolean;
  /** The values by class; null where most of them differ. */
  classes(): ValueClasses | null;
  /** When each row's round took place, in days since 1970 by place; NaN when unknown. */
  days(): Float64Array;
}
