import { numberOf, orderValues, valueKey } from "../core/compare.js";
import { bareText } from "../core/filter.js";
import type { Value } from "../core/observation.js";
import type { HydratedTable } from "./hydrate-table.js";
import type { Seq } from "./contract.js";
import type { ColumnFacts, ColumnValue, TableRow } from "./table-engine.js";

/** What stands in every column, auxiliary ones included. Computed once for each version of the table. */
export function factsOf({ shape, rows, facts }: HydratedTable): ColumnFacts[] {
  return shape.columns.map((_, index) => {
    const known = facts.get(index) ?? columnFacts(rows.flatMap((row) => row.values[index] ?? []));
    facts.set(index, known);
    return known;
  });
}

function columnFacts(values: readonly Value[]): ColumnFacts {
  const ordered = values.some((value) => numberOf(value) !== null)
    ? values.filter((value) => numberOf(value) !== null)
    : values.filter(({ kind }) => kind === "date");
  const [least, most] = ordered.reduce<readonly [Value | null, Value | null]>(
    ([low, high], value) => [
      low === null || orderValues(value, low) < 0 ? value : low,
      high === null || orderValues(value, high) > 0 ? value : high,
    ],
    [null, null],
  );
  return {
    filled: values.length,
    distinct: new Set(values.map(valueKey)).size,
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

function distinctTexts(rows: readonly TableRow[], index: number): ColumnValue[] {
  const found = new Map<string, { text: string; seqs: Seq[] }>();
  for (const { values, texts, seq } of rows) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    const known = found.get(valueKey(value));
    if (known === undefined) found.set(valueKey(value), { text: texts[index] ?? "", seqs: [seq] });
    else known.seqs.push(seq);
  }
  return [...found.values()].toSorted((a, b) => b.seqs.length - a.seqs.length);
}
