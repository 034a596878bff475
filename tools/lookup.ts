import { z } from "zod";
import { readFilters, type FilterInput } from "../core/read-filters.js";
import { openTable, ResultBudget, Scalar, TableName, withColumns } from "./arguments.js";
import type { Tool } from "./contract.js";
import { resultRow, rowEvidence, rowLimit } from "./rows.js";

const Arguments = z.strictObject({
  table: TableName,
  key_values: z
    .record(z.string(), z.union([Scalar, z.array(Scalar).min(1)]))
    .refine((keys) => Object.keys(keys).length > 0, "name at least one column")
    .describe("Column → the value that its cell must equal (a list: one of them). A date may be a month or a year."),
  result_budget: ResultBudget.nullish(),
});

/** Retrieves the rows whose cells equal the given values. */
export const lookup: Tool<typeof Arguments> = {
  name: "Lookup",
  description: "Retrieves the rows of one table that match given key values exactly, e.g. a name, a date or a source id.",
  arguments: Arguments,
  returns: { matching_rows: "rows with source, order, time and values by column", total: "how many rows match in all" },

  async run(args, runtime) {
    const shape = await openTable(args.table, runtime);
    const inputs = Object.entries(args.key_values).map(([column, value]): FilterInput => ({
      column,
      operator: Array.isArray(value) ? "in" : "=",
      value,
    }));
    const filter = withColumns(shape, runtime, () => readFilters(inputs, shape.columns));
    const { rows, total } = await runtime.engine.select({ table: shape.table.id, filter, limit: rowLimit(args.result_budget, runtime) });
    return {
      result: { matching_rows: rows.map((row) => resultRow(shape, row)), total },
      evidence: await rowEvidence(shape, rows, runtime),
    };
  },
};
