import type { Command } from "commander";
import { MultiBar, Presets } from "cli-progress";
import { memoryId, run } from "./context.js";
import { addSpending, describeEnd, spendingOf } from "./ingest-options.js";

/** `mnema ingest PATH… --memory ID [--history H] [--format F] [--log-only] [--max-tokens N] [--max-cost C]` */
export function addIngest(program: Command): void {
  addSpending(
    program
      .command("ingest")
      .description("store chat histories and derive tables and hierarchy from them")
      .argument("[paths...]", "files, zip archives or folders; none: take up what waits"),
  )
    .option("--history <name>", "name of the history when the file has no id of its own")
    .option("--format <format>", "import format; detected when left out")
    .option("--log-only", "store and derive nothing: the next ingest does")
    .action(
      run(async (context, paths: string[]) => {
        const { mnema, output, options } = context;
        const bars = new MultiBar(
          { format: " {bar} {value}/{total} rounds", stream: process.stderr, hideCursor: true, noTTYOutput: false },
          Presets.shades_grey,
        );
        const bar = process.stderr.isTTY ? bars.create(1, 0) : null;
        const report = await mnema.ingest(memoryId(context), {
          paths,
          ...spendingOf(context),
          ...(typeof options["history"] === "string" ? { history: options["history"] } : {}),
          ...(typeof options["format"] === "string" ? { format: options["format"] } : {}),
          ...(options["logOnly"] === true ? { logOnly: true } : {}),
          onProgress: ({ node, done, total }) => {
            // Other nodes count within their slice.
            if (node !== "settle") return;
            bar?.setTotal(Math.max(total, 1));
            bar?.update(Math.min(done, total));
          },
          onWarning: (line) => output.note(line),
        });
        bars.stop();
        const { rounds, skipped, failed, tables, episodes, topics, ms } = report;
        output.result(
          report,
          options["logOnly"] === true
            ? `${rounds} rounds stored, ${skipped} were there; the next ingest derives from them (${(ms / 1000).toFixed(1)} s)`
            : `${rounds} rounds stored, ${skipped} were there, ${failed} parked; ${tables} tables, ${episodes} episodes, ${topics} topics (${(ms / 1000).toFixed(1)} s)`,
        );
        return describeEnd(context, report);
      }),
    );
}
