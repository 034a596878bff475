import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import type { AskResult } from "../memory/ask.js";
import { describeAnswer } from "./ask.js";
import { memoryId, run } from "./context.js";
import type { Output } from "./output.js";

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
        await converse(
          lines,
          (question) => context.mnema.ask(id, question),
          context.output,
          () => lines.prompt(),
        );
        lines.close();
      }),
    );
}

/** Tells each answer as it comes; with `--json` all of them as one list at the end, which may be empty. */
export async function converse(
  lines: AsyncIterable<string>,
  ask: (question: string) => Promise<AskResult>,
  output: Output,
  prompt: () => void,
): Promise<void> {
  const answers: AskResult[] = [];
  for await (const line of lines) {
    const question = line.trim();
    if (question === "exit") break;
    if (question !== "") {
      const answer = await ask(question);
      if (output.json) answers.push(answer);
      else output.result(answer, describeAnswer(answer));
    }
    prompt();
  }
  if (output.json) output.result(answers, "");
}
