import alasql from "alasql";
import { OPERATORS, type Item, type Operator } from "../core/aggregate-items.js";
import { addToFold, beginFold, endFold, type Fold } from "../core/aggregates.js";
import type { Expression } from "../core/expression.js";
import { compareWith, contains, equals, type Filter, type Operand } from "../core/filter.js";
import type { Value } from "../core/observation.js";
import { rankItems } from "../core/ranking.js";

/** What an aggregate takes from a row. */
export interface FoldInput extends Item {
  readonly unit: string | null;
}

const functions = alasql as unknown as {
  readonly fn: Record<string, (...operands: never[]) => unknown>;
  readonly aggr: Record<string, (value: never, state: never, stage: number) => unknown>;
};

// AlaSQL gives an empty cell as undefined.
functions.fn["mnema_order"] = (cell: Value | undefined, operand: Operand) => compareWith(cell ?? null, operand);
functions.fn["mnema_equals"] = (cell: Value | undefined, operand: Operand) => equals(cell ?? null, operand);
functions.fn["mnema_contains"] = (cell: Value | undefined, operand: Operand) => contains(cell ?? null, operand);
for (const operator of OPERATORS) functions.aggr[aggregateName(operator)] = foldingBy(operator);
functions.aggr["MNEMA_RANK_ASC"] = rankingBy("asc");
functions.aggr["MNEMA_RANK_DESC"] = rankingBy("desc");

/** Name of an operator's aggregate in SQL. */
export function aggregateName(operator: Operator): string {
  return `MNEMA_${operator.replace("-", "_").toUpperCase()}`;
}

/** AlaSQL calls an aggregate with 1 for the first row, 2 for the others and 3 for the result. */
function foldingBy(operator: Operator) {
  return (input: FoldInput, state: Fold | undefined, stage: number) => {
    if (stage === 3) return endFold(state ?? beginFold(operator, null));
    const fold = stage === 1 || state === undefined ? beginFold(operator, input.unit) : state;
    addToFold(fold, input);
    return fold;
  };
}

function rankingBy(order: "asc" | "desc") {
  return (input: Item, state: Item[] | undefined, stage: number) => {
    if (stage === 3) return rankItems(state ?? [], order);
    if (stage === 1 || state === undefined) return [input];
    state.push(input);
    return state;
  };
}

/** A condition in SQL: names made here, and parameters. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Runs a query made of these pieces alone: no name, value or expression from outside is part of its text. */
export function query<Row>(select: string, rows: readonly object[], condition: Condition | null, rest = ""): Row[] {
  const where = condition === null ? "" : ` WHERE ${condition.sql}`;
  return alasql(`SELECT ${select} FROM ?${where}${rest}`, [rows, ...(condition?.parameters ?? [])]) as Row[];
}

/** Name in SQL of what a test looks at: a column by its index, or an expression's value by its number. */
export type TargetName = (target: Expression) => string;

/** A filter as a condition. Empty cells pass nothing but `is empty`. */
export function toCondition(filter: Filter, nameOf: TargetName): Condition {
  if (filter.kind !== "test") {
    const parts = filter.filters.map((part) => toCondition(part, nameOf));
    const joined = parts.map(({ sql }) => sql).join(filter.kind === "all" ? " AND " : " OR ");
    return {
      sql: parts.length === 0 ? (filter.kind === "all" ? "(1 = 1)" : "(1 = 0)") : `(${joined})`,
      parameters: parts.flatMap(({ parameters }) => parameters),
    };
  }
  const name = nameOf(filter.target);
  const { operator, operands } = filter;
  const any = operands.map(() => `mnema_equals(${name}, ?)`).join(" OR ");
  const sql = {
    "=": `mnema_equals(${name}, ?)`,
    "!=": `NOT mnema_equals(${name}, ?)`,
    "<": `mnema_order(${name}, ?) < 0`,
    "<=": `mnema_order(${name}, ?) <= 0`,
    ">": `mnema_order(${name}, ?) > 0`,
    ">=": `mnema_order(${name}, ?) >= 0`,
    between: `mnema_order(${name}, ?) >= 0 AND mnema_order(${name}, ?) <= 0`,
    in: `(${any})`,
    "not in": `NOT (${any})`,
    contains: `mnema_contains(${name}, ?)`,
    "not contains": `NOT mnema_contains(${name}, ?)`,
    "is empty": `${name} IS NULL`,
    "is not empty": `${name} IS NOT NULL`,
  }[operator];
  return { sql: operator.startsWith("is ") ? `(${sql})` : `(${name} IS NOT NULL AND ${sql})`, parameters: operands };
}
