import { numberOf } from "./compare.js";
import { daysBetween, datePart } from "./calendar.js";
import type { Expression, FunctionName } from "./expression.js";
import { clean } from "./numbers.js";
import type { Value } from "./observation.js";
import { convertTo, inUnitsOf, multiply, quantity, unitName, type Quantity } from "./unit-algebra.js";

/** Why a row has no result although its cells are filled. */
export type Problem = "division by zero" | "not a number" | "not a date" | "units do not fit";

/** What an expression gives for a row: a value, or none with the reason (null: a cell is empty). */
export interface Evaluated {
  readonly value: Value | null;
  readonly problem: Problem | null;
}

const EMPTY: Evaluated = { value: null, problem: null };

/**
 * Computes an expression over one row's cells, by column index. An empty cell makes the result empty. Values keep their
 * units: sums are taken in the left side's unit, products multiply the units, a percentage counts as its plain number.
 */
export function evaluate(expression: Expression, cells: readonly (Value | null)[]): Evaluated {
  switch (expression.kind) {
    case "number":
      return given({ kind: "number", number: expression.number, unit: null });
    case "text":
      return given({ kind: "text", text: expression.text });
    case "column":
      return { value: cells[expression.column] ?? null, problem: null };
    case "negate":
      return overNumbers([evaluate(expression.operand, cells)], ([own]) => ({ ...own, number: -own.number }));
    case "convert":
      return overNumbers([evaluate(expression.operand, cells)], ([own]) => convertTo(own, expression.unit) ?? "units do not fit");
    case "arithmetic":
      return arithmetic(expression.operator, evaluate(expression.left, cells), evaluate(expression.right, cells));
    case "call":
      return call(
        expression.name,
        expression.operands.map((operand) => evaluate(operand, cells)),
      );
  }
}

function given(value: Value): Evaluated {
  return { value, problem: null };
}

function failed(problem: Problem): Evaluated {
  return { value: null, problem };
}

/** Applies to the operands as quantities; empty when one is empty, a problem when one is no number. */
function overNumbers(operands: readonly Evaluated[], apply: (quantities: [Quantity, Quantity]) => Quantity | Problem): Evaluated {
  const missing = operands.find(({ value }) => value === null);
  if (missing !== undefined) return missing;
  const quantities = operands.map(({ value }) => asQuantity(value));
  const [left, right = left] = quantities;
  if (left === undefined || left === null || right === undefined || right === null) return failed("not a number");
  const result = apply([left, right]);
  if (typeof result === "string") return failed(result);
  return Number.isFinite(result.number)
    ? given({ kind: "number", number: clean(result.number), unit: unitName(result.units) })
    : failed("not a number");
}

function asQuantity(value: Value | null): Quantity | null {
  const number = value === null ? null : numberOf(value);
  if (value === null || number === null) return null;
  return quantity(number, value.kind === "number" || value.kind === "range" ? value.unit : null);
}

function arithmetic(operator: "+" | "-" | "*" | "/" | "%" | "^", left: Evaluated, right: Evaluated): Evaluated {
  if (operator === "-" && left.value?.kind === "date" && right.value?.kind === "date") return days(right, left);
  return overNumbers([left, right], ([a, b]) => {
    switch (operator) {
      case "*":
        return multiply(a, b, 1);
      case "/":
        return b.number === 0 ? "division by zero" : multiply(a, b, -1);
      case "^":
        return b.units.length > 0 || !Number.isInteger(b.number) ? rootOrPower(a, b) : power(a, b.number);
      default:
        return alike(operator, a, b);
    }
  });
}

/** Sum, difference and remainder: both sides in one unit. */
function alike(operator: "+" | "-" | "%", a: Quantity, b: Quantity): Quantity | Problem {
  const other = inUnitsOf(b, a);
  if (other === null) return "units do not fit";
  const units = a.units.length > 0 ? a.units : b.units;
  if (operator === "%") return other === 0 ? "division by zero" : { number: a.number % other, units };
  return { number: operator === "+" ? a.number + other : a.number - other, units };
}

function power(base: Quantity, exponent: number): Quantity | Problem {
  if (base.number === 0 && exponent < 0) return "division by zero";
  return {
    number: base.number ** exponent,
    units: base.units.map(({ unit, power: own }) => ({ unit, power: own * exponent })).filter(({ power: own }) => own !== 0),
  };
}

/** A broken exponent has a meaning for plain numbers alone. */
function rootOrPower(base: Quantity, exponent: Quantity): Quantity | Problem {
  if (base.units.length > 0 || exponent.units.length > 0) return "units do not fit";
  return { number: base.number ** exponent.number, units: [] };
}

function call(name: FunctionName, operands: readonly Evaluated[]): Evaluated {
  const [first = EMPTY, second = EMPTY] = operands;
  if (first.value === null) return first;
  switch (name) {
    case "abs":
    case "round":
    case "floor":
    case "ceil":
      return overNumbers([first], ([own]) => ({ ...own, number: Math[name](own.number) }));
    case "length":
      return first.value.kind === "text"
        ? given({ kind: "number", number: [...first.value.text].length, unit: null })
        : failed("not a number");
    case "days":
      return days(first, second);
    default: {
      const part = first.value.kind === "date" ? datePart(name, first.value.date) : null;
      return part === null
        ? failed("not a date")
        : given(typeof part === "number" ? { kind: "number", number: part, unit: null } : { kind: "text", text: part });
    }
  }
}

/** Days from the first date to the second. */
function days(from: Evaluated, to: Evaluated): Evaluated {
  if (from.value === null || to.value === null) return from.value === null ? from : to;
  const [start, end] = [asDate(from.value), asDate(to.value)];
  const between = start === null || end === null ? null : daysBetween(start, end);
  return between === null ? failed("not a date") : given({ kind: "number", number: between, unit: "day" });
}

function asDate(value: Value): string | null {
  if (value.kind === "date") return value.date;
  return value.kind === "text" && /^\d{4}/.test(value.text) ? value.text : null;
}
