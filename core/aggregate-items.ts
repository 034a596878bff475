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

/** One row's part in an aggregate. Numbers are in one unit. */
export interface Item {
  /** Null when the row lacks the target, or when there was a problem with it. */
  readonly value: Value | null;
  readonly problem: Problem | null;
  /** Place of the row in its table, in canonical order. */
  readonly row: number;
  /** When the row's round took place, ISO 8601; null when unknown. */
  readonly time: string | null;
}
