import { z } from "zod";
import { readFilters } from "../core/read-filters.js";
import { ColumnFilters, openTable, ResultBudget, TableName, withColumns } from "./arguments.js";
import type { Tool } from "./contract.js";
import { resultRow, rowEvidence, rowLimit } from "./rows.js";

const Arguments = z.strictObject({ table: TableName, column_filters: ColumnFilters, result_budget: ResultBudget.nullish() });

/** Selects the rows that satisfy all filters, in canonical order. */
export const filter: Tool<typeof Arguments> = {
  name: "Filter",
  description:
    "Selects the rows of one table that satisfy conditions on its columns (comparisons, ranges, contained text, empty cells, date parts).",
  arguments: Arguments,
  returns: { matching_rows: "rows with source, order, time and values by column", total: "how many rows match in all" },

  async run(args, runtime) {
    const shape = await openTable(args.table, runtime);
    const condition = withColumns(shape, runtime, () => readFilters(args.column_filters, shape.columns));
    const { rows, total } = await runtime.engine.select({
      table: shape.table.id,
      filter: condition,
      limit: rowLimit(args.result_budget, runtime),
    });
    return {
      result: { matching_rows: rows.map((row) => resultRow(shape, row)), total },
      evidence: await rowEvidence(shape, rows, runtime),
    };
  },
};
