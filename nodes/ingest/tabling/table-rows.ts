import type { Miner } from "../../../core/mining/miner.js";
import type { Observation } from "../../../core/observation.js";
import { attributesOf, rowCells, type RowRule, type RowTable } from "../../../core/rows.js";
import type { MemoryStore, Row, Seq } from "../../../stores/contract.js";
import { observedIn } from "../names.js";

/** Rounds read at once. */
const CHUNK = 1_000;

/** All rows of a table, from the rounds that the miner has seen. AdaMM §3.3.3. */
export async function allRows(store: MemoryStore, miner: Miner, table: RowTable, rule: RowRule): Promise<Row[]> {
  const seqs = miner.roundsWith(table.attributes);
  const rows: Row[] = [];
  for (let from = 0; from < seqs.length; from += CHUNK) {
    rows.push(...((await rowsIn(store, seqs.slice(from, from + CHUNK), [table], rule)).get(table.id) ?? []));
  }
  return rows;
}

/** The rows that these rounds, in canonical order, are of these tables, by table id. */
export async function rowsIn(
  store: MemoryStore,
  seqs: readonly Seq[],
  tables: readonly RowTable[],
  rule: RowRule,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const observations = tables.length === 0 ? new Map<Seq, Observation[]>() : await observedIn(store, seqs);
  const rows = new Map<string, Row[]>();
  for (const seq of seqs) {
    const observed = observations.get(seq) ?? [];
    const rowOf = observed.length === 0 ? [] : rule.tablesOf(attributesOf(observed));
    for (const { id, attributes } of tables.filter(({ id }) => rowOf.includes(id))) {
      const known = rows.get(id) ?? [];
      known.push({ seq, cells: rowCells(observed, attributes) });
      rows.set(id, known);
    }
  }
  return rows;
}
