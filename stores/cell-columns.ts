import { groupingKey } from "../core/compare.js";
import { evaluate, type Evaluated, type Problem } from "../core/evaluate.js";
import { evaluateColumns, type NumberColumn } from "../core/evaluate-columns.js";
import { columnsRead, type Expression } from "../core/expression.js";
import type { Value } from "../core/observation.js";

/** Cells of one column by the row's place; null: empty. */
export type Cells = readonly (Value | null)[];

/** Equal cells by number, as they come first: what is worked out of a cell alone need be worked out once for each. */
export interface CellClasses {
  /** By place; -1 for an empty cell. */
  readonly codes: Int32Array;
  /** By number, the first cell of the class. */
  readonly members: readonly Value[];
}

/** A column with what has been worked out about it. */
export interface CellColumn {
  readonly cells: Cells;
  /** Units of its numbers, as they come first. */
  readonly units: ReadonlySet<string | null>;
  /** Its classes of one and the same value and unit; null where most cells differ, so that classes would gain nothing. */
  readonly repeats: CellClasses | null;
  /** Its numbers; null when it holds anything else, or several units. */
  numbers(): NumberColumn | null;
}

/** What an expression gives for every row. */
export interface EvaluatedRows {
  readonly values: Cells;
  /** By place; null when no row has one. */
  readonly problems: readonly (Problem | null)[] | null;
}

/** A table's column by its index. */
export type Columns = (index: number) => CellColumn;

export function unitsOf(cells: Cells): Set<string | null> {
  const units = new Set<string | null>();
  let last: string | null | undefined;
  for (const cell of cells) {
    if (cell?.kind !== "number" || cell.unit === last) continue;
    last = cell.unit;
    units.add(last);
  }
  return units;
}

export function cellColumn(cells: Cells): CellColumn {
  const units = unitsOf(cells);
  let numbers: NumberColumn | null | undefined;
  return {
    cells,
    units,
    repeats: repeatsOf(cells),
    numbers: () => (numbers === undefined ? (numbers = numbersOf(cells, units)) : numbers),
  };
}

function numbersOf(cells: Cells, units: ReadonlySet<string | null>): NumberColumn | null {
  if (units.size > 1) return null;
  const numbers = new Float64Array(cells.length).fill(Number.NaN);
  for (let place = 0; place < cells.length; place++) {
    const cell = cells[place] ?? null;
    if (cell === null) continue;
    if (cell.kind !== "number" || Number.isNaN(cell.number)) return null;
    numbers[place] = cell.number;
  }
  const [unit = null] = units;
  return { numbers, unit };
}

/** Looked at before the classes of a whole column are made. */
const SAMPLE = 1_000;

function repeatsOf(cells: Cells): CellClasses | null {
  const step = Math.max(1, Math.floor(cells.length / SAMPLE));
  const sample = cells.filter((_, place) => place % step === 0);
  return mostDiffer(classesOf(sample, exactKey), sample) ? null : classesOf(cells, exactKey);
}

function mostDiffer({ members }: CellClasses, { length }: Cells): boolean {
  return members.length > length / 2;
}

/** Numbers are kept apart from texts in maps of their own: a key of text for each number would cost more than all else. */
function exactKey(value: Value): string | number {
  switch (value.kind) {
    case "number":
      return value.unit === null ? value.number : `n${value.number} ${value.unit}`;
    case "range":
      return `r${value.low} ${value.high} ${value.unit}`;
    case "date":
      return `d${value.date} ${value.precision}`;
    case "boolean":
      return `b${value.boolean}`;
    case "text":
      return `t${value.text}`;
  }
}

function classesOf(cells: Cells, keyOf: (value: Value) => string | number): CellClasses {
  const numbers = new Map<string | number, number>();
  const members: Value[] = [];
  const codes = new Int32Array(cells.length).fill(-1);
  for (let place = 0; place < cells.length; place++) {
    const cell = cells[place] ?? null;
    if (cell === null) continue;
    const key = keyOf(cell);
    let code = numbers.get(key);
    if (code === undefined) {
      code = members.push(cell) - 1;
      numbers.set(key, code);
    }
    codes[place] = code;
  }
  return { codes, members };
}

/** Rows by equal value, whatever the unit. */
export function groupsOf(cells: Cells, repeats: CellClasses | null): CellClasses {
  if (repeats === null) return classesOf(cells, groupingKey);
  const merged = classesOf(repeats.members, groupingKey);
  return { codes: repeats.codes.map((code) => (code < 0 ? -1 : (merged.codes[code] ?? -1))), members: merged.members };
}

/** Whether each cell passes, 1 or 0. */
export function testCells({ cells, repeats }: CellColumn, test: (cell: Value | null) => boolean): Uint8Array {
  const passing = new Uint8Array(cells.length);
  if (repeats === null) {
    for (let place = 0; place < cells.length; place++) passing[place] = Number(test(cells[place] ?? null));
    return passing;
  }
  const verdicts = Uint8Array.from(repeats.members, (member) => Number(test(member)));
  const empty = Number(test(null));
  for (let place = 0; place < cells.length; place++) {
    const code = repeats.codes[place] as number;
    passing[place] = code < 0 ? empty : (verdicts[code] as number);
  }
  return passing;
}

/** Computes an expression for every row: column by column where that gives the same, else once for each different cell or row. */
export function evaluateRows(expression: Expression, columns: Columns, rows: readonly { readonly values: Cells }[]): EvaluatedRows {
  if (expression.kind === "column") return { values: columns(expression.column).cells, problems: null };
  const [only, ...others] = new Set(columnsRead(expression));
  const repeats = only === undefined || others.length > 0 ? null : columns(only).repeats;
  if (only !== undefined && repeats !== null) return evaluateClasses(expression, only, repeats);
  const computed = evaluateColumns(expression, rows.length, (index) => columns(index).numbers());
  if (computed === null) return unzipped(rows.length, (place) => evaluate(expression, rows[place]?.values ?? []));
  const { numbers, unit, problemAt } = computed;
  return unzipped(rows.length, (place) => {
    const number = numbers[place] as number;
    return Number.isNaN(number) ? { value: null, problem: problemAt(place) } : { value: { kind: "number", number, unit }, problem: null };
  });
}

function evaluateClasses(expression: Expression, column: number, { codes, members }: CellClasses): EvaluatedRows {
  const row: (Value | null)[] = [];
  const evaluated = [null, ...members].map((member): Evaluated => {
    row[column] = member;
    return evaluate(expression, row);
  });
  return unzipped(codes.length, (place) => evaluated[(codes[place] as number) + 1] as Evaluated);
}

function unzipped(length: number, evaluatedAt: (place: number) => Evaluated): EvaluatedRows {
  const values: (Value | null)[] = [];
  let problems: (Problem | null)[] | null = null;
  for (let place = 0; place < length; place++) {
    const { value, problem } = evaluatedAt(place);
    values.push(value);
    if (problem !== null) (problems ??= nothing(length))[place] = problem;
  }
  return { values, problems };
}

function nothing(length: number): null[] {
  return Array.from({ length }, () => null);
}
