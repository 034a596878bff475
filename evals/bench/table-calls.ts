import type { ToolName } from "../../core/evidence.js";
import { CATEGORIES, type Payments } from "./payments.js";

type Result = Readonly<Record<string, unknown>>;

/** One call of a tool, the same in SQL, and as a plain loop over typed columns. */
export interface TableCall {
  readonly name: string;
  readonly tool: ToolName;
  readonly args: Readonly<Record<string, unknown>>;
  readonly sql: string;
  /** What is compared, read from the tool's result, from DuckDB's rows, and computed plainly. */
  read(result: Result): unknown;
  readDuck(rows: unknown[][]): unknown;
  plain(all: Payments): unknown;
}

type Test = (all: Payments, row: number) => boolean;

const inFood: Test = ({ category }, row) => category[row] === CATEGORIES.indexOf("food");
const anyRow: Test = () => true;

const FOOD = [{ column: "category", operator: "=", value: "Food" }];

function one(
  name: string,
  operator: string,
  target: string,
  sql: string,
  plain: TableCall["plain"],
  filters: readonly object[] = [],
): TableCall {
  return {
    name,
    tool: "Compute",
    args: { table: "payments", operator, target_column_expression: target, optional_column_filters: filters },
    sql,
    read: (result) => (result["computed_result"] as { value: unknown }).value,
    readDuck: ([row]) => row?.[0],
    plain,
  };
}

function grouped(name: string, operator: string, target: string, by: string, sql: string, plain: TableCall["plain"]): TableCall {
  const byName = (pairs: readonly (readonly [unknown, unknown])[]) => pairs.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return {
    name,
    tool: "Compute",
    args: { table: "payments", operator, target_column_expression: target, group_by: by },
    sql,
    read: (result) => {
      const { groups } = result["computed_result"] as { groups: { group: unknown; value: unknown }[] };
      return byName(groups.map(({ group, value }) => [group, value]));
    },
    readDuck: (rows) => byName(rows.map(([group, value]) => [group, value])),
    plain: (all) => byName(plain(all) as [unknown, unknown][]),
  };
}

function filtered(name: string, column_filters: readonly object[], where: string, test: Test): TableCall {
  return {
    name,
    tool: "Filter",
    args: { table: "payments", column_filters, result_budget: 20 },
    sql: `SELECT id, count(*) OVER () ::INTEGER FROM payments WHERE ${where} ORDER BY id LIMIT 20`,
    read: (result) => [(result["matching_rows"] as { order: number }[]).map(({ order }) => order), result["total"]],
    readDuck: (rows) => [rows.map(([id]) => id), rows[0]?.[1] ?? 0],
    plain: (all) => {
      const places = placesOf(all, test);
      return [places.slice(0, 20).map((place) => place + 1), places.length];
    },
  };
}

function ranked(
  name: string,
  column: "amount" | "weight",
  order: "asc" | "desc",
  filters: readonly object[],
  where: string,
  test: Test,
): TableCall {
  return {
    name,
    tool: "Rank",
    args: { table: "payments", target_column_expression: column, order, optional_column_filters: filters, result_budget: 10 },
    sql: `SELECT id FROM payments WHERE ${where} ORDER BY ${column} ${order} NULLS LAST, id LIMIT 10`,
    read: (result) => (result["ranked_rows"] as { order: number }[]).slice(0, 10).map(({ order: place }) => place),
    readDuck: (rows) => rows.map(([id]) => id),
    plain: (all) => {
      const values = all[column];
      const sign = order === "asc" ? 1 : -1;
      const places = placesOf(all, (_, row) => !Number.isNaN(values[row]) && test(all, row));
      return places
        .sort((a, b) => sign * ((values[a] ?? 0) - (values[b] ?? 0)) || a - b)
        .slice(0, 10)
        .map((place) => place + 1);
    },
  };
}

function placesOf(all: Payments, test: Test): number[] {
  const places: number[] = [];
  for (let row = 0; row < all.rows; row++) if (test(all, row)) places.push(row);
  return places;
}

function numbersOf(values: Float64Array, all: Payments, test: Test): number[] {
  return placesOf(all, test).flatMap((row) => (Number.isNaN(values[row]) ? [] : [values[row] ?? 0]));
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const mean = (numbers: readonly number[]) => total(numbers) / numbers.length;

function median(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** By key, what is made of the numbers of its rows. */
function byKey(all: Payments, values: Float64Array, keyOf: (row: number) => string | null, make: (numbers: number[]) => number): unknown[] {
  const groups = new Map<string | null, number[]>();
  for (let row = 0; row < all.rows; row++) {
    const key = keyOf(row);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    const value = values[row] ?? Number.NaN;
    if (!Number.isNaN(value)) group.push(value);
  }
  return [...groups].map(([key, numbers]) => [key, make(numbers)]);
}

/** What people ask of tables: each operator's kind, filters of each type, with and without groups. */
export const TABLE_CALLS: readonly TableCall[] = [
  one("average", "avg", "amount", "SELECT avg(amount) FROM payments", ({ amount }) => mean([...amount])),
  one(
    "sum where text",
    "sum",
    "amount",
    "SELECT sum(amount) FROM payments WHERE lower(category) = 'food'",
    (all) => total(numbersOf(all.amount, all, inFood)),
    FOOD,
  ),
  one("median with gaps", "median", "weight", "SELECT median(weight) FROM payments", (all) => median(numbersOf(all.weight, all, anyRow))),
  one("maximum", "max", "amount", "SELECT max(amount) FROM payments", ({ amount }) =>
    amount.reduce((high, value) => Math.max(high, value)),
  ),
  one(
    "different texts",
    "count-distinct",
    "city",
    "SELECT count(DISTINCT city)::INTEGER FROM payments",
    ({ city }) => new Set(city.filter((name) => name !== "")).size,
  ),
  one("arithmetic", "avg", "amount / 2 - amount * 3", "SELECT avg(amount / 2 - amount * 3) FROM payments", (all) =>
    mean(Array.from(all.amount, (amount) => amount / 2 - amount * 3)),
  ),
  grouped("average by text", "avg", "amount", "category", "SELECT category, avg(amount) FROM payments GROUP BY category", (all) =>
    byKey(all, all.amount, (row) => CATEGORIES[all.category[row] ?? 0] ?? "", mean),
  ),
  grouped("count by text with gaps", "count", "amount", "city", "SELECT city, count(amount)::INTEGER FROM payments GROUP BY city", (all) =>
    byKey(
      all,
      all.amount,
      (row) => all.city[row] || null,
      ({ length }) => length,
    ),
  ),
  grouped("sum by month", "sum", "weight", "month of day", "SELECT strftime(day, '%Y-%m'), sum(weight) FROM payments GROUP BY ALL", (all) =>
    byKey(all, all.weight, (row) => all.day[row]?.slice(0, 7) ?? null, total),
  ),
  filtered("number", [{ column: "amount", operator: ">", value: 9_000 }], "amount > 9000", ({ amount }, row) => (amount[row] ?? 0) > 9_000),
  filtered(
    "text and dates",
    [
      { column: "city", operator: "contains", value: "berg" },
      { column: "day", operator: "between", value: ["2022-03", "2022-06"] },
    ],
    "lower(city) LIKE '%berg%' AND day BETWEEN '2022-03-01' AND '2022-06-30'",
    ({ city, day }, row) => (city[row] ?? "").includes("Berg") && (day[row] ?? "") >= "2022-03" && (day[row] ?? "") < "2022-07",
  ),
  ranked("highest", "amount", "desc", [], "true", anyRow),
  ranked("lowest of some, with gaps", "weight", "asc", FOOD, "category = 'food'", inFood),
];
