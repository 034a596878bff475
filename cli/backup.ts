import type { Command } from "commander";
import { backupMemory, restoreMemory } from "../memory/backup.js";
import { memoryId, run } from "./context.js";

/** `mnema backup FILE --memory ID` */
export function addBackup(program: Command): void {
  program
    .command("backup")
    .description("copy a memory to one file while it is in use")
    .argument("<file>")
    .action(
      run(async (context, file: string) => {
        const { mnema, output } = context;
        const { store } = await mnema.memory(memoryId(context));
        await backupMemory(store, file, mnema.config.dataFolder);
        output.result({ memory: store.memoryId, file }, `${store.memoryId} backed up to ${file}`);
      }),
    );
}

/** `mnema restore FILE --memory ID` */
export function addRestore(program: Command): void {
  program
    .command("restore")
    .description("make a memory of a backup")
    .argument("<file>")
    .action(
      run(async (context, file: string) => {
        const { mnema, output } = context;
        const id = memoryId(context);
        await restoreMemory(mnema.space, id, file, new Date());
        const { rounds } = await (await mnema.memory(id)).store.log.count();
        output.result({ memory: id, rounds }, `${rounds} rounds restored as ${id}`);
      }),
    );
}
