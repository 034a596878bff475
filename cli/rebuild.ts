import type { Command } from "commander";
import { memoryId, run } from "./context.js";
import { EXIT } from "./output.js";

/** `mnema rebuild` */
export function addRebuild(program: Command): void {
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
