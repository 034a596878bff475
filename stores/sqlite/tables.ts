import type { Observation } from "../../core/observation.js";
import type { Row, Seq, Table, TableStore } from "../contract.js";
import { fromJson, toJson } from "../json.js";
import { toOrder } from "./bytes.js";
import type { MemoryFile } from "./memory-file.js";

/** The analytic memory of one memory. */
export function sqliteTables({ sql, read, change }: MemoryFile): TableStore {
  const clear = (tableId: string) => sql("DELETE FROM table_rows WHERE table_id = ?").run(tableId);

  const put = (table: Table) =>
    sql(
      `INSERT INTO tables (id, discovered_at, "table") VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET discovered_at = excluded.discovered_at, "table" = excluded."table"`,
    ).run(table.id, toOrder(table.discoveredAt), toJson(table));

  const putRow = (tableId: string, { seq, cells }: Row) =>
    sql(
      "INSERT INTO table_rows (table_id, seq, cells) VALUES (?, ?, ?) ON CONFLICT (table_id, seq) DO UPDATE SET cells = excluded.cells",
    ).run(tableId, seq, toJson([...cells]));

  return {
    commit: (commit) =>
      change(() => {
        for (const tableId of commit.drop) {
          clear(tableId);
          sql("DELETE FROM tables WHERE id = ?").run(tableId);
        }
        for (const tableId of commit.clear) clear(tableId);
        for (const table of commit.put) put(table);
        for (const [tableId, rows] of commit.rows) for (const row of rows) putRow(tableId, row);
        sql("UPDATE memory SET table_cursor = ?").run(commit.cursor === null ? null : toJson(commit.cursor));
      }),

    cursor: () =>
      read(() => {
        const { cursor } = sql("SELECT table_cursor AS cursor FROM memory").get() as { cursor: string | null };
        return cursor === null ? null : fromJson<string>(cursor);
      }),

    tables: () =>
      read(() =>
        (sql(`SELECT "table" FROM tables ORDER BY discovered_at, place`).all() as { table: string }[]).map(({ table }) =>
          fromJson<Table>(table),
        ),
      ),

    rows: (tableId) =>
      read(() => {
        const found = sql(
          `SELECT r.seq, r.cells FROM table_rows AS r LEFT JOIN rounds ON rounds.seq = r.seq
           WHERE r.table_id = ? ORDER BY rounds.order_key, r.seq`,
        ).all(tableId) as { seq: Seq; cells: string }[];
        return found.map(({ seq, cells }) => ({ seq, cells: new Map(fromJson<[string, Observation][]>(cells)) }));
      }),

    reset: () =>
      change(() => {
        sql("DELETE FROM table_rows").run();
        sql("DELETE FROM tables").run();
        sql("UPDATE memory SET table_cursor = NULL, table_generation = table_generation + 1").run();
      }),

    generation: () => read(() => (sql("SELECT table_generation AS generation FROM memory").get() as { generation: number }).generation),
  };
}
