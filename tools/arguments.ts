import { z } from "zod";
import { OPERATORS } from "../core/aggregate-items.js";
import { findColumn, resolveTable } from "../core/columns.js";
import { MnemaError } from "../core/errors.js";
import { FILTER_OPERATORS } from "../core/filter.js";
import type { FilterInput } from "../core/read-filters.js";
import type { TableShape } from "../stores/table-engine.js";
import type { ToolRuntime } from "./contract.js";

/** A value to compare with, as a plan writes it. */
export const Scalar = z.union([z.string().max(2000), z.number(), z.boolean()]);

export const TableName = z.string().min(1).max(200).describe("Name of one table.");

/** A name that spells one of a closed set in another way (`AVG`, `descending`) is read as it. */
function oneOf<const Name extends string>(names: readonly Name[], spellings: Readonly<Record<string, Name>>) {
  const other = z.string().transform((text, context): Name => {
    const key = text
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, "-");
    const known = names.find((name) => name === key) ?? (Object.hasOwn(spellings, key) ? spellings[key] : undefined);
    if (known === undefined) context.addIssue({ code: "custom", message: `"${text.slice(0, 40)}" is none of ${names.join(", ")}` });
    return known ?? (z.NEVER as Name);
  });
  return z.union([z.enum(names), other]);
}

export const OperatorName = oneOf(OPERATORS, {
  average: "avg",
  mean: "avg",
  total: "sum",
  minimum: "min",
  lowest: "min",
  maximum: "max",
  highest: "max",
  "distinct-count": "count-distinct",
  distinct: "count-distinct",
  std: "stddev",
  stdev: "stddev",
  "standard-deviation": "stddev",
  slope: "trend",
  difference: "change",
  latest: "last",
  earliest: "first",
}).describe("count counts rows that have the target; change is last minus first, trend the slope per day.");

export const Order = oneOf(["asc", "desc"], { ascending: "asc", lowest: "asc", descending: "desc", highest: "desc" }).describe(
  "desc: highest first; asc: lowest first.",
);

export const TargetExpression = z
  .string()
  .min(1)
  .max(500)
  .describe("A column's name, or arithmetic over columns such as `high temperature` - `low temperature`.");

/** A whole number from 1, also as text; the shared budget caps it. */
export const ResultBudget = z
  .union([
    z.int().min(1),
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  ])
  .describe("How many results at most.");

/** Column filters; all of a list must hold. */
export const ColumnFilter: z.ZodType<FilterInput> = z.lazy(() =>
  z.union([
    z.strictObject({
      column: z.string().min(1).max(500).describe("A column or an expression, such as month(time)."),
      operator: z
        .string()
        .min(1)
        .max(40)
        .describe(`One of: ${FILTER_OPERATORS.join(", ")}.`),
      value: z
        .union([Scalar, z.array(Scalar).max(1000)])
        .nullish()
        .describe("Two values for between, a list for in, none for is empty."),
    }),
    z.strictObject({ and: z.array(ColumnFilter).min(1).max(50) }),
    z.strictObject({ or: z.array(ColumnFilter).min(1).max(50) }),
  ]),
);

export const ColumnFilters = z.array(ColumnFilter).max(50);

/** The table that the arguments name, ready to compute over. Throws UNKNOWN_TABLE, and UNSUPPORTED_OPERATION for several. */
export async function openTable(name: string, { tables, engine }: ToolRuntime): Promise<TableShape> {
  const parts = name.split(/\s*(?:,|;|\bjoin\b|\+)\s*/i).filter((part) => part !== "");
  if (parts.length > 1 && parts.every((part) => tables.some((table) => isCalled(table, part))))
    throw noJoin(`"${name}" names several tables`);
  return engine.shape(resolveTable(tables, name).id);
}

function isCalled(table: { readonly name: string; readonly aliases: readonly string[] }, name: string): boolean {
  return [table.name, ...table.aliases].some((own) => own.toLowerCase() === name.toLowerCase());
}

/**
 * Reads arguments against a table's columns. A column that only another table has would need a join, and is refused as
 * such (UNSUPPORTED_OPERATION); one that no table has stays UNKNOWN_COLUMN.
 */
export function withColumns<Result>(shape: TableShape, { tables }: ToolRuntime, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!MnemaError.isInstance(error) || error.code !== "UNKNOWN_COLUMN" || error.place === undefined) throw error;
    const { place } = error;
    const other = tables.find(
      (table) =>
        table.id !== shape.table.id &&
        findColumn(
          table.columns.map((column) => ({ ...column, auxiliary: false, kinds: [] })),
          place,
        ) !== null,
    );
    if (other === undefined) throw error;
    throw noJoin(`"${place}" is a column of ${other.name}, not of ${shape.table.name}`);
  }
}

function noJoin(reason: string): MnemaError {
  return new MnemaError(
    "UNSUPPORTED_OPERATION",
    `${reason}: a call works on one table, and tables are not joined. Ask each table by itself.`,
  );
}
