import type { Command } from "commander";
import { exportMemory } from "../memory/export.js";
import { memoryId, run } from "./context.js";

/** `mnema export FILE [--canonical]` */
export function addExport(program: Command): void {
  program
    .command("export")
    .description("write everything of a memory to a file")
    .argument("<file>")
    .option("--canonical", "the comparable form: sorted, without run and record times")
    .action(
      run(async (context, file: string) => {
        const { store } = await context.mnema.memory(memoryId(context));
        const { damaged } = await exportMemory(store, file, {
          canonical: context.options["canonical"] === true,
          keepOut: context.mnema.config.dataFolder,
        });
        if (damaged.length > 0)
          context.output.note(
            `${damaged.length} pictures are gone or damaged, and were written without their bytes: "mnema audit" names them.`,
          );
        context.output.result({ memory: store.memoryId, file }, `${store.memoryId} written to ${file}`);
      }),
    );
}
