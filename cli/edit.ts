import type { Command } from "commander";
import { memoryId, run } from "./context.js";

/** `mnema edit ROUND --text TEXT [--turn user|assistant|ID]` */
export function addEdit(program: Command): void {
  program
    .command("edit")
    .description("have a round say something else; the old version stays in the log")
    .argument("<round>", "by one of its source ids")
    .requiredOption("--text <text>", "what it says now")
    .option("--turn <turn>", "user, assistant, or a turn's id", "user")
    .action(
      run(async (context, round: string) => {
        const { mnema, output, options } = context;
        const edited = await mnema.edit(memoryId(context), round, { text: String(options["text"]), turn: String(options["turn"]) });
        output.result(
          edited,
          edited.editedAt === null ? `${round} says so already` : `${round} edited; the log holds ${edited.versions} versions`,
        );
      }),
    );
}
