import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { describeAnswer } from "./ask.js";
import { memoryId, run } from "./context.js";

/** `mnema chat --memory ID`: questions on stdin, one a line, until it ends or says `exit`. */
export function addChat(program: Command): void {
  program
    .command("chat")
    .description("ask one question after another; end with exit or Ctrl-D")
    .action(
      run(async (context) => {
        const id = memoryId(context);
        const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: `${id}> `, terminal: process.stdin.isTTY });
        lines.prompt();
        for await (const line of lines) {
          const question = line.trim();
          if (question === "exit") break;
          if (question !== "") {
            const result = await context.mnema.ask(id, question);
            context.output.result(result, describeAnswer(result));
          }
          lines.prompt();
        }
        lines.close();
      }),
    );
}
