import type { Operator } from "../core/aggregate-items.js";
import { periodOf, type Period } from "../core/calendar.js";
import { canonicalJson } from "../core/canonical.js";
import { kindRank, orderValues } from "../core/compare.js";
import { resolveColumn } from "../core/columns.js";
import { MnemaError } from "../core/errors.js";
import type { Expression } from "../core/expression.js";
import type { Filter } from "../core/filter.js";
import type { Value } from "../core/observation.js";
import type { Ranked } from "../core/ranking.js";
import { convertUnit } from "../core/units.js";
import { cellColumn, evaluateRows, groupsOf, type CellClasses, type Cells, type EvaluatedRows, unitsOf } from "./cell-columns.js";
import type { MemoryStore } from "./contract.js";
import { factsOf, valuesOf } from "./column-facts.js";
import { hydrateTable, type HydratedTable } from "./hydrate-table.js";
import type { ColumnValue, ComputedGroup, Grouping, RankedRow, TableEngine, TableRow } from "./table-engine.js";
import { foldName, placesOf, query, toCondition, type Condition, type FoldedGroup, type Passing, type Target } from "./table-sql.js";

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
    rank: async ({ table, target, order, filter, limit }) => rank(await cache.table(table), target, order, filter, limit),
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

function pick(rows: readonly TableRow[], places: Iterable<number>): TableRow[] {
  const picked: TableRow[] = [];
  for (const place of places) {
    const row = rows[place];
    if (row !== undefined) picked.push(row);
  }
  return picked;
}

/** A filter as a condition on a table's columns; an expression is computed for every row first. */
function conditionOf({ rows, columns }: HydratedTable, filter: Filter | null): Condition {
  if (filter === null) return { sql: "NULL", fields: {} };
  return toCondition(filter, rows.length, (target) =>
    target.kind === "column" ? columns(target.column) : cellColumn(evaluateRows(target, columns, rows).values),
  );
}

function select(table: HydratedTable, filter: Filter | null, limit: number): { rows: TableRow[]; total: number } {
  const { sql, fields } = conditionOf(table, filter);
  const places = placesOf(table.rows.length, query<Passing>(sql, fields) ?? null);
  return { rows: pick(table.rows, places.subarray(0, limit)), total: places.length };
}

function compute(
  table: HydratedTable,
  target: Expression | null,
  operator: Operator,
  filter: Filter | null,
  grouping: Grouping | null,
): ComputedGroup[] {
  const compared = !UNCOMPARED.has(operator);
  const condition = conditionOf(table, filter);
  const over = targetOf(table, target, compared, operator === "trend");
  const groups = grouping === null ? null : groupsBy(table, grouping);
  if (compared) checkUnits(table, condition, over);
  const folded = query<FoldedGroup[]>(`${foldName(operator)}(x0, g0, ${condition.sql})`, { ...condition.fields, x0: over, g0: groups });
  return folded.map(({ code, ...aggregate }) => ({ ...aggregate, key: groups?.members[code] ?? null })).toSorted(byKey);
}

function byKey({ key: a }: ComputedGroup, { key: b }: ComputedGroup): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return kindRank(a) - kindRank(b) || orderValues(a, b);
}

/** Groupings of a table that are kept: those asked of it again and again. */
const GROUPINGS_KEPT = 8;

function groupsBy(table: HydratedTable, grouping: Grouping): CellClasses {
  const { groupings } = table;
  const key = canonicalJson(grouping);
  const groups = groupings.get(key) ?? groupsAnew(table, grouping);
  groupings.delete(key);
  groupings.set(key, groups);
  const [oldest] = groupings.keys();
  if (groupings.size > GROUPINGS_KEPT && oldest !== undefined) groupings.delete(oldest);
  return groups;
}

function groupsAnew({ rows, columns }: HydratedTable, grouping: Grouping): CellClasses {
  if (grouping.kind === "period") return groupsOf(periodCells(columns(grouping.column).cells, grouping.period), null);
  const { expression } = grouping;
  const repeats = expression.kind === "column" ? columns(expression.column).repeats : null;
  return groupsOf(evaluateRows(expression, columns, rows).values, repeats);
}

function periodCells(cells: Cells, period: Period): Cells {
  return cells.map((date): Value | null => {
    const name = date?.kind === "date" ? periodOf(period, date.date) : null;
    return name === null ? null : { kind: "text", text: name };
  });
}

function rank(
  table: HydratedTable,
  target: Expression,
  order: "asc" | "desc",
  filter: Filter | null,
  limit: number,
): { rows: RankedRow[]; total: number } {
  const condition = conditionOf(table, filter);
  const over = targetOf(table, target, true, false);
  checkUnits(table, condition, over);
  const { ranked, total } = query<{ ranked: readonly Ranked[]; total: number }>(`mnema_rank(x0, o0, n0, ${condition.sql})`, {
    ...condition.fields,
    x0: over,
    o0: order,
    n0: limit,
  });
  const rows = ranked.flatMap(({ item, position }) =>
    pick(table.rows, [item.row]).map((row) => ({ row, value: item.value, position, problem: item.problem })),
  );
  return { rows, total };
}

/** Operators that never set one value against another. */
const UNCOMPARED: ReadonlySet<Operator> = new Set<Operator>(["count", "first", "last"]);

const PRESENT: Value = { kind: "boolean", boolean: true };

/** The target's value in every row, in one unit when they are compared. Without a target a row counts as itself. */
function targetOf({ shape, rows, columns }: HydratedTable, target: Expression | null, compared: boolean, timed: boolean): Target {
  const times = timed ? rows.map(({ time }) => time) : null;
  if (target === null) return { values: rows.map(() => PRESENT), problems: null, unit: null, times };
  const evaluated = evaluateRows(target, columns, rows);
  const units = target.kind === "column" ? columns(target.column).units : unitsOf(evaluated.values);
  const own = target.kind === "column" ? shape.columns[target.column]?.unit : null;
  const unit = own ?? [...units].find((known) => known !== null) ?? null;
  const fits = [...units].every((known) => known === null || known === unit);
  return { ...(compared && !fits ? aligned(evaluated, unit) : evaluated), unit, times };
}

/** Numbers in another unit converted to this one; those that cannot be are a problem of their row. */
function aligned({ values, problems }: EvaluatedRows, unit: string | null): EvaluatedRows {
  const converted = values.map((value) => {
    if (value?.kind !== "number" || value.unit === null || value.unit === unit) return value;
    const number = convertUnit(value.number, value.unit, unit);
    return number === null ? null : { ...value, number, unit };
  });
  const misfits = values.map((value, place) =>
    value !== null && converted[place] === null ? "units do not fit" : (problems?.[place] ?? null),
  );
  return { values: converted, problems: misfits };
}

/** Share of the values below which those in a unit of their own are left out, with the rows named, rather than all refused. */
const ODD = 0.25;

/** Mixed units that cannot be converted are refused, with the rows named; a few odd ones are left out. */
function checkUnits({ rows }: HydratedTable, { sql, fields }: Condition, { values, problems }: Target): void {
  if (problems === null || !problems.includes("units do not fit")) return;
  const passing = [...placesOf(rows.length, query<Passing>(sql, fields) ?? null)];
  const wrong = passing.filter((place) => problems[place] === "units do not fit");
  const filled = passing.filter((place) => problems[place] !== null || values[place] !== null);
  if (wrong.length === 0 || wrong.length < ODD * filled.length) return;
  const named = pick(rows, wrong.slice(0, 10)).flatMap(({ ids }) => ids.slice(0, 1));
  const more = wrong.length > 10 ? ` and ${wrong.length - 10} more` : "";
  throw new MnemaError(
    "UNIT_MISMATCH",
    `The values are in units that cannot be converted into one another: see rounds ${named.join(", ")}${more}. Filter them out.`,
    { place: named[0] ?? "" },
  );
}
