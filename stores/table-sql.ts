import alasql from "alasql";
import { OPERATORS, type Items, type Operator, type Places, type ValueClasses } from "../core/aggregate-items.js";
import { aggregate, placesThat, type Aggregate } from "../core/aggregates.js";
import type { Expression } from "../core/expression.js";
import { cellTest, type Filter } from "../core/filter.js";
import { bestPlacesOf, rankItems, type Ranked } from "../core/ranking.js";
import { testCells, type CellColumn } from "./cell-columns.js";

/** What a call computes over, in one unit where values are compared, and the places of all rows. */
export interface Target extends Items {
  readonly places: Places;
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
  functions[foldName(operator)] = (target: Target, groups?: ValueClasses | null, passing?: Passing) =>
    foldGroups(operator, target, groups ?? null, placesOf(target.places, passing ?? null));

/** Name in SQL of the function that computes an operator. */
export function foldName(operator: Operator): string {
  return `mnema_${operator.replace("-", "_")}`;
}

/** Rows that pass all the masks (`neutral` 1) or one of them (0). */
function joined(masks: readonly Uint8Array[], neutral: 0 | 1): Uint8Array {
  const [first, ...others] = masks;
  const result = first?.slice() ?? new Uint8Array();
  for (const mask of others)
    for (let place = 0; place < result.length; place++)
      result[place] =
        neutral === 1 ? (result[place] as number) & (mask[place] as number) : (result[place] as number) | (mask[place] as number);
  return result;
}

function foldGroups(operator: Operator, target: Target, groups: ValueClasses | null, places: Places): FoldedGroup[] {
  const parts = groups === null ? [{ code: -1, places }] : partsOf(places, groups);
  return parts.map((part) => ({ ...aggregate(operator, target, part.places), code: part.code }));
}

/** The places of each group that has any, rising, as the groups come first. */
function partsOf(places: Places, { codes, members }: ValueClasses): { code: number; places: Places }[] {
  // By code + 1, so that the rows without a group come first; there the number of rows, then where the next one goes.
  const next = new Uint32Array(members.length + 1);
  for (const place of places) (next[(codes[place] as number) + 1] as number)++;
  let end = 0;
  for (let index = 0; index < next.length; index++) {
    const size = next[index] as number;
    next[index] = end;
    end += size;
  }
  const starts = next.slice();
  const sorted = new Uint32Array(places.length);
  for (const place of places) sorted[(next[(codes[place] as number) + 1] as number)++] = place;
  const parts = Array.from(starts, (start, index) => ({ code: index - 1, places: sorted.subarray(start, next[index]) }));
  return parts.filter((part) => part.places.length > 0).sort((a, b) => (a.places[0] as number) - (b.places[0] as number));
}

/** The best rows of those that pass, with what ties with the last of them, in order, and how many pass. */
function ranked(target: Target, passing: Passing, order: "asc" | "desc", limit: number): { ranked: readonly Ranked[]; total: number } {
  const places = placesOf(target.places, passing);
  const best = bestPlacesOf(target, places, order, limit);
  const items = best.map((row) => ({ value: target.valueAt(row), problem: target.problemAt?.(row) ?? null, row }));
  return { ranked: rankItems(items, order), total: places.length };
}

/** Of the places of all rows those that pass. */
export function placesOf(all: Places, passing: Passing): Places {
  return passing === null ? all : placesThat(all, (place) => passing[place] === 1);
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
