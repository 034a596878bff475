import type { ToolName } from "../evidence.js";
import { scopeText, type FilterInput } from "../read-filters.js";
import type { FormOf, Reading, Shown, Side } from "./reading.js";
import { TIME } from "./time-conditions.js";

/** One step of a reading's program: what is wanted, the tool, and its arguments once earlier results are known. */
export interface ProgramStep {
  readonly goal: string;
  readonly tool: ToolName;
  readonly arguments: (previous: readonly unknown[]) => Readonly<Record<string, unknown>>;
}

/** The shortest list of calls that answers a reading, under the argument keys of AdaMM Table 4. */
export function programOf({ table, form }: Reading): ProgramStep[] {
  switch (form.kind) {
    case "compute":
      return form.among === undefined
        ? form.operators.flatMap((operator) =>
            [form.target, ...(form.paired === undefined ? [] : [form.paired])].map((target) =>
              compute(table, { operator, target, filters: form.filters }),
            ),
          )
        : [
            rank(table, form.among.target, form.among.order, form.filters, form.among.limit),
            ...form.operators.map((operator) => computeAmong(table, form, operator)),
          ];
    case "group":
      return [compute(table, form, form.by)];
    case "rank":
      return [form.nth === null ? rank(table, form.target, form.order, form.filters, form.limit) : rankNth(table, form, form.nth)];
    case "hop":
      return [
        form.nth === null ? rank(table, form.target, form.order, form.filters, 1) : rankNth(table, form, form.nth),
        lookupRanked(table, form.show, form.nth ?? 1),
      ];
    case "rows":
      return [rows(table, form.show, form.many, form.filters)];
    case "compare":
      return [side(table, form.first), side(table, form.second)];
    case "rate":
      return [compute(table, form, form.period)];
    case "since":
      return [rank(table, TIME, form.order, form.filters, 1)];
    case "span":
      return [rank(table, TIME, "asc", form.filters, 1), rank(table, TIME, "desc", form.filters, 1)];
    case "share": {
      const operator = form.target === null ? "count" : "sum";
      return [
        compute(table, { operator, target: form.target, filters: form.filters }),
        compute(table, { operator, target: form.target, filters: form.scope }),
      ];
    }
    case "exists":
      return [compute(table, { operator: "count", target: null, filters: form.filters })];
    case "missing":
      return [compute(table, { operator: form.operator, target: form.attribute, filters: [] })];
    case "attributes":
    case "unit":
      return [{ goal: `See a row of ${table}`, tool: "Filter", arguments: () => ({ table, column_filters: [], result_budget: 1 }) }];
  }
}

interface Computation {
  readonly operator: string;
  readonly target: string | null;
  readonly filters: readonly FilterInput[];
}

function compute(table: string, { operator, target, filters }: Computation, by: string | null = null): ProgramStep {
  return {
    goal: `Compute the ${operator} of ${target ?? "rows"}${by === null ? "" : ` by ${by}`}${scopeText(filters)}`,
    tool: "Compute",
    arguments: () => ({
      table,
      ...(target === null ? {} : { target_column_expression: target }),
      operator,
      ...(filters.length === 0 ? {} : { optional_column_filters: filters }),
      ...(by === null ? {} : { group_by: by }),
    }),
  };
}

/** Computes over the rows that the ranking before gave; those tied with the last are left out. */
function computeAmong(table: string, { target, among }: FormOf<"compute">, operator: string): ProgramStep {
  const step = compute(table, { operator, target, filters: [] });
  return {
    ...step,
    goal: `${step.goal} of the rows found`,
    arguments: (previous) => {
      const sources = rankedRows(previous[0]).map(({ source }) => source);
      const filter = { column: SOURCE, operator: "in", value: sources.length === 0 ? ["none"] : sources.slice(0, among?.limit) };
      return { ...step.arguments(previous), optional_column_filters: [filter] };
    },
  };
}

function side(table: string, own: Side): ProgramStep {
  return compute(table, own);
}

/** The id of a row's round, as filters name it. */
export const SOURCE = "@source";

/** How many rows are ranked where all are asked for: as many as the budget holds. */
export const EVERY_ROW = 1_000;

/** Rows looked at beyond the nth: equal values may come before it. */
const SPARE = 4;

function rank(table: string, target: string, order: "asc" | "desc", filters: readonly FilterInput[], limit: number): ProgramStep {
  return {
    goal: `Find the ${limit === 1 ? "row" : `${limit} rows`} with the ${order === "desc" ? "highest" : "lowest"} ${target}${scopeText(filters)}`,
    tool: "Rank",
    arguments: () => ({
      table,
      target_column_expression: target,
      order,
      ...(filters.length === 0 ? {} : { optional_column_filters: filters }),
      result_budget: limit,
    }),
  };
}

/** The best rows up to a place, and some more that may be equal. */
function rankNth(table: string, { target, order, filters }: FormOf<"rank" | "hop">, nth: number): ProgramStep {
  const goal = `Find the row in place ${nth} by ${order === "desc" ? "highest" : "lowest"} ${target}${scopeText(filters)}`;
  return { ...rank(table, target, order, filters, nth + SPARE), goal };
}

/** Looks at the rows that share the wanted place of the ranking before. */
function lookupRanked(table: string, show: string, nth: number): ProgramStep {
  return {
    goal: `Look up the ${show} of the row found`,
    tool: "Lookup",
    arguments: (previous) => {
      const rows = rankedRows(previous[0]);
      const sources = rows.filter(({ position }) => position === placeOf(rows, nth)).map(({ source }) => source);
      return { table, key_values: { [SOURCE]: sources.length === 1 ? (sources[0] ?? "") : sources.length === 0 ? "none" : sources } };
    },
  };
}

/** The position of the nth different value: equal ones share theirs. */
export function placeOf(rows: readonly { readonly position?: number | null }[], nth: number): number | null {
  return [...new Set(rows.flatMap(({ position }) => position ?? []))][nth - 1] ?? null;
}

/** The rows of a Rank result, as far as a later step needs them. */
export function rankedRows(result: unknown): { readonly position: number | null; readonly source: string }[] {
  const rows = typeof result === "object" && result !== null && "ranked_rows" in result ? result.ranked_rows : [];
  return Array.isArray(rows) ? (rows as { position: number | null; source: string }[]) : [];
}

/** Equalities are looked up; a list of one cell is computed by group, which gives all of it within one unit of evidence. */
function rows(table: string, show: readonly Shown[], many: boolean, filters: readonly FilterInput[]): ProgramStep {
  const [only] = show;
  if (many && only !== undefined) {
    const step = compute(table, { operator: "count", target: null, filters }, groupOf(only));
    return { ...step, goal: `List the ${only.kind === "column" ? only.column : only.period}${scopeText(filters)}` };
  }
  const keys = keyValues(filters);
  const goal = `Find the rows${scopeText(filters)}`;
  if (keys !== null) return { goal, tool: "Lookup", arguments: () => ({ table, key_values: keys }) };
  return { goal, tool: "Filter", arguments: () => ({ table, column_filters: filters }) };
}

function groupOf(shown: Shown): string {
  return shown.kind === "column" ? shown.column : shown.period;
}

/** Filters as key values when they are equalities only; null otherwise. */
function keyValues(filters: readonly FilterInput[]): Record<string, unknown> | null {
  const equal = filters.flatMap((filter) =>
    "column" in filter && (filter.operator === "=" || filter.operator === "in") && (filter.column === TIME || !/[()]/.test(filter.column))
      ? [filter]
      : [],
  );
  return equal.length === filters.length && filters.length > 0
    ? Object.fromEntries(equal.map(({ column, value }) => [column, value]))
    : null;
}
