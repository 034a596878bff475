import type { Command } from "commander";
import { viewObservations } from "../memory/view.js";
import { memoryId, run } from "./context.js";

/** `mnema observations`: everything that extraction found, with its place. */
export function addObservations(program: Command): void {
  program
    .command("observations")
    .description("every attribute and value found, with its place")
    .action(
      run(async (context) => {
        const { store } = await context.mnema.memory(memoryId(context));
        const observations = await viewObservations(store);
        const lines = observations.map(
          ({ round, attribute, value, source }) => `${round} ${attribute} = ${value} (${source.kind} ${source.start}–${source.end})`,
        );
        context.output.result(observations, lines.join("\n") || "Nothing was observed yet.");
      }),
    );
}
