import type { Command } from "commander";
import { memoryId, run } from "./context.js";
import { addSpending, describeEnd, spendingOf } from "./ingest-options.js";

/** `mnema retry --memory ID`: asks anew what a model failed at. */
export function addRetry(program: Command): void {
  addSpending(
    program
      .command("retry")
      .description("ask anew what a model failed at: rounds that wait, answers taken in part, tables it did not name"),
  ).action(
    run(async (context) => {
      const { mnema, output } = context;
      const id = memoryId(context);
      const report = await mnema.retry(id, { ...spendingOf(context), onWarning: (line) => output.note(line) });
      const { parked, partial, unnamed } = report.taken;
      output.result(
        report,
        `${parked} rounds that waited, ${partial} taken in part and ${unnamed} tables without a name were taken up; ${report.failed} rounds wait now`,
      );
      return describeEnd(context, report);
    }),
  );
}
