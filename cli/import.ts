import type { Command } from "commander";
import { importMemory } from "../memory/import.js";
import { memoryId, run } from "./context.js";

/** `mnema import FILE` */
export function addImport(program: Command): void {
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
}
