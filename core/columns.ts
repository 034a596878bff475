import { MnemaError } from "./errors.js";
import { attributeKey, attributeName } from "./names.js";
import type { Value } from "./observation.js";

/** A column as the analytic tools see it: an attribute of the table, or one of the auxiliary columns. */
export interface ColumnShape {
  /** Attribute name for display, or the auxiliary name. */
  readonly name: string;
  readonly type: "number" | "text" | "date" | "boolean";
  /** Unit that its numbers are in; null when none. */
  readonly unit: string | null;
  readonly auxiliary: boolean;
  /** Kinds of value that its cells hold. */
  readonly kinds: readonly Value["kind"][];
}

/** What every row has besides its attributes. They follow the attributes of a table. */
export const AUXILIARY_COLUMNS: readonly ColumnShape[] = [
  { name: "order", type: "number", unit: null, auxiliary: true, kinds: ["number"] },
  { name: "time", type: "date", unit: null, auxiliary: true, kinds: ["date"] },
  { name: "source", type: "text", unit: null, auxiliary: true, kinds: ["text"] },
  { name: "captions", type: "text", unit: null, auxiliary: true, kinds: ["text"] },
];

/** Written before a name to mean the auxiliary column although an attribute has the same name: `@time`. */
export const AUXILIARY_MARK = "@";

/**
 * Index of the column that a name means: the attribute of that name, else one that differs only in case, separators
 * or a plural, else the auxiliary column. Throws UNKNOWN_COLUMN, listing what exists.
 */
export function resolveColumn(columns: readonly ColumnShape[], name: string): number {
  const index = findColumn(columns, name);
  if (index !== null) return index;
  const known = columns.map((column) => (column.auxiliary ? `${AUXILIARY_MARK}${column.name}` : column.name)).join(", ");
  throw new MnemaError("UNKNOWN_COLUMN", `There is no column "${attributeName(name).slice(0, 200)}". There are: ${known}.`, {
    place: name.slice(0, 200),
  });
}

/** As `resolveColumn`; null when no column, or more than one, is meant. */
export function findColumn(columns: readonly ColumnShape[], name: string): number | null {
  const key = attributeKey(name);
  const marked = columns.findIndex(({ name: own, auxiliary }) => auxiliary && `${AUXILIARY_MARK}${own}` === key);
  if (marked >= 0) return marked;
  const exact = columns.findIndex(({ name: own, auxiliary }) => !auxiliary && attributeKey(own) === key);
  if (exact >= 0) return exact;
  const form = nameForm(name);
  const alike =
    form === "" ? [] : columns.flatMap(({ name: own, auxiliary }, index) => (!auxiliary && nameForm(own) === form ? [index] : []));
  if (alike.length > 0) return alike.length === 1 ? (alike[0] ?? null) : null;
  const extra = columns.findIndex(({ name: own, auxiliary }) => auxiliary && own === form);
  return extra < 0 ? null : extra;
}

/** A name without case, separators and plural: `Air_Temps`, `airTemp` and `air temp` have one form. */
export function nameForm(name: string): string {
  return attributeName(name)
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/(?<=\p{L}{3})(?<!s)s$/u, "");
}

interface Named {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** The table that a name or an alias means, in any form. Throws UNKNOWN_TABLE, listing what exists. */
export function resolveTable<Table extends Named>(tables: readonly Table[], name: string): Table {
  const key = attributeKey(name);
  const form = nameForm(name);
  const called = (table: Table, test: (own: string) => boolean) => [table.name, ...table.aliases].some(test);
  const exact = tables.find((table) => called(table, (own) => attributeKey(own) === key));
  const found = exact ?? tables.find((table) => called(table, (own) => nameForm(own) === form));
  if (found !== undefined) return found;
  const known = tables.length === 0 ? "no tables yet" : tables.map((table) => table.name).join(", ");
  throw new MnemaError("UNKNOWN_TABLE", `There is no table "${name.slice(0, 200)}". There are: ${known}.`, { place: name.slice(0, 200) });
}
