import type { Item, Operator } from "../core/aggregate-items.js";
import type { Aggregate } from "../core/aggregates.js";
import { periodOf } from "../core/calendar.js";
import { kindRank, orderValues, valueKey } from "../core/compare.js";
import { resolveColumn } from "../core/columns.js";
import { MnemaError } from "../core/errors.js";
import { evaluate, type Evaluated } from "../core/evaluate.js";
import type { Expression } from "../core/expression.js";
import type { Filter } from "../core/filter.js";
import type { Value } from "../core/observation.js";
import type { Ranked } from "../core/ranking.js";
import { convertUnit } from "../core/units.js";
import type { MemoryStore } from "./contract.js";
import { factsOf, valuesOf } from "./column-facts.js";
import { hydrateTable, type HydratedTable } from "./hydrate-table.js";
import type { ColumnValue, ComputedGroup, Grouping, RankedRow, TableEngine, TableRow } from "./table-engine.js";
import { aggregateName, query, toCondition, type Condition, type FoldInput } from "./table-sql.js";

/** Cells that one engine keeps hydrated, over all its tables. */
const CELLS_KEPT = 2_000_000;

/**
 * Executes analytic calls with AlaSQL over a memory's tables. Rows are read from the store once, kept up to a limit of
 * cells (least recently used go first), and read anew when the memory's version has changed. Times of rows are told on the
 * clock of `zone`.
 */
export function createTableEngine(
  store: Pick<MemoryStore, "info" | "tables" | "log">,
  { cellsKept = CELLS_KEPT, zone = null }: { readonly cellsKept?: number; readonly zone?: string | null } = {},
): TableEngine {
  const cache = new TableCache(store, cellsKept, zone);
  return {
    shape: async (tableId) => (await cache.table(tableId)).shape,
    facts: async (tableId) => factsOf(await cache.table(tableId)),
    values: async (tableId, column, limit) => columnValues(await cache.table(tableId), column, limit),
    rows: async (tableId, places) => pick((await cache.table(tableId)).rows, places),
    select: async ({ table, filter, limit }) => select(await cache.table(table), filter, limit),
    compute: async ({ table, target, operator, filter, group }) => compute(await cache.table(table), target, operator, filter, group),
    rank: async ({ table, target, order, filter }) => rank(await cache.table(table), target, order, filter),
  };
}

class TableCache {
  private readonly kept = new Map<string, HydratedTable>();
  private version = -1;

  constructor(
    private readonly store: Pick<MemoryStore, "info" | "tables" | "log">,
    private readonly cellsKept: number,
    private readonly zone: string | null,
  ) {}

  async table(id: string): Promise<HydratedTable> {
    const { version } = await this.store.info();
    // A moment that began earlier may still be at an earlier version; what is kept is never older.
    if (version > this.version) this.kept.clear();
    this.version = Math.max(version, this.version);
    const table = this.kept.get(id) ?? (await this.read(id));
    this.kept.delete(id);
    this.kept.set(id, table);
    this.dropOldest();
    return table;
  }

  private async read(id: string): Promise<HydratedTable> {
    const table = (await this.store.tables.tables()).find((own) => own.id === id);
    if (table === undefined) throw new MnemaError("UNKNOWN_TABLE", `There is no table with the id "${id}".`, { place: id });
    return hydrateTable(table, this.store.tables, this.store.log, this.zone);
  }

  private dropOldest(): void {
    let cells = [...this.kept.values()].reduce((sum, { shape }) => sum + shape.rows * shape.columns.length, 0);
    for (const [id, { shape }] of this.kept) {
      if (cells <= this.cellsKept || this.kept.size === 1) return;
      this.kept.delete(id);
      cells -= shape.rows * shape.columns.length;
    }
  }
}

function columnValues(table: HydratedTable, column: string, limit: number): readonly ColumnValue[] {
  const values = valuesOf(table, resolveColumn(table.shape.columns, column));
  return values.length <= limit ? values : values.slice(0, limit);
}

function pick(rows: readonly TableRow[], places: readonly number[]): TableRow[] {
  return places.flatMap((place) => rows[place] ?? []);
}

/** Records with just what a query reads, and its condition. */
interface Prepared {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly condition: Condition | null;
}

/** Columns that a filter tests are taken over; expressions are computed for every row first, under names of their own. */
function prepare({ rows }: HydratedTable, filter: Filter | null, extra: (row: TableRow) => Record<string, unknown> = () => ({})): Prepared {
  const columns = new Set<number>();
  const expressions: Expression[] = [];
  const nameOf = (target: Expression) => {
    if (target.kind !== "column") return `e${expressions.push(target) - 1}`;
    columns.add(target.column);
    return `c${target.column}`;
  };
  const condition = filter === null ? null : toCondition(filter, nameOf);
  const records = rows.map((row) => {
    const record: Record<string, unknown> = { place: row.place, ...extra(row) };
    for (const column of columns) record[`c${column}`] = row.values[column] ?? undefined;
    for (const [index, expression] of expressions.entries()) record[`e${index}`] = evaluate(expression, row.values).value ?? undefined;
    return record;
  });
  return { records, condition };
}

function select(table: HydratedTable, filter: Filter | null, limit: number): { rows: TableRow[]; total: number } {
  const { records, condition } = prepare(table, filter);
  const places = query<{ place: number }>("place", records, condition).map(({ place }) => place);
  return { rows: pick(table.rows, places.slice(0, limit)), total: places.length };
}

function compute(
  table: HydratedTable,
  target: Expression | null,
  operator: Operator,
  filter: Filter | null,
  grouping: Grouping | null,
): ComputedGroup[] {
  const compared = !UNCOMPARED.has(operator);
  const items = itemsOf(table, target, compared);
  const keys = new Map<string, Value | null>();
  const { records, condition } = prepare(table, filter, (row) => {
    const key = grouping === null ? null : groupKey(grouping, row);
    const name = key === null ? "missing" : `key:${valueKey(key)}`;
    if (!keys.has(name)) keys.set(name, key);
    return { x0: items[row.place], g0: name };
  });
  if (compared) checkUnits(table, records, condition, items);
  const [grouped, rest] = grouping === null ? ["", ""] : ["g0, ", " GROUP BY g0"];
  const results = query<{ g0?: string; r0: Aggregate }>(`${grouped}${aggregateName(operator)}(x0) AS r0`, records, condition, rest);
  return results.map(({ g0, r0 }) => ({ ...r0, key: g0 === undefined ? null : (keys.get(g0) ?? null) })).toSorted(byKey);
}

function byKey({ key: a }: ComputedGroup, { key: b }: ComputedGroup): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return kindRank(a) - kindRank(b) || orderValues(a, b);
}

function groupKey(grouping: Grouping, { values }: TableRow): Value | null {
  if (grouping.kind === "expression") return evaluate(grouping.expression, values).value;
  const date = values[grouping.column];
  const period = date?.kind === "date" ? periodOf(grouping.period, date.date) : null;
  return period === null ? null : { kind: "text", text: period };
}

function rank(table: HydratedTable, target: Expression, order: "asc" | "desc", filter: Filter | null): RankedRow[] {
  const items = itemsOf(table, target, true);
  const { records, condition } = prepare(table, filter, ({ place }) => ({ x0: items[place] }));
  checkUnits(table, records, condition, items);
  const [{ r0 } = { r0: [] }] = query<{ r0: readonly Ranked[] }>(
    `MNEMA_RANK_${order === "asc" ? "ASC" : "DESC"}(x0) AS r0`,
    records,
    condition,
  );
  return r0.flatMap(({ item, position }) =>
    pick(table.rows, [item.row]).map((row) => ({ row, value: item.value, position, problem: item.problem })),
  );
}

/** Operators that never set one value against another. */
const UNCOMPARED: ReadonlySet<Operator> = new Set<Operator>(["count", "first", "last"]);

/** The target's value in every row, in one unit when they are compared. Without a target a row counts as itself. */
function itemsOf({ shape, rows }: HydratedTable, target: Expression | null, compared: boolean): FoldInput[] {
  const present: Evaluated = { value: { kind: "boolean", boolean: true }, problem: null };
  const evaluated = rows.map(({ values }) => (target === null ? present : evaluate(target, values)));
  const column = target?.kind === "column" ? shape.columns[target.column] : undefined;
  const unit =
    column?.unit ?? evaluated.map(({ value }) => (value?.kind === "number" ? value.unit : null)).find((own) => own !== null) ?? null;
  return rows.map(({ place, time }) => {
    const { value, problem } = evaluated[place] ?? { value: null, problem: null };
    return { ...(compared ? aligned(value, problem, unit) : { value, problem }), row: place, time, unit };
  });
}

function aligned(value: Value | null, problem: Evaluated["problem"], unit: string | null): Evaluated {
  if (value?.kind !== "number" || value.unit === null || value.unit === unit) return { value, problem };
  const number = convertUnit(value.number, value.unit, unit);
  return number === null ? { value: null, problem: "units do not fit" } : { value: { ...value, number, unit }, problem };
}

/** Share of the values below which those in a unit of their own are left out, with the rows named, rather than all refused. */
const ODD = 0.25;

/** Mixed units that cannot be converted are refused, with the rows named; a few odd ones are left out. */
function checkUnits({ rows }: HydratedTable, records: Prepared["records"], condition: Condition | null, items: readonly Item[]): void {
  if (items.every(({ problem }) => problem !== "units do not fit")) return;
  const passing = query<{ place: number }>("place", records, condition);
  const wrong = passing.map(({ place }) => place).filter((place) => items[place]?.problem === "units do not fit");
  const filled = passing.filter(({ place }) => items[place]?.problem !== null || items[place]?.value !== null);
  if (wrong.length === 0 || wrong.length < ODD * filled.length) return;
  const named = pick(rows, wrong.slice(0, 10)).flatMap(({ ids }) => ids.slice(0, 1));
  const more = wrong.length > 10 ? ` and ${wrong.length - 10} more` : "";
  throw new MnemaError(
    "UNIT_MISMATCH",
    `The values are in units that cannot be converted into one another: see rounds ${named.join(", ")}${more}. Filter them out.`,
    { place: named[0] ?? "" },
  );
}
