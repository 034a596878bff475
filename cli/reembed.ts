import type { Command } from "commander";
import { memoryId, run } from "./context.js";
import { EXIT } from "./output.js";

/** `mnema reembed`: gives a memory to the configured encoder. */
export function addReembed(program: Command): void {
  program
    .command("reembed")
    .description("make a memory's vectors anew with the configured encoder")
    .action(
      run(async (context) => {
        const { mnema, output } = context;
        const done = await mnema.reembed(memoryId(context));
        output.result(done, `${done.rounds} rounds encoded with ${done.to}`);
        return done.failed > 0 ? EXIT.parked : EXIT.done;
      }),
    );
}
