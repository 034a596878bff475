import { z } from "zod";
import { MnemaError } from "../core/errors.js";
import type { ToolName } from "../core/evidence.js";
import type { OpenMemory } from "../nodes/memory.js";
import { toolRuntime } from "../nodes/query/tool-runtime.js";
import { ColumnFilters, OperatorName, Order, TableName, TargetExpression } from "../tools/arguments.js";
import { toolNamed } from "../tools/registry.js";

/** The most rows that one call gives. */
const MOST_ROWS = 200;

/** One call over one table, of what the four analytic tools can do. */
export const TableQuery = z.object({
  table: TableName,
  operation: z
    .enum(["rows", "compute", "rank"])
    .describe(
      "rows: the rows that satisfy the filters; compute: one operator over a column, all rows or by group; rank: highest or lowest rows.",
    ),
  filters: ColumnFilters.optional().describe("All must hold."),
  target: TargetExpression.optional().describe(
    "What is computed or ranked by: a column or arithmetic over columns. Not needed to count rows.",
  ),
  operator: OperatorName.optional().describe("For compute."),
  group_by: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("For compute: a column, an expression, or day, week, month, year … of the row's time."),
  order: Order.optional().describe("For rank; desc (highest first) unless given."),
  limit: z.int().min(1).max(MOST_ROWS).optional().describe(`Rows at most; 20 unless given, never more than ${MOST_ROWS}.`),
});

export type TableQuery = z.input<typeof TableQuery>;

/** Runs the query by the analytic tool that it amounts to. Its result is under the tool's keys (AdaMM Table 4). */
export async function queryTable(memory: OpenMemory, query: TableQuery): Promise<Readonly<Record<string, unknown>>> {
  const limit = query.limit ?? 20;
  const [name, given] = callOf(query, limit);
  const tool = toolNamed(name);
  const parsed = tool.arguments.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new MnemaError("INVALID_INPUT", `${issue?.message ?? "The arguments do not fit"}.`, { place: issue?.path.join(".") ?? "query" });
  }
  const runtime = await toolRuntime(memory, { units: 0, characters: 0 });
  return (await tool.run(parsed.data, { ...runtime, remaining: Math.min(limit, MOST_ROWS) })).result;
}

function callOf(
  { table, operation, filters = [], target, operator, group_by, order }: TableQuery,
  limit: number,
): [ToolName, Record<string, unknown>] {
  if (operation === "rows") return ["Filter", { table, column_filters: filters, result_budget: limit }];
  if (operation === "rank") {
    if (target === undefined) throw new MnemaError("INVALID_INPUT", "Name what to rank by.", { place: "target" });
    return [
      "Rank",
      { table, target_column_expression: target, order: order ?? "desc", optional_column_filters: filters, result_budget: limit },
    ];
  }
  if (operator === undefined)
    throw new MnemaError("INVALID_INPUT", "Name the operator to compute, such as avg or count.", { place: "operator" });
  return [
    "Compute",
    { table, target_column_expression: target ?? null, operator, optional_column_filters: filters, group_by: group_by ?? null },
  ];
}
