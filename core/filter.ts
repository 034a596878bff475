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
 * Order of a cell against an operand: negative, 0, positive, NaN where they cannot be compared. A date equals the month
 * or year it lies in, and units are converted.
 */
export function compareWith(cell: Value | null, { value }: Operand): number {
  if (cell === null) return Number.NaN;
  const aligned = alignUnit(value, cell);
  return aligned === null ? Number.NaN : orderValues(cell, aligned, true);
}

/** Equality of a cell with an operand. Text is equal whatever its case; text that only looks like a number is its text. */
export function equals(cell: Value | null, operand: Operand): boolean {
  if (cell === null) return false;
  return cell.kind === "text" ? foldText(cell.text) === foldText(operand.text) : compareWith(cell, operand) === 0;
}

/** Whether a cell's text holds the operand's, sign by sign: nothing in it is a wildcard. */
export function contains(cell: Value | null, { text }: Operand): boolean {
  return cell !== null && foldText(bareText(cell)).includes(foldText(text));
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
