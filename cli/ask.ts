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
        context.output.result(result, [describeAnswer(result), ...describeSources(result)].join("\n"));
      }),
    );
}

/** Units of evidence, lines of each and characters of a line that people are shown. */
const SHOWN = { units: 3, lines: 4, characters: 160 };

/** What was said in the rounds that are cited: when, in which round, and by whom. */
export function describeSources({ evidence, citations }: Pick<AskResult, "evidence" | "citations">): string[] {
  const told = evidence
    .filter(({ kind, rounds }) => (kind === "event" || kind === "episode") && rounds.some((id) => citations.includes(id)))
    .slice(0, SHOWN.units);
  const line = (text: string) => `  ${text.length <= SHOWN.characters ? text : `${text.slice(0, SHOWN.characters)} …`}`;
  const lines = told.flatMap(({ text }) => {
    const [first, ...rest] = text.split("\n");
    // The line that names date and session stays, with the lines that hold a cited round's id.
    const cited = rest.findIndex((said) => citations.some((id) => said.startsWith(`${id} `)));
    return [first ?? "", ...rest.slice(Math.max(0, cited), Math.max(0, cited) + SHOWN.lines)].map(line);
  });
  return lines.length === 0 ? [] : ["said:", ...lines];
}

/** Answer, plan and citations for people. */
export function describeAnswer({ answer, note, plan, citations, ms }: AskResult): string {
  const steps = plan.map(
    ({ goal, tool, arguments: args, error }, index) =>
      `  ${index + 1}. ${tool} — ${goal}\n     ${JSON.stringify(args)}${error === null ? "" : `\n     ${error.code}: ${error.message}`}`,
  );
  const cited =
    citations.length === 0
      ? "none"
      : citations.slice(0, 12).join(", ") + (citations.length > 12 ? ` and ${citations.length - 12} more` : "");
  return [
    answer,
    ...(note === null ? [] : [`note: ${note}`]),
    ...(steps.length > 0 ? ["plan:", ...steps] : []),
    `citations: ${cited}`,
    `(${ms} ms)`,
  ].join("\n");
}
