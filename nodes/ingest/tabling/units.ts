import { attributeKey } from "../../../core/names.js";
import { electedUnit, unitVote } from "../../../core/values/convention.js";
import type { Column, MemoryStore, Row, Table } from "../../../stores/contract.js";

/** How often each unit stands in a column (`unitVote`), by attribute key; null counts numbers without one. */
export type UnitCounts = ReadonlyMap<string, ReadonlyMap<string | null, number>>;

/** `counts` with the units of further rows. */
export function countUnits(rows: readonly Row[], counts: UnitCounts = new Map()): UnitCounts {
  const columns = new Map([...counts].map(([key, units]) => [key, new Map(units)]));
  for (const { cells } of rows) {
    for (const [key, cell] of cells) {
      const vote = unitVote(cell);
      if (vote === undefined) continue;
      const units = columns.get(key) ?? new Map<string | null, number>();
      columns.set(key, units.set(vote, (units.get(vote) ?? 0) + 1));
    }
  }
  return columns;
}

/** The most frequent unit of a column, of equal ones the first seen; null for none. */
export function unitOf(counts: UnitCounts, key: string): string | null {
  return electedUnit(counts.get(key) ?? new Map());
}

/** The table with every column in its most frequent unit: itself when nothing changes, or no counts are known. */
export function withUnits(table: Table, counts: UnitCounts | undefined): Table {
  if (counts === undefined) return table;
  const columns = table.columns.map((column): Column => ({ ...column, unit: unitOf(counts, attributeKey(column.name)) }));
  return columns.every(({ unit }, index) => unit === table.columns[index]?.unit) ? table : { ...table, columns };
}

/** Counts of a memory's tables as they were committed at a cursor. */
interface Kept {
  readonly cursor: string | null;
  readonly generation: number;
  readonly tables: ReadonlyMap<string, UnitCounts>;
}

/** One an open memory, so that a few new rows do not have all of a table read again. */
const kept = new WeakMap<MemoryStore, Kept>();

/** The counts at hand, by table id, that hold for the tables as they are stored now. */
export async function keptUnits(store: MemoryStore): Promise<ReadonlyMap<string, UnitCounts>> {
  const known = kept.get(store);
  const isCurrent =
    known !== undefined && known.cursor === (await store.tables.cursor()) && known.generation === (await store.tables.generation());
  return isCurrent ? known.tables : new Map();
}

/** Keeps counts of tables as they were committed at `cursor`. */
export async function keepUnits(store: MemoryStore, cursor: string, tables: ReadonlyMap<string, UnitCounts>): Promise<void> {
  kept.set(store, { cursor, generation: await store.tables.generation(), tables });
}
