import { z } from "zod";
import { valueText } from "../core/filter.js";
import { parseExpression } from "../core/expression.js";
import { readFilters } from "../core/read-filters.js";
import type { RankedRow } from "../stores/table-engine.js";
import { ColumnFilters, openTable, Order, ResultBudget, TableName, TargetExpression, withColumns } from "./arguments.js";
import type { Tool } from "./contract.js";
import { resultRow, rowEvidence, rowLimit, scalar } from "./rows.js";

const Arguments = z.strictObject({
  table: TableName,
  target_column_expression: TargetExpression,
  order: Order,
  optional_column_filters: ColumnFilters.nullish(),
  result_budget: ResultBudget.nullish(),
});

/** Returns the highest or lowest rows. Rows tied with the last one asked for come too, as far as the budget goes. */
export const rank: Tool<typeof Arguments> = {
  name: "Rank",
  description:
    "Returns the top (desc) or bottom (asc) rows of one table by a column or an expression over columns, optionally among filtered rows.",
  arguments: Arguments,
  returns: {
    ranked_rows: "rows with position, value, source, order, time and values by column, best first",
    ties: "rows that share a position, and those that the budget left out",
    total: "rows ranked",
  },

  async run(args, runtime) {
    const shape = await openTable(args.table, runtime);
    const { target, filter } = withColumns(shape, runtime, () => ({
      target: parseExpression(args.target_column_expression, shape.columns),
      filter: readFilters(args.optional_column_filters ?? [], shape.columns),
    }));
    const { rows: wanted, total } = await runtime.engine.rank({
      table: shape.table.id,
      target,
      order: args.order,
      filter,
      limit: rowLimit(args.result_budget, runtime),
    });
    const shown = wanted.slice(0, runtime.remaining);
    const leads = new Map(shown.map((own) => [own.row.place, leadOf(own, shown)]));
    return {
      result: {
        ranked_rows: shown.map((own) => ({
          position: own.position,
          value: own.value === null ? null : scalar(own.value),
          ...resultRow(shape, own.row),
        })),
        ties: tiesNote(wanted, shown),
        total,
      },
      evidence: await rowEvidence(
        shape,
        shown.map(({ row }) => row),
        runtime,
        ({ place }) => leads.get(place) ?? "",
      ),
    };
  },
};

/** Which sources share a position, in words; null when none do. */
function tiesNote(wanted: readonly RankedRow[], shown: readonly RankedRow[]): string | null {
  const positions = [...new Set(wanted.flatMap(({ position }) => position ?? []))];
  const groups = positions.map((position) => ({ position, rows: wanted.filter((own) => own.position === position) }));
  const tied = groups.filter(({ rows }) => rows.length > 1).map(({ position, rows }) => `position ${position}: ${sources(rows)}`);
  const left = wanted.length - shown.length;
  return tied.length === 0 ? null : `tied at ${tied.join("; ")}${left > 0 ? ` (${left} more tied rows are beyond the budget)` : ""}`;
}

function sources(rows: readonly RankedRow[]): string {
  const named = rows.slice(0, 10).map(({ row }) => row.ids[0]);
  return `${named.join(", ")}${rows.length > 10 ? ` and ${rows.length - 10} more` : ""}`;
}

function leadOf({ position, value }: RankedRow, shown: readonly RankedRow[]): string {
  if (position === null || value === null) return "Not ranked (no value). ";
  const tied = shown.filter((other) => other.position === position).length > 1;
  return `Position ${position}${tied ? " (tied)" : ""}, ${valueText(value)}. `;
}
