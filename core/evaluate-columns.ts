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
  /** Why a row has none; null: a cell is empty, or the row has one. */
  problemAt(row: number): Problem | null;
}

/** By row: 0 where there is a number, else why not. */
const [GIVEN, EMPTY, BY_ZERO, NO_NUMBER] = [0, 1, 2, 3];
const PROBLEMS: readonly (Problem | null)[] = [null, null, "division by zero", "not a number"];

interface Vector {
  readonly numbers: Float64Array;
  readonly states: Uint8Array;
  readonly units: UnitProduct;
}

/**
 * `evaluate` for all rows at once, a column a step. Null where rows would have to be looked at one by one: values that are no
 * numbers, units that are converted, powers of units, functions of dates and text.
 */
export function evaluateColumns(
  expression: Expression,
  rows: number,
  columnOf: (index: number) => NumberColumn | null,
): ComputedColumn | null {
  const vector = vectorOf(expression);
  if (vector === null) return null;
  const { numbers, states, units } = vector;
  return { numbers, unit: unitName(units), problemAt: (row) => PROBLEMS[states[row] ?? EMPTY] ?? null };

  function vectorOf(own: Expression): Vector | null {
    switch (own.kind) {
      case "number":
        return { numbers: new Float64Array(rows).fill(own.number), states: new Uint8Array(rows), units: [] };
      case "column":
        return ofColumn(columnOf(own.column));
      case "negate":
        return mapped(vectorOf(own.operand), (number) => -number);
      case "call":
        return own.name === "abs" || own.name === "round" || own.name === "floor" || own.name === "ceil"
          ? mapped(vectorOf(own.operands[0] as Expression), Math[own.name])
          : null;
      case "arithmetic":
        return combined(own.operator, vectorOf(own.left), vectorOf(own.right));
      default:
        return null;
    }
  }
}

function ofColumn(column: NumberColumn | null): Vector | null {
  if (column === null) return null;
  const { numbers, unit } = column;
  return {
    numbers,
    states: Uint8Array.from(numbers, (number) => (Number.isNaN(number) ? EMPTY : GIVEN)),
    units: quantity(0, unit).units,
  };
}

function mapped(operand: Vector | null, apply: (number: number) => number): Vector | null {
  return operand === null ? null : overRows(operand, operand, operand.units, apply);
}

type Step = (left: number, right: number) => number;

const STEPS: Readonly<Record<"+" | "-" | "*" | "/" | "%" | "^", Step>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "^": (a, b) => a ** b,
};

function combined(operator: "+" | "-" | "*" | "/" | "%" | "^", left: Vector | null, right: Vector | null): Vector | null {
  if (left === null || right === null) return null;
  const units = resultUnits(operator, left.units, right.units);
  if (units === null) return null;
  const isByZero =
    operator === "/" || operator === "%"
      ? (_: number, b: number) => b === 0
      : operator === "^"
        ? (a: number, b: number) => a === 0 && b < 0 && Number.isInteger(b)
        : null;
  return overRows(left, right, units, STEPS[operator], isByZero);
}

/** The units of a result; null where numbers would be converted on the way. */
function resultUnits(operator: "+" | "-" | "*" | "/" | "%" | "^", left: UnitProduct, right: UnitProduct): UnitProduct | null {
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
function overRows(
  left: Vector,
  right: Vector,
  units: UnitProduct,
  step: Step,
  isByZero: ((a: number, b: number) => boolean) | null = null,
): Vector {
  const numbers = new Float64Array(left.numbers.length).fill(Number.NaN);
  const states = new Uint8Array(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const missing = (left.states[row] as number) || (right.states[row] as number);
    const [a, b] = [left.numbers[row] as number, right.numbers[row] as number];
    if (missing !== GIVEN) states[row] = missing;
    else if (isByZero?.(a, b) === true) states[row] = BY_ZERO;
    else {
      const result = step(a, b);
      if (Number.isFinite(result)) numbers[row] = clean(result);
      else states[row] = NO_NUMBER;
    }
  }
  // Between steps `evaluate` has a unit as its name, which then is one unit.
  return { numbers, states, units: quantity(0, unitName(units)).units };
}
