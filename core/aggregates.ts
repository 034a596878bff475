import { PARTS, type Part } from "./aggregate-parts.js";
import type { Item, Operator } from "./aggregate-items.js";
import type { Problem } from "./evaluate.js";
import type { Value } from "./observation.js";

/** What an aggregate gave. */
export interface Aggregate {
  /** Null when no row had a value. */
  readonly value: Value | null;
  /** Places of the rows that the value rests on: those with the extreme for min and max, the ends for first, last, change. */
  readonly rows: readonly number[];
  /** Rows that were in scope, and those of them without the target. */
  readonly scope: number;
  readonly lacking: number;
  /** Rows left out for a reason other than an empty cell. */
  readonly leftOut: readonly { readonly row: number; readonly problem: Problem }[];
}

/** An aggregate as it grows, row by row. */
export interface Fold {
  readonly operator: Operator;
  readonly part: Part;
  scope: number;
  lacking: number;
  readonly leftOut: { row: number; problem: Problem }[];
}

/** An aggregate over no rows yet. `unit` is the one that the numbers are in. */
export function beginFold(operator: Operator, unit: string | null): Fold {
  return { operator, part: PARTS[operator](unit), scope: 0, lacking: 0, leftOut: [] };
}

/** Takes one more row in. Rows may come in any order. */
export function addToFold(fold: Fold, item: Item): void {
  fold.scope++;
  if (item.problem !== null) fold.leftOut.push({ row: item.row, problem: item.problem });
  else if (item.value === null) fold.lacking++;
  else if (!fold.part.add(item.value, item)) fold.leftOut.push({ row: item.row, problem: "not a number" });
}

export function endFold(fold: Fold): Aggregate {
  return { ...fold.part.result(), scope: fold.scope, lacking: fold.lacking, leftOut: fold.leftOut };
}
