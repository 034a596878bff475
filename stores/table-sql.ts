import alasql from "alasql";
import { OPERATORS, type Item, type Operator } from "../core/aggregate-items.js";
import { addToFold, beginFold, endFold, type Aggregate, type Fold } from "../core/aggregates.js";
import type { Problem } from "../core/evaluate.js";
import type { Expression } from "../core/expression.js";
import { cellTest, type Filter } from "../core/filter.js";
import { bestPlacesOf, rankItems, type Ranked } from "../core/ranking.js";
import { testCells, type CellClasses, type CellColumn, type EvaluatedRows } from "./cell-columns.js";

/** What a call computes over, row by row, in one unit where values are compared. */
export interface Target extends EvaluatedRows {
  readonly unit: string | null;
  /** By place, where the operator asks for it; null otherwise. */
  readonly times: readonly (string | null)[] | null;
}

/** Which rows pass, 1 or 0 by place; null: all. */
export type Passing = Uint8Array | null;

/** What a group amounts to; `code` is its number among the groups, -1 that of the rows without a group. */
export interface FoldedGroup extends Aggregate {
  readonly code: number;
}

/**
 * AlaSQL plans and carries out a call, over one record whose fields are whole columns: the functions registered here take
 * columns and give columns. A record for each row would cost more than all that is computed.
 */
const functions = (alasql as unknown as { readonly fn: Record<string, (...operands: never[]) => unknown> }).fn;

functions["mnema_test"] = (column: CellColumn, { operator, operands }: Filter & { kind: "test" }) =>
  testCells(column, cellTest(operator, operands));
functions["mnema_all"] = (...masks: readonly Uint8Array[]) => joined(masks, 1);
functions["mnema_any"] = (...masks: readonly Uint8Array[]) => joined(masks, 0);
functions["mnema_rank"] = (target: Target, order: "asc" | "desc", limit: number, passing?: Passing) =>
  ranked(target, passing ?? null, order, limit);
for (const operator of OPERATORS)
  functions[foldName(operator)] = (target: Target, groups?: CellClasses | null, passing?: Passing) =>
    groups ? foldGroups(operator, target, groups, passing ?? null) : [foldAll(operator, target, passing ?? null)];

/** Name in SQL of the function that computes an operator. */
export function foldName(operator: Operator): string {
  return `mnema_${operator.replace("-", "_")}`;
}

/** Rows that pass all the masks (`neutral` 1) or one of them (0). */
function joined(masks: readonly Uint8Array[], neutral: 0 | 1): Uint8Array {
  const [first, ...others] = masks;
  const result = Uint8Array.from(first ?? []);
  for (const mask of others)
    for (let place = 0; place < result.length; place++)
      result[place] =
        neutral === 1 ? (result[place] as number) & (mask[place] as number) : (result[place] as number) | (mask[place] as number);
  return result;
}

/** One item that takes on every row in turn, since folds keep nothing of it. */
interface Cursor {
  value: Target["values"][number];
  problem: Problem | null;
  row: number;
  time: string | null;
}

function eachItem({ values, problems, times }: Target, passing: Passing, take: (item: Item) => void): void {
  const cursor: Cursor = { value: null, problem: null, row: 0, time: null };
  for (let place = 0; place < values.length; place++) {
    if (passing !== null && passing[place] === 0) continue;
    cursor.value = values[place] ?? null;
    cursor.problem = problems?.[place] ?? null;
    cursor.row = place;
    cursor.time = times?.[place] ?? null;
    take(cursor);
  }
}

function foldAll(operator: Operator, target: Target, passing: Passing): FoldedGroup {
  const fold = beginFold(operator, target.unit);
  eachItem(target, passing, (item) => addToFold(fold, item));
  return { ...endFold(fold), code: -1 };
}

function foldGroups(operator: Operator, target: Target, { codes }: CellClasses, passing: Passing): FoldedGroup[] {
  const folds = new Map<number, Fold>();
  eachItem(target, passing, (item) => {
    const code = codes[item.row] as number;
    const fold = folds.get(code) ?? beginFold(operator, target.unit);
    if (fold.scope === 0) folds.set(code, fold);
    addToFold(fold, item);
  });
  return [...folds].map(([code, fold]) => ({ ...endFold(fold), code }));
}

/** The best rows of those that pass, with what ties with the last of them, in order, and how many pass. */
function ranked(target: Target, passing: Passing, order: "asc" | "desc", limit: number): { ranked: readonly Ranked[]; total: number } {
  const places = placesOf(target.values.length, passing);
  const best = bestPlacesOf(target.values, places, order, limit);
  const items = best.map((row) => ({ value: target.values[row] ?? null, problem: target.problems?.[row] ?? null, row, time: null }));
  return { ranked: rankItems(items, order), total: places.length };
}

/** The places that pass, of so many, rising. */
export function placesOf(length: number, passing: Passing): Uint32Array {
  const places = new Uint32Array(length);
  let count = 0;
  for (let place = 0; place < length; place++) if (passing === null || passing[place] === 1) places[count++] = place;
  return places.subarray(0, count);
}

/** A filter in SQL, over the fields of one record: names made here alone. */
export interface Condition {
  readonly sql: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Gives the cells that a test looks at. */
export type CellsOf = (target: Expression) => CellColumn;

/** A filter as a condition on `rows` rows. */
export function toCondition(filter: Filter, rows: number, cellsOf: CellsOf): Condition {
  const fields: Record<string, unknown> = {};
  const write = (part: Filter): string => {
    const number = Object.keys(fields).length;
    if (part.kind === "test") {
      fields[`c${number}`] = cellsOf(part.target);
      fields[`t${number}`] = part;
      return `mnema_test(c${number}, t${number})`;
    }
    if (part.filters.length > 0) return `mnema_${part.kind}(${part.filters.map(write).join(", ")})`;
    fields[`m${number}`] = new Uint8Array(rows).fill(part.kind === "all" ? 1 : 0);
    return `m${number}`;
  };
  return { sql: write(filter), fields };
}

/** Computes an expression made of these pieces alone: no name, value or expression from outside is part of its text. */
export function query<Result>(select: string, fields: Readonly<Record<string, unknown>>): Result {
  const [row] = alasql(`SELECT ${select} AS r0 FROM ?`, [[fields]]) as { readonly r0: Result }[];
  return (row as { readonly r0: Result }).r0;
}
