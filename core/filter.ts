import { foldText, orderValues } from "./compare.js";
import type { Expression } from "./expression.js";
import { formatNumber, measureText } from "./numbers.js";
import { clockText, isTimeUnit } from "./times-of-day.js";
import type { Value } from "./observation.js";
import { convertUnit } from "./units.js";

export const FILTER_OPERATORS = [
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "between",
  "in",
  "not in",
  "contains",
  "not contains",
  "is empty",
  "is not empty",
] as const;

export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** A value to compare with: typed, and as it was written. */
export interface Operand {
  readonly value: Value;
  readonly text: string;
}

/** Which rows are wanted, with names resolved and values typed. Made by `readFilters`. */
export type Filter =
  | { readonly kind: "all" | "any"; readonly filters: readonly Filter[] }
  | { readonly kind: "test"; readonly target: Expression; readonly operator: FilterOperator; readonly operands: readonly Operand[] };

/**
 * Order of a cell against a value: negative, 0, positive, NaN where they cannot be compared. A date equals the month or
 * year it lies in, and units are converted.
 */
function compareWith(cell: Value, value: Value): number {
  const aligned = alignUnit(value, cell);
  return aligned === null ? Number.NaN : orderValues(cell, aligned, true);
}

/**
 * A test as a function of a cell. An empty one passes nothing but `is empty`. Text is equal whatever its case, and text that
 * only looks like a number is its text; `contains` compares sign by sign: nothing in it is a wildcard.
 */
export function cellTest(operator: FilterOperator, operands: readonly Operand[]): (cell: Value | null) => boolean {
  if (operator === "is empty") return (cell) => cell === null;
  const test = filledTest(operator, operands);
  return (cell) => cell !== null && test(cell);
}

function filledTest(operator: Exclude<FilterOperator, "is empty">, operands: readonly Operand[]): (cell: Value) => boolean {
  const [first, last] = [operands[0]?.value ?? NOTHING, operands[1]?.value ?? NOTHING];
  const equalsOne = equality(operands);
  const contains = containing(operands[0]?.text ?? "");
  switch (operator) {
    case "=":
    case "in":
      return equalsOne;
    case "!=":
    case "not in":
      return (cell) => !equalsOne(cell);
    case "<":
      return (cell) => compareWith(cell, first) < 0;
    case "<=":
      return (cell) => compareWith(cell, first) <= 0;
    case ">":
      return (cell) => compareWith(cell, first) > 0;
    case ">=":
      return (cell) => compareWith(cell, first) >= 0;
    case "between":
      return (cell) => compareWith(cell, first) >= 0 && compareWith(cell, last) <= 0;
    case "contains":
      return contains;
    case "not contains":
      return (cell) => !contains(cell);
    case "is not empty":
      return () => true;
  }
}

const NOTHING: Value = { kind: "text", text: "" };

/** Equality with one of the operands. */
function equality(operands: readonly Operand[]): (cell: Value) => boolean {
  const texts = new Set(operands.map(({ text }) => foldText(text)));
  return (cell) => (cell.kind === "text" ? texts.has(foldText(cell.text)) : operands.some(({ value }) => compareWith(cell, value) === 0));
}

function containing(text: string): (cell: Value) => boolean {
  const wanted = foldText(text);
  return (cell) => foldText(bareText(cell)).includes(wanted);
}

/** A value as text without its unit: what a bare answer holds. */
export function bareText(value: Value): string {
  switch (value.kind) {
    case "number":
      return isTimeUnit(value.unit) ? clockText(value.number) : formatNumber(value.number);
    case "range":
      return [value.low, value.high].map((end) => bareText({ kind: "number", number: end, unit: value.unit })).join("-");
    case "date":
      return value.date;
    case "boolean":
      return value.boolean ? "yes" : "no";
    case "text":
      return value.text;
  }
}

/** A value for people, with its unit. */
export function valueText(value: Value): string {
  const unit = value.kind === "number" || value.kind === "range" ? value.unit : null;
  if (unit === null || isTimeUnit(unit)) return bareText(value);
  return measureText(bareText(value), unit);
}

/** The value in the other's unit; one without a unit takes it as it is. Null when they measure different things. */
function alignUnit(value: Value, other: Value): Value | null {
  if (value.kind !== "number" || (other.kind !== "number" && other.kind !== "range")) return value;
  if (value.unit === null || other.unit === null || value.unit === other.unit) return value;
  const number = convertUnit(value.number, value.unit, other.unit);
  return number === null ? null : { ...value, number, unit: other.unit };
}
