import { attributeKey } from "../../core/names.js";
import type { Observation, Value } from "../../core/observation.js";
import type { Row, Seq, Table, TableCommit, TableStore } from "../contract.js";
import { fromJson, toJson, wellFormed } from "../json.js";
import { MEMORY_INFO, SET_MEMORY } from "./cypher/memory.js";
import { CLEAR_ROWS, COLUMNS, DROP_TABLES, LINK_ROWS, PUT_ROWS, PUT_TABLES, ROWS, ROWS_OF, TABLES } from "./cypher/tables.js";
import { derived } from "./derived.js";
import type { MemoryGraph, Writing } from "./memory-graph.js";
import { toOrder } from "./order.js";
import { runOn } from "./pieces.js";

interface MemoryRow {
  readonly tableCursor: string | null;
  readonly tableGeneration: number;
}

interface RowOf {
  readonly table: string;
  readonly seq: Seq;
  readonly cells: string;
}

/** The analytic memory of one memory. */
export function neo4jTables(memory: MemoryGraph): TableStore {
  const { rows } = memory;
  const { commit, reset } = derived(memory, "tables");
  return {
    commit: async (given) => {
      const tables = new Map(given.put.map((table) => [table.id, wellFormed(table)]));
      const cells = [...given.rows].flatMap(([table, list]) => list.map(({ seq, cells }) => ({ table, seq, cells: toJson([...cells]) })));
      await commit((tx) => write(tx, given, tables, cells));
    },

    cursor: async () => (await rows<MemoryRow>(MEMORY_INFO))[0]?.tableCursor ?? null,

    tables: memory.kept(async () => (await rows<{ table: string }>(TABLES)).map(({ table }) => fromJson<Table>(table))),

    rows: async (table) => (await rows<RowOf>(ROWS, { table })).map(({ seq, cells }): Row => ({ seq, cells: new Map(cellsOf(cells)) })),

    reset,

    generation: async () => (await rows<MemoryRow>(MEMORY_INFO))[0]?.tableGeneration ?? 0,
  };
}

async function write(tx: Writing, commit: TableCommit, tables: ReadonlyMap<string, Table>, given: readonly RowOf[]): Promise<void> {
  for (const table of [...commit.drop, ...commit.clear]) {
    await tx.run(CLEAR_ROWS, { table, written: given.filter((row) => row.table === table).map(({ seq }) => seq) });
  }
  await tx.run(DROP_TABLES, { tables: commit.drop });
  const before = await attributesOf(tx, [...new Set([...tables.keys(), ...commit.rows.keys()])]);
  let place = tx.state.places;
  await runOn(
    tx,
    PUT_TABLES,
    "tables",
    [...tables.values()].map((table) => ({ id: table.id, place: ++place, properties: tableProperties(table) })),
  );

  // Cells lie under the place of their column, so those of a table whose columns changed are laid out anew.
  const changed = [...tables.values()].filter(({ id, columns }) => !isEqual(before.get(id), attributes(columns))).map(({ id }) => id);
  const standing = changed.length === 0 ? [] : await tx.run<RowOf>(ROWS_OF, { tables: changed });
  const after = new Map([...before, ...[...tables].map(([id, { columns }]) => [id, attributes(columns)] as const)]);
  const rows = [...new Map([...standing, ...given].map((row) => [`${row.seq} ${row.table}`, row])).values()];
  await runOn(
    tx,
    PUT_ROWS,
    "rows",
    rows.map((row) => ({ ...row, ...namedCells(row.cells, after.get(row.table) ?? []) })),
  );
  await runOn(tx, LINK_ROWS, "seqs", [...new Set(rows.map(({ seq }) => seq))]);
  await tx.run(SET_MEMORY, { properties: { tableCursor: commit.cursor, places: place } });
}

async function attributesOf(tx: Writing, tables: readonly string[]): Promise<Map<string, readonly string[]>> {
  const found = await tx.run<{ id: string; attributes: string[] }>(COLUMNS, { tables });
  return new Map(found.map(({ id, attributes }) => [id, attributes]));
}

function attributes(columns: Table["columns"]): string[] {
  return columns.map(({ name }) => attributeKey(name));
}

function isEqual(before: readonly string[] | undefined, now: readonly string[]): boolean {
  return before?.length === now.length && before.every((key, place) => key === now[place]);
}

function tableProperties(table: Table): Record<string, unknown> {
  const { name, description, aliases, columns, discoveredAt } = table;
  return {
    name,
    description,
    aliases,
    order: toOrder(discoveredAt),
    columns: columns.map((column) => column.name),
    attributes: attributes(columns),
    table: toJson(table),
  };
}

function cellsOf(cells: string): [string, Observation][] {
  return fromJson<[string, Observation][]>(cells);
}

/** The cells as properties for people's own Cypher: `c0` is the value in the table's first column. */
function namedCells(cells: string, columns: readonly string[]): Record<string, unknown> {
  const named = cellsOf(cells).flatMap(([key, { typed, value }]) => {
    const place = columns.indexOf(key);
    return place < 0 ? [] : [[`c${place}`, plain(typed) ?? value] as const];
  });
  return Object.fromEntries(named);
}

/** A typed value as Neo4j can compute with it; null when its text says more. */
function plain(value: Value): number | string | boolean | null {
  switch (value.kind) {
    case "number":
      return value.number;
    case "date":
      return value.date;
    case "boolean":
      return value.boolean;
    default:
      return null;
  }
}
