import type { Value } from "../core/observation.js";
import { evaluate, type Evaluated, type Problem } from "../core/evaluate.js";
import { evaluateColumns } from "../core/evaluate-columns.js";
import { columnsRead, type Expression } from "../core/expression.js";
import { classColumn, columnOf, numberColumn, type CellColumn, type Columns } from "./cell-columns.js";

/** What an expression gives for every row. */
export interface EvaluatedColumn {
  readonly column: CellColumn;
  /** By place; null when no row has a problem. */
  readonly problemAt: ((place: number) => Problem | null) | null;
}

/** Computes an expression for every row: column by column where that gives the same, else once for each different cell or row. */
export function evaluateRows(expression: Expression, columns: Columns, rows: number): EvaluatedColumn {
  if (expression.kind === "column") return { column: columns(expression.column), problemAt: null };
  const read = [...new Set(columnsRead(expression))];
  const [only, ...others] = read;
  const row: (Value | null)[] = [];
  const repeated = only !== undefined && others.length === 0 && columns(only).repeats() !== null;
  if (repeated)
    return evaluateCells(columns(only), (cell) => {
      row[only] = cell;
      return evaluate(expression, row);
    });
  const computed = evaluateColumns(expression, rows, (index) => columns(index).numbers());
  if (computed !== null) return { column: numberColumn(computed), problemAt: computed.problemAt };
  const cells = read.map((index) => ({ index, at: columns(index).at }));
  return collected(rows, (place) => {
    for (const { index, at } of cells) row[index] = at(place);
    return evaluate(expression, row);
  });
}

const EMPTY: Evaluated = { value: null, problem: null };

/** What becomes of each cell, worked out once for equal ones. Nothing becomes of an empty one. */
export function evaluateCells(column: CellColumn, apply: (cell: Value) => Evaluated): EvaluatedColumn {
  const applied = (cell: Value | null) => (cell === null ? EMPTY : apply(cell));
  const repeats = column.repeats();
  if (repeats === null) return collected(column.length, (place) => applied(column.at(place)));
  const { codes } = repeats;
  const results = repeats.members.map(applied);
  const hasProblem = results.some(({ problem }) => problem !== null);
  return {
    column: classColumn({ codes, members: results.map(({ value }) => value) }),
    problemAt: hasProblem ? (place) => (codes[place] === -1 ? null : (results[codes[place] as number] as Evaluated).problem) : null,
  };
}

function collected(length: number, evaluatedAt: (place: number) => Evaluated): EvaluatedColumn {
  const values: (Value | null)[] = [];
  const problems = new Map<number, Problem>();
  for (let place = 0; place < length; place++) {
    const { value, problem } = evaluatedAt(place);
    values.push(value);
    if (problem !== null) problems.set(place, problem);
  }
  return {
    column: columnOf(length, (place) => values[place] ?? null),
    problemAt: problems.size === 0 ? null : (place) => problems.get(place) ?? null,
  };
}
