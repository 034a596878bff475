import { z } from "zod";
import { NUMERIC_OPERATORS, type Operator, type Places } from "../core/aggregate-items.js";
import type { Aggregate } from "../core/aggregates.js";
import { PERIODS, type Period } from "../core/calendar.js";
import { AUXILIARY_COLUMNS, findColumn, resolveColumn, type ColumnShape } from "../core/columns.js";
import { MnemaError } from "../core/errors.js";
import type { Problem } from "../core/evaluate.js";
import type { EvidenceUnit } from "../core/evidence.js";
import { columnsRead, parseExpression, type Expression } from "../core/expression.js";
import { valueText } from "../core/filter.js";
import { filterText, kindsText, readFilters, resultKinds } from "../core/read-filters.js";
import { isTimeUnit } from "../core/times-of-day.js";
import type { ComputedGroup, Grouping, TableRow, TableShape } from "../stores/table-engine.js";
import { ColumnFilters, openTable, OperatorName, TableName, TargetExpression, withColumns } from "./arguments.js";
import type { Tool, ToolRuntime } from "./contract.js";
import { cut, picturesOf, rowText, saidText, scalar } from "./rows.js";

const Arguments = z.strictObject({
  table: TableName,
  target_column_expression: TargetExpression.nullish().describe("What is computed over; leave out to count rows."),
  operator: OperatorName,
  optional_column_filters: ColumnFilters.nullish(),
  group_by: z
    .string()
    .min(1)
    .max(500)
    .nullish()
    .describe(`A column, an expression, or ${PERIODS.join(", ")} (of the row's time).`),
});

type ComputeArguments = z.infer<typeof Arguments>;

/** Characters of a computed result with its rows, and groups shown in it. */
const TEXT_LIMIT = 1800;
const GROUPS_SHOWN = 40;
/** So many rows are shown with what was said. */
const FEW = 3;
/** Contributing rows that the result lists; the evidence has the rounds of all. */
const LISTED = 200;
/** Rows that are looked at for the text: no more have room, since each takes three characters at least. */
const LOOKED_AT = TEXT_LIMIT / 3;

/** Computes one operator over a column or an expression, for all rows, filtered rows, or group by group. */
export const compute: Tool<typeof Arguments> = {
  name: "Compute",
  description:
    "Computes count, count-distinct, sum, avg, min, max, median, stddev, first, last, change (last minus first) or trend (slope per day) over a column or an expression of one table, optionally over filtered rows and by group.",
  arguments: Arguments,
  returns: {
    computed_result: "value with unit, or groups of them; how many rows it rests on, and how many lack the target",
    contributing_rows: `source ids of the rows that the value rests on, the first ${LISTED}`,
  },

  async run(args, runtime) {
    const shape = await openTable(args.table, runtime);
    const read = withColumns(shape, runtime, () => readArguments(args, shape.columns));
    checkOperator(args.operator, read.target, shape.columns, args.target_column_expression ?? "");
    const groups = await runtime.engine.compute({ table: shape.table.id, operator: args.operator, ...read });
    const grouped = read.group !== null;
    const all = grouped ? groups : groups.slice(0, 1);
    const places = contributing(all, shape.rows);
    const rows = await runtime.engine.rows(shape.table.id, places.subarray(0, LOOKED_AT));
    const names = await oddRows(shape, all, runtime);
    const contradicted = grouped ? [] : await contradictedIn(shape, read.target, places, runtime);
    const result = grouped
      ? {
          operator: args.operator,
          groups: all.map((group) => ({ group: group.key === null ? null : scalar(group.key), ...summary(group, names) })),
        }
      : { operator: args.operator, ...withContradicted(summary(all[0], names), contradicted) };
    return {
      result: { computed_result: result, contributing_rows: rows.slice(0, LISTED).map(({ ids }) => ids[0] ?? "") },
      evidence: runtime.remaining === 0 ? [] : [await evidence(args, shape, all, places, rows, names, runtime)],
    };
  },
};

/** Places of the rows that any group rests on, rising. */
function contributing(groups: readonly ComputedGroup[], rows: number): Places {
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0 && only.rows[0] !== only.rows[1]) return only.rows;
  const marks = new Uint8Array(rows);
  for (const group of groups) for (const place of group.rows) marks[place] = 1;
  const places = new Uint32Array(rows);
  let count = 0;
  for (let place = 0; place < rows; place++) if (marks[place] === 1) places[count++] = place;
  return places.subarray(0, count);
}

function readArguments(args: ComputeArguments, columns: readonly ColumnShape[]) {
  const target = args.target_column_expression ?? "*";
  return {
    target: target === "*" ? null : parseExpression(target, columns),
    filter: readFilters(args.optional_column_filters ?? [], columns),
    group: args.group_by === null || args.group_by === undefined ? null : readGrouping(args.group_by, columns),
  };
}

/** A column or an expression; else a period of the row's time, or of a date column (`month of released`). */
function readGrouping(text: string, columns: readonly ColumnShape[]): Grouping {
  const [, word = "", of = `@${AUXILIARY_COLUMNS[1]?.name}`] = /^\s*(\w+)(?:\s+of\s+(.+))?\s*$/.exec(text) ?? [];
  const period = PERIODS.find((known): known is Period => known === word.toLowerCase());
  const column = findColumn(columns, text);
  if (period !== undefined && (column === null || columns[column]?.auxiliary === true))
    return { kind: "period", period, column: resolveColumn(columns, of) };
  return { kind: "expression", expression: parseExpression(text, columns) };
}

/** Refuses an operator that the target's values cannot be given to. */
function checkOperator(operator: Operator, target: Expression | null, columns: readonly ColumnShape[], name: string): void {
  if (target === null && operator !== "count")
    throw new MnemaError("INVALID_INPUT", `"${operator}" needs a target_column_expression; only count works without.`, {
      place: "target_column_expression",
    });
  const kinds = target === null ? [] : resultKinds(target, columns);
  if (!NUMERIC_OPERATORS.has(operator) || kinds.length === 0 || kinds.includes("number") || kinds.includes("range")) return;
  throw new MnemaError("TYPE_MISMATCH", `"${name}" holds ${kindsText(kinds)}: "${operator}" needs numbers.`, { place: name });
}

/** An aggregate under plain names; `value` is null when nothing is recorded. */
function summary(aggregate: Aggregate | undefined, names: OddRows): Record<string, unknown> {
  if (aggregate === undefined) return { value: null, unit: null, rows: 0, lacking: 0, left_out: 0, note: "nothing recorded" };
  const { value, rows, lacking, leftOut } = aggregate;
  const own = value?.kind === "number" || value?.kind === "range" ? value.unit : null;
  return {
    value: value === null ? null : scalar(value),
    unit: isTimeUnit(own) ? null : own,
    rows: rows.length,
    lacking,
    left_out: leftOut.length,
    note: note(aggregate, names),
  };
}

/** Source ids of the rows whose value for the target is contradicted by their own round. */
async function contradictedIn(
  { table, columns, contradicted }: TableShape,
  target: Expression | null,
  places: Places,
  { engine }: ToolRuntime,
): Promise<string[]> {
  const read =
    target === null ? [] : columnsRead(target).filter((column) => columns[column]?.auxiliary === false && contradicted.has(column));
  if (read.length === 0) return [];
  const rows = await engine.rows(table.id, await engine.contradicted(table.id, read, places));
  return rows.flatMap(({ ids }) => ids[0] ?? []);
}

function withContradicted(result: Record<string, unknown>, ids: readonly string[]): Record<string, unknown> {
  if (ids.length === 0) return result;
  const note = `${plural(ids.length, "value")} told otherwise in the same round: ${ids.slice(0, ODD_NAMED).join(", ")}`;
  return { ...result, note: typeof result["note"] === "string" ? `${result["note"]}; ${note}` : note };
}

/** Source ids of rows left out, by their place, and how many of them a note names. */
type OddRows = ReadonlyMap<number, string>;
const ODD_NAMED = 5;

/** Names the rows that were left out of any group, as far as a note names them. */
async function oddRows({ table }: TableShape, groups: readonly ComputedGroup[], { engine }: ToolRuntime): Promise<OddRows> {
  const places = groups.flatMap((group) => oddOnes(group).flatMap(({ odd }) => odd.slice(0, ODD_NAMED)));
  const rows = await engine.rows(table.id, new Set(places));
  return new Map(rows.flatMap(({ place, ids }) => (ids[0] === undefined ? [] : [[place, ids[0]] as const])));
}

/** Rows left out by why they were. */
function oddOnes({ leftOut }: Aggregate): { problem: Problem; odd: number[] }[] {
  const problems = [...new Set(leftOut.map(({ problem }) => problem))];
  return problems.map((problem) => ({ problem, odd: leftOut.flatMap((own) => (own.problem === problem ? [own.row] : [])) }));
}

/** What a reader must know beside the value: rows that lack it or were left out. Null when there is nothing to say. */
function note(aggregate: Aggregate, names: OddRows): string | null {
  const { value, lacking } = aggregate;
  const problems = oddOnes(aggregate).map(({ problem, odd }) => {
    const named = odd.slice(0, ODD_NAMED).flatMap((row) => names.get(row) ?? []);
    return `${plural(odd.length, "row")} left out (${problem}${named.length === 0 ? "" : `: ${named.join(", ")}`})`;
  });
  const parts = [
    value === null ? "nothing recorded" : "",
    lacking > 0 ? `${plural(lacking, "row")} without a value` : "",
    ...problems,
  ].filter((part) => part !== "");
  return parts.length === 0 ? null : parts.join("; ");
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The result with the rows that it rests on, of which the first are given; of few rows also what was said in their rounds. */
async function evidence(
  args: ComputeArguments,
  shape: TableShape,
  groups: readonly ComputedGroup[],
  places: Places,
  rows: readonly TableRow[],
  names: OddRows,
  runtime: ToolRuntime,
): Promise<EvidenceUnit> {
  const { ids, seqs } = await runtime.engine.sources(shape.table.id, places);
  const few = places.length <= FEW ? await runtime.rounds(seqs) : [];
  const limit = Math.min(TEXT_LIMIT, runtime.characters);
  return {
    kind: "compute",
    rounds: ids,
    seqs,
    score: null,
    text: cut(`${resultText(args, shape, groups, names)}\nRows: ${rowsText(shape, rows, limit)}${few.map(saidText).join("")}`, limit),
    pictures: few.flatMap(picturesOf),
  };
}

/** As many rows as the text has room for. */
function rowsText(shape: TableShape, rows: readonly TableRow[], limit: number): string {
  let text = "";
  for (const row of rows) {
    if (text.length > limit) break;
    text += `${text === "" ? "" : " "}${rowText(shape, row)}`;
  }
  return text;
}

/** `avg of rating in films where genre = Action: 5.82 (12 rows).` */
function resultText(args: ComputeArguments, { table }: TableShape, groups: readonly ComputedGroup[], names: OddRows): string {
  const where = (args.optional_column_filters ?? []).map(filterText).join(" and ");
  const head = `${args.operator} of ${args.target_column_expression ?? "rows"} in ${table.name}${where === "" ? "" : ` where ${where}`}${args.group_by === null || args.group_by === undefined ? "" : ` by ${args.group_by}`}`;
  const shown = groups
    .slice(0, GROUPS_SHOWN)
    .map((group) => `${group.key === null ? "" : `${valueText(group.key)} `}${aggregateText(group, names)}`);
  const more = groups.length > GROUPS_SHOWN ? `; … and ${groups.length - GROUPS_SHOWN} more groups` : "";
  return `${head}: ${shown.length === 0 ? "nothing recorded" : shown.join("; ")}${more}.`;
}

function aggregateText(group: ComputedGroup, names: OddRows): string {
  const notes = [plural(group.rows.length, "row"), note(group, names)].filter(Boolean).join("; ");
  return `${group.value === null ? "no value" : valueText(group.value)} (${notes})`;
}
