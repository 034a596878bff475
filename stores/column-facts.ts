import { numberOf, orderValues } from "../core/compare.js";
import { bareText } from "../core/filter.js";
import type { Value } from "../core/observation.js";
import { groupsOf, type CellColumn } from "./cell-columns.js";
import type { Seq } from "./contract.js";
import type { HydratedTable } from "./hydrate-table.js";
import type { ColumnFacts, ColumnValue } from "./table-engine.js";
import type { TableRows } from "./table-rows.js";

/** What stands in every column, auxiliary ones included. Computed once for each version of the table. */
export function factsOf({ shape, rows, facts }: HydratedTable): ColumnFacts[] {
  return shape.columns.map((_, index) => {
    const known = facts.get(index) ?? columnFacts(rows.columns(index));
    facts.set(index, known);
    return known;
  });
}

function columnFacts(column: CellColumn): ColumnFacts {
  const { codes, members } = groupsOf(column);
  const values = members.flatMap((member) => member ?? []);
  const numbers = values.filter((value) => numberOf(value) !== null);
  const ordered = numbers.length > 0 ? numbers : values.filter(({ kind }) => kind === "date");
  const [least, most] = ordered.reduce<readonly [Value | null, Value | null]>(
    ([low, high], value) => [
      low === null || orderValues(value, low) < 0 ? value : low,
      high === null || orderValues(value, high) > 0 ? value : high,
    ],
    [null, null],
  );
  return {
    filled: codes.reduce((count, code) => count + Number(code >= 0), 0),
    distinct: values.length,
    least: least === null ? null : bareText(least),
    most: most === null ? null : bareText(most),
  };
}

/** Distinct values of a column, most frequent first, the earlier of equals before the later. */
export function valuesOf({ rows, lists }: HydratedTable, index: number): readonly ColumnValue[] {
  const known = lists.get(index) ?? distinctTexts(rows, index);
  lists.set(index, known);
  return known;
}

function distinctTexts({ columns, seqs, text }: TableRows, index: number): ColumnValue[] {
  const found: { readonly text: string; readonly seqs: Seq[] }[] = [];
  for (const [place, code] of groupsOf(columns(index)).codes.entries()) {
    if (code < 0) continue;
    // Classes are numbered as they come first.
    if (code === found.length) found.push({ text: text(place, index) ?? "", seqs: [] });
    found[code]?.seqs.push(seqs[place] as Seq);
  }
  return found.toSorted((a, b) => b.seqs.length - a.seqs.length);
}
