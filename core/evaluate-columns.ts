import type { Problem } from "./evaluate.js";
import type { Expression } from "./expression.js";
import { clean } from "./numbers.js";
import { multiply, quantity, unitName, type UnitProduct } from "./unit-algebra.js";

/** Numbers of one unit by row. */
export interface NumberColumn {
  /** NaN where there is none. */
  readonly numbers: Float64Array;
  readonly unit: string | null;
}

/** What an expression gives for every row, numbers alone. */
export interface ComputedColumn extends NumberColumn {
  /** Why a row has none; null: a cell is empty, or the row has one. Null in place of the function where no row has a problem. */
  readonly problemAt: ((row: number) => Problem | null) | null;
}

/** By row: 0 where there is a number, else why not. */
const [GIVEN, EMPTY, BY_ZERO, NO_NUMBER] = [0, 1, 2, 3];
const PROBLEMS: readonly (Problem | null)[] = [null, null, "division by zero", "not a number"];

/** Rows that every step is carried out for before the next rows are begun: what lies between steps stays small. */
const BLOCK = 2_048;

/** A part of an expression, for the rows of one block at a time. */
interface Step {
  /** Of the block in hand. NaN, with the reason, where there is none. */
  readonly numbers: Float64Array;
  readonly states: Uint8Array;
  readonly units: UnitProduct;
  /** Takes the rows from `from` to before `to` in hand. */
  fill(from: number, to: number): void;
}

/**
 * `evaluate` for all rows at once, step by step. Null where rows would have to be looked at one by one: values that are no
 * numbers, units that are converted, powers of units, functions of dates and text.
 */
export function evaluateColumns(
  expression: Expression,
  rows: number,
  columnOf: (index: number) => NumberColumn | null,
): ComputedColumn | null {
  const last = stepOf(expression, { columnOf, size: Math.min(BLOCK, rows) });
  if (last === null) return null;
  const numbers = new Float64Array(rows);
  let states: Uint8Array | null = null;
  for (let from = 0; from < rows; from += BLOCK) {
    const to = Math.min(rows, from + BLOCK);
    last.fill(from, to);
    numbers.set(last.numbers.subarray(0, to - from), from);
    const own = last.states.subarray(0, to - from);
    if (own.some((state) => state > EMPTY)) (states ??= new Uint8Array(rows)).set(own, from);
  }
  const problems = states;
  return {
    numbers,
    unit: unitName(last.units),
    problemAt: problems === null ? null : (row) => PROBLEMS[problems[row] ?? EMPTY] ?? null,
  };
}

/** What steps are made with: the columns, and how many rows a block has. */
interface Making {
  readonly columnOf: (index: number) => NumberColumn | null;
  readonly size: number;
}

function stepOf(expression: Expression, making: Making): Step | null {
  const { columnOf, size } = making;
  const of = (own: Expression) => stepOf(own, making);
  switch (expression.kind) {
    case "number":
      return { numbers: new Float64Array(size).fill(expression.number), states: new Uint8Array(size), units: [], fill: () => {} };
    case "column":
      return columnStep(columnOf(expression.column), size);
    case "negate":
      return unary("negate", of(expression.operand));
    case "call": {
      const { name, operands } = expression;
      return name === "abs" || name === "round" || name === "floor" || name === "ceil" ? unary(name, of(operands[0] as Expression)) : null;
    }
    case "arithmetic":
      return binary(expression.operator, of(expression.left), of(expression.right));
    default:
      return null;
  }
}

function columnStep(column: NumberColumn | null, size: number): Step | null {
  if (column === null) return null;
  const [numbers, states] = [new Float64Array(size), new Uint8Array(size)];
  return {
    numbers,
    states,
    units: quantity(0, column.unit).units,
    fill(from, to) {
      numbers.set(column.numbers.subarray(from, to));
      for (let row = 0; row < to - from; row++) states[row] = Number.isNaN(numbers[row]) ? EMPTY : GIVEN;
    },
  };
}

type Unary = "negate" | "abs" | "round" | "floor" | "ceil";
type Binary = "+" | "-" | "*" | "/" | "%" | "^";

function unary(operator: Unary, operand: Step | null): Step | null {
  return operand === null ? null : overRows(operator, operand, operand, operand.units);
}

function binary(operator: Binary, left: Step | null, right: Step | null): Step | null {
  if (left === null || right === null) return null;
  const units = resultUnits(operator, left.units, right.units);
  return units === null ? null : overRows(operator, left, right, units);
}

/** The units of a result; null where numbers would be converted on the way. */
function resultUnits(operator: Binary, left: UnitProduct, right: UnitProduct): UnitProduct | null {
  if (operator === "^") return left.length === 0 && right.length === 0 ? [] : null;
  if (operator === "*" || operator === "/") {
    const { number, units } = multiply({ number: 1, units: left }, { number: 1, units: right }, operator === "*" ? 1 : -1);
    return number === 1 ? units : null;
  }
  if (left.length === 0 || right.length === 0) return left.length > 0 ? left : right;
  const isSame = left.length === 1 && right.length === 1 && left[0]?.power === 1 && right[0]?.power === 1 && left[0].unit === right[0].unit;
  return isSame ? left : null;
}

/** What the left side lacks comes before what the right side lacks, and that before what the step cannot do. */
function overRows(operator: Unary | Binary, left: Step, right: Step, units: UnitProduct): Step {
  const [numbers, states] = [new Float64Array(left.numbers.length), new Uint8Array(left.numbers.length)];
  return {
    numbers,
    states,
    // Between steps `evaluate` has a unit as its name, which then is one unit.
    units: quantity(0, unitName(units)).units,
    fill(from, to) {
      left.fill(from, to);
      if (right !== left) right.fill(from, to);
      for (let row = 0; row < to - from; row++) {
        const [a, b] = [left.numbers[row] as number, right.numbers[row] as number];
        const missing = (left.states[row] as number) || (right.states[row] as number);
        const result = missing === GIVEN ? stepped(operator, a, b) : Number.NaN;
        const isGiven = Number.isFinite(result);
        numbers[row] = isGiven ? clean(result) : Number.NaN;
        states[row] = isGiven ? GIVEN : missing !== GIVEN ? missing : isByZero(operator, a, b) ? BY_ZERO : NO_NUMBER;
      }
    },
  };
}

function stepped(operator: Unary | Binary, a: number, b: number): number {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "^":
      return a ** b;
    case "negate":
      return -a;
    default:
      return Math[operator](a);
  }
}

/** Whether a division by zero is why there is no number. */
function isByZero(operator: Unary | Binary, a: number, b: number): boolean {
  if (operator === "/" || operator === "%") return b === 0;
  return operator === "^" && a === 0 && b < 0 && Number.isInteger(b);
}
