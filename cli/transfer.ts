import type { Command } from "commander";
import { exportMemory } from "../memory/export.js";
import { importMemory } from "../memory/import.js";
import { memoryId, run } from "./context.js";

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
        await exportMemory(store, file, { canonical: context.options["canonical"] === true });
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
        await importMemory(context.mnema.space, file, id, () => new Date());
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
        await context.mnema.rebuild(id);
        const { store } = await context.mnema.memory(id);
        const [tables, topics] = [(await store.tables.tables()).length, (await store.hierarchy.nodes("topic")).length];
        context.output.result({ memory: id, tables, topics }, `${id} rebuilt: ${tables} tables, ${topics} topics`);
      }),
    );
}
