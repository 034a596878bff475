import type { Command } from "commander";
import type { AskResult } from "../memory/ask.js";
import { memoryId, run } from "./context.js";

/** `mnema ask QUESTION --memory ID` */
export function addAsk(program: Command): void {
  program
    .command("ask")
    .description("answer a question from a memory, with citations")
    .argument("<question>")
    .action(
      run(async (context, question: string) => {
        const result = await context.mnema.ask(memoryId(context), question);
        context.output.result(result, describeAnswer(result));
      }),
    );
}

/** Answer, plan and citations for people. */
export function describeAnswer({ answer, plan, citations, ms }: AskResult): string {
  const steps = plan.map(
    ({ goal, tool, arguments: args, error }, index) =>
      `  ${index + 1}. ${tool} — ${goal}\n     ${JSON.stringify(args)}${error === null ? "" : `\n     ${error.code}: ${error.message}`}`,
  );
  const cited =
    citations.length === 0
      ? "none"
      : citations.slice(0, 12).join(", ") + (citations.length > 12 ? ` and ${citations.length - 12} more` : "");
  return [answer, ...(steps.length > 0 ? ["plan:", ...steps] : []), `citations: ${cited}`, `(${ms} ms)`].join("\n");
}
