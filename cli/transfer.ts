import type { Command } from "commander";
import { exportMemory } from "../memory/export.js";
import { importMemory } from "../memory/import.js";
import { memoryId, run } from "./context.js";
import { EXIT } from "./output.js";

/** `mnema export FILE [--canonical]`, `mnema import FILE`, `mnema rebuild` */
export function addTransfer(program: Command): void {
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
  program
    .command("import")
    .description("make a memory from an exported file")
    .argument("<file>")
    .action(
      run(async (context, file: string) => {
        const id = memoryId(context);
        const { damaged, verified } = await importMemory(context.mnema.space, file, id, () => new Date());
        if (!verified) context.output.note(`${file} is of an earlier Mnema and has no digest: nothing tells whether it was changed since.`);
        if (damaged > 0) context.output.note(`${damaged} pictures had been lost before the export: "mnema audit" names them.`);
        const { store } = await context.mnema.memory(id);
        const { rounds } = await store.log.count();
        context.output.result({ memory: id, rounds }, `${rounds} rounds imported as ${id}`);
      }),
    );
  program
    .command("rebuild")
    .description("derive tables and hierarchy anew, without asking a model again")
    .action(
      run(async (context) => {
        const id = memoryId(context);
        const { tables, topics, failed } = await context.mnema.rebuild(id);
        const waiting = failed === 0 ? "" : `; ${failed} rounds wait for the next ingest ("mnema audit" says why)`;
        context.output.result({ memory: id, tables, topics, failed }, `${id} rebuilt: ${tables} tables, ${topics} topics${waiting}`);
        return failed > 0 ? EXIT.parked : EXIT.done;
      }),
    );
}
