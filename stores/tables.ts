import type { Operator, Places, ValueClasses } from "../core/aggregate-items.js";
import { periodOf } from "../core/calendar.js";
import { canonicalJson } from "../core/canonical.js";
import { kindRank, orderValues } from "../core/compare.js";
import { placesThat } from "../core/aggregates.js";
import { resolveColumn } from "../core/columns.js";
import { MnemaError } from "../core/errors.js";
import type { Expression } from "../core/expression.js";
import type { Filter } from "../core/filter.js";
import type { Value } from "../core/observation.js";
import type { Ranked } from "../core/ranking.js";
import { convertUnit } from "../core/units.js";
import { arithmeticNumbers, groupsOf } from "./cell-columns.js";
import { factsOf, valuesOf } from "./column-facts.js";
import type { MemoryStore } from "./contract.js";
import { evaluateCells, evaluateRows, type EvaluatedColumn } from "./evaluate-rows.js";
import { hydrateTable, type HydratedTable } from "./hydrate-table.js";
import type { ColumnValue, ComputedGroup, Grouping, RankedRow, TableEngine, TableRow } from "./table-engine.js";
import type { TableRows } from "./table-rows.js";
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
    sources: async (tableId, places) => (await cache.table(tableId)).rows.sources(places),
    contradicted: async (tableId, columns, places) => contradictedIn(await cache.table(tableId), columns, places),
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

function pick({ length, row }: TableRows, places: Iterable<number>): TableRow[] {
  return Array.from(places, (place) => (place < length ? [row(place)] : [])).flat();
}

function contradictedIn({ rows }: HydratedTable, columns: readonly number[], places: Places): Places {
  return placesThat(places, (place) => columns.some((column) => rows.otherwise(place, column) !== null));
}

/** A filter as a condition on a table's columns; an expression is computed for every row first. */
function conditionOf({ rows }: HydratedTable, filter: Filter | null): Condition {
  if (filter === null) return { sql: "NULL", fields: {} };
  return toCondition(filter, rows.length, (target) => evaluateRows(target, rows.columns, rows.length).column);
}

function select(table: HydratedTable, filter: Filter | null, limit: number): { rows: TableRow[]; total: number } {
  const { sql, fields } = conditionOf(table, filter);
  const places = placesOf(table.rows.places, query<Passing>(sql, fields) ?? null);
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
  const over = targetOf(table, target, compared);
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

function groupsBy(table: HydratedTable, grouping: Grouping): ValueClasses {
  const { groupings } = table;
  const key = canonicalJson(grouping);
  const groups = groupings.get(key) ?? groupsAnew(table, grouping);
  groupings.delete(key);
  groupings.set(key, groups);
  const [oldest] = groupings.keys();
  if (groupings.size > GROUPINGS_KEPT && oldest !== undefined) groupings.delete(oldest);
  return groups;
}

function groupsAnew({ rows }: HydratedTable, grouping: Grouping): ValueClasses {
  if (grouping.kind === "expression") return groupsOf(evaluateRows(grouping.expression, rows.columns, rows.length).column);
  const periods = evaluateCells(rows.columns(grouping.column), (date) => {
    const name = date.kind === "date" ? periodOf(grouping.period, date.date) : null;
    return { value: name === null ? null : { kind: "text", text: name }, problem: null };
  });
  return groupsOf(periods.column);
}

function rank(
  table: HydratedTable,
  target: Expression,
  order: "asc" | "desc",
  filter: Filter | null,
  limit: number,
): { rows: RankedRow[]; total: number } {
  const condition = conditionOf(table, filter);
  const over = targetOf(table, target, true);
  checkUnits(table, condition, over);
  const { ranked, total } = query<{ ranked: readonly Ranked[]; total: number }>(`mnema_rank(x0, o0, n0, ${condition.sql})`, {
    ...condition.fields,
    x0: over,
    o0: order,
    n0: limit,
  });
  const rows = ranked.map(({ item: { row: place, value, problem }, position }): RankedRow => ({
    value,
    position,
    problem,
    get row() {
      return table.rows.row(place);
    },
  }));
  return { rows, total };
}

/** Operators that never set one value against another. */
const UNCOMPARED: ReadonlySet<Operator> = new Set<Operator>(["count", "first", "last"]);

const PRESENT: Value = { kind: "boolean", boolean: true };

/** The target's value in every row, in one unit when they are compared. Without a target a row counts as itself. */
function targetOf({ shape, rows }: HydratedTable, target: Expression | null, compared: boolean): Target {
  const { places, days } = rows;
  if (target === null) return { ...UNTARGETED, places, days };
  const evaluated = evaluateRows(target, rows.columns, rows.length);
  const units = [...evaluated.column.units()];
  const own = target.kind === "column" ? shape.columns[target.column]?.unit : null;
  const unit = own ?? units.find((known) => known !== null) ?? null;
  const fits = units.every((known) => known === null || known === unit);
  const { column, problemAt } = compared && !fits ? aligned(evaluated, unit) : evaluated;
  return {
    places,
    unit,
    valueAt: column.at,
    problemAt,
    isNumeric: column.numbers() !== null,
    numbers: () => arithmeticNumbers(column),
    classes: column.repeats,
    days,
  };
}

const UNTARGETED: Omit<Target, "places" | "days"> = {
  unit: null,
  valueAt: () => PRESENT,
  problemAt: null,
  isNumeric: false,
  numbers: () => new Float64Array(),
  classes: () => null,
};

/** Numbers in another unit converted to this one; those that cannot be are a problem of their row. */
function aligned({ column, problemAt }: EvaluatedColumn, unit: string | null): EvaluatedColumn {
  const converted = evaluateCells(column, (value) => {
    if (value.kind !== "number" || value.unit === null || value.unit === unit) return { value, problem: null };
    const number = convertUnit(value.number, value.unit, unit);
    return number === null ? { value: null, problem: "units do not fit" } : { value: { ...value, number, unit }, problem: null };
  });
  const misfitAt = converted.problemAt;
  if (misfitAt === null || problemAt === null) return { ...converted, problemAt: misfitAt ?? problemAt };
  return { ...converted, problemAt: (place) => misfitAt(place) ?? problemAt(place) };
}

/** Share of the values below which those in a unit of their own are left out, with the rows named, rather than all refused. */
const ODD = 0.25;

/** Mixed units that cannot be converted are refused, with the rows named; a few odd ones are left out. */
function checkUnits({ rows }: HydratedTable, { sql, fields }: Condition, { places, valueAt, problemAt }: Target): void {
  if (problemAt === null) return;
  const passing = placesOf(places, query<Passing>(sql, fields) ?? null);
  const wrong = placesThat(passing, (place) => problemAt(place) === "units do not fit");
  if (wrong.length === 0) return;
  const filled = placesThat(passing, (place) => problemAt(place) !== null || valueAt(place) !== null);
  if (wrong.length < ODD * filled.length) return;
  const named = pick(rows, wrong.subarray(0, 10)).flatMap(({ ids }) => ids.slice(0, 1));
  const more = wrong.length > 10 ? ` and ${wrong.length - 10} more` : "";
  throw new MnemaError(
    "UNIT_MISMATCH",
    `The values are in units that cannot be converted into one another: see rounds ${named.join(", ")}${more}. Filter them out.`,
    { place: named[0] ?? "" },
  );
}
