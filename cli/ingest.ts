import type { Command } from "commander";
import { MultiBar, Presets } from "cli-progress";
import { memoryId, run } from "./context.js";
import { EXIT } from "./output.js";

/** Reasons why rounds wait that are told at once. */
const REASONS = 5;

/** `mnema ingest PATH… --memory ID [--history H] [--format F]` */
export function addIngest(program: Command): void {
  program
    .command("ingest")
    .description("store chat histories and derive tables and hierarchy from them")
    .argument("[paths...]", "files or folders; none: take up what waits")
    .option("--history <name>", "name of the history when the file has no id of its own")
    .option("--format <format>", "import format; detected when left out")
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
          ...(typeof options["history"] === "string" ? { history: options["history"] } : {}),
          ...(typeof options["format"] === "string" ? { format: options["format"] } : {}),
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
          `${rounds} rounds stored, ${skipped} were there, ${failed} parked; ${tables} tables, ${episodes} episodes, ${topics} topics (${(ms / 1000).toFixed(1)} s)`,
        );
        if (failed === 0) return report.lost === undefined ? EXIT.done : EXIT.parked;
        const { store } = await mnema.memory(memoryId(context));
        const reasons = new Set((await store.log.parked()).map(({ parked }) => parked ?? ""));
        for (const reason of [...reasons].slice(0, REASONS)) output.note(`parked: ${reason}`);
        output.note('"mnema audit" names the rounds that wait; the next ingest takes them up.');
        return EXIT.parked;
      }),
    );
}
