import type { ColumnShape } from "./columns.js";
import { isCalendarDate, readDate } from "./dates.js";
import { MnemaError } from "./errors.js";
import { parseExpression, type Expression } from "./expression.js";
import { FILTER_OPERATORS, type Filter, type FilterOperator, type Operand } from "./filter.js";
import type { Value } from "./observation.js";
import { parseValue } from "./values/parse.js";
import { readBoolean } from "./values/words.js";

/** A filter as a plan writes it: a test of a column, or several filters of which all or one must hold. */
export type FilterInput =
  | { readonly column: string; readonly operator: string; readonly value?: unknown }
  | { readonly and: readonly FilterInput[] }
  | { readonly or: readonly FilterInput[] };

type Scalar = string | number | boolean;
type Kind = Value["kind"];

const SPELLINGS: Readonly<Record<string, FilterOperator>> = {
  "==": "=",
  eq: "=",
  equals: "=",
  is: "=",
  "≠": "!=",
  "<>": "!=",
  ne: "!=",
  "not equals": "!=",
  "is not": "!=",
  lt: "<",
  gt: ">",
  "≤": "<=",
  lte: "<=",
  "≥": ">=",
  gte: ">=",
  range: "between",
  "one of": "in",
  includes: "contains",
  like: "contains",
  empty: "is empty",
  "is null": "is empty",
  "not empty": "is not empty",
  "is not null": "is not empty",
};

/**
 * Resolves the names and types the values of filters, all of which must hold; null for none. A column may be an
 * expression: `month(time)`. Throws UNKNOWN_COLUMN, INVALID_EXPRESSION, TYPE_MISMATCH and INVALID_INPUT.
 */
export function readFilters(inputs: readonly FilterInput[], columns: readonly ColumnShape[]): Filter | null {
  return inputs.length === 0 ? null : { kind: "all", filters: inputs.map((input) => readFilter(input, columns)) };
}

function readFilter(input: FilterInput, columns: readonly ColumnShape[]): Filter {
  if ("and" in input) return { kind: "all", filters: input.and.map((part) => readFilter(part, columns)) };
  if ("or" in input) return { kind: "any", filters: input.or.map((part) => readFilter(part, columns)) };
  const target = parseExpression(input.column, columns);
  const operator = readOperator(input.operator);
  const kinds = resultKinds(target, columns);
  const operands = scalars(input.value).map((scalar) => readOperand(scalar, operator, kinds, input.column));
  checkCount(operator, operands.length, input.column);
  return { kind: "test", target, operator, operands };
}

function readOperator(text: string): FilterOperator {
  const spelling = text.trim().toLowerCase().replaceAll("_", " ");
  const operator =
    (Object.hasOwn(SPELLINGS, spelling) ? SPELLINGS[spelling] : undefined) ?? FILTER_OPERATORS.find((known) => known === spelling);
  if (operator === undefined)
    throw new MnemaError(
      "INVALID_INPUT",
      `There is no filter operator "${text.slice(0, 40)}". There are: ${FILTER_OPERATORS.join(", ")}.`,
      { place: "operator" },
    );
  return operator;
}

function scalars(value: unknown): Scalar[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((member): member is Scalar => ["string", "number", "boolean"].includes(typeof member));
}

function checkCount(operator: FilterOperator, given: number, column: string): void {
  const wanted =
    operator === "between"
      ? "two values"
      : operator.startsWith("is ")
        ? "no value"
        : operator.endsWith("in")
          ? "at least one value"
          : "one value";
  const right =
    operator === "between" ? given === 2 : operator.startsWith("is ") ? given === 0 : operator.endsWith("in") ? given > 0 : given === 1;
  if (!right)
    throw new MnemaError("INVALID_INPUT", `The filter on "${column}" with "${operator}" takes ${wanted}; it has ${given}.`, {
      place: column,
    });
}

/** Kinds of value that an expression can give. */
export function resultKinds(expression: Expression, columns: readonly ColumnShape[]): readonly Kind[] {
  if (expression.kind === "column") return columns[expression.column]?.kinds ?? [];
  if (expression.kind === "text" || (expression.kind === "call" && expression.name === "weekday")) return ["text"];
  return ["number"];
}

/** The kinds as a person says them. */
export function kindsText(kinds: readonly Kind[]): string {
  const words = { number: "numbers", range: "ranges", date: "dates", boolean: "yes or no", text: "text" };
  return kinds.length === 0 ? "nothing" : [...new Set(kinds)].map((kind) => words[kind]).join(" and ");
}

const ORDERED = new Set<FilterOperator>(["<", "<=", ">", ">=", "between"]);

/** A value cast to what the column holds. Text stays beside it for equality and `contains`. */
function readOperand(scalar: Scalar, operator: FilterOperator, kinds: readonly Kind[], column: string): Operand {
  const text = String(scalar);
  const value = castTo(kinds, scalar);
  if (operator.endsWith("contains") || kinds.length === 0) return { value: value ?? { kind: "text", text }, text };
  const mismatch = (reason: string) =>
    new MnemaError("TYPE_MISMATCH", `"${column}" holds ${kindsText(kinds)}: ${reason}.`, { place: column });
  if (value === null) throw mismatch(`"${text.slice(0, 60)}" is none`);
  if (ORDERED.has(operator) && (value.kind === "text" || value.kind === "boolean")) throw mismatch(`"${operator}" needs numbers or dates`);
  return { value, text };
}

/** The scalar as one of the kinds, the more exact first; null when it is none of them. */
function castTo(kinds: readonly Kind[], scalar: Scalar): Value | null {
  const text = String(scalar);
  const typed: Value = typeof scalar === "number" ? { kind: "number", number: scalar, unit: null } : parseValue(text).typed;
  if (kinds.includes("number") || kinds.includes("range")) {
    if (typed.kind === "number" || typed.kind === "range") return typed;
  }
  const date = kinds.includes("date") ? castDate(text) : null;
  if (date !== null) return date;
  const boolean = kinds.includes("boolean") ? castBoolean(text) : null;
  if (boolean !== null) return { kind: "boolean", boolean };
  return kinds.includes("text") || kinds.length === 0 ? { kind: "text", text } : null;
}

/** Yes or no, also as 1 and 0. */
export function castBoolean(text: string): boolean | null {
  const plain = text.trim();
  return plain === "1" || plain === "0" ? plain === "1" : readBoolean(plain);
}

/** A date in any form that the value reader knows, and years and months alone (`2012`, `2024-2`). */
function castDate(text: string): Value | null {
  const [whole, year = "", month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text.trim()) ?? [];
  if (whole !== undefined && isCalendarDate(Number(year), Number(month ?? 1), Number(day ?? 1))) {
    const date = [year, ...[month, day].flatMap((part) => (part === undefined ? [] : [part.padStart(2, "0")]))].join("-");
    return { kind: "date", date, precision: day !== undefined ? "day" : month !== undefined ? "month" : "year" };
  }
  const read = readDate(text.trim())?.date ?? null;
  return read === null ? null : { kind: "date", date: read.iso, precision: read.precision };
}

/** A filter as a person reads it. */
export function filterText(filter: FilterInput): string {
  if ("and" in filter) return `(${filter.and.map(filterText).join(" and ")})`;
  if ("or" in filter) return `(${filter.or.map(filterText).join(" or ")})`;
  const value = Array.isArray(filter.value) ? filter.value.join(filter.operator === "between" ? " and " : ", ") : filter.value;
  return `${filter.column} ${filter.operator}${value === undefined || value === null ? "" : ` ${String(value)}`}`;
}

/** Filters as the tail of a sentence: ` in 2026-02 where genre = Horror`. Empty for none. */
export function scopeText(filters: readonly FilterInput[]): string {
  const days = filters.flatMap((filter) => dayOf(filter) ?? []);
  const others = filters.filter((filter) => dayOf(filter) === null).map(filterText);
  const when = days.map((day) => ` ${day.length > "2026-02".length ? "on" : "in"} ${day}`);
  return `${when.join("")}${others.length === 0 ? "" : ` where ${others.join(" and ")}`}`;
}

/** The day, month or year that a filter asks for; null for any other filter. */
function dayOf(filter: FilterInput): string | null {
  const isDay = "column" in filter && filter.column === "@time" && filter.operator === "=" && typeof filter.value === "string";
  return isDay ? String(filter.value) : null;
}
