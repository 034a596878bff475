import type { Command } from "commander";
import { SEARCHES } from "../core/design/searches.js";
import { formatScore } from "../core/numbers.js";
import { questionTasks } from "../environments/questions/tasks.js";
import { compositeCard } from "../decisions/bind-composite.js";
import { evolveTools, type ToolSearchReport } from "../memory/tool-search.js";
import { toolsInUse } from "../memory/tools-in-use.js";
import { memoryId, run } from "./context.js";
import { count } from "./shared.js";

interface ToolOptions {
  readonly source?: string;
  readonly search?: string;
  readonly label?: string;
  readonly steps?: number;
  readonly seed?: number;
  readonly support?: number;
}

/** `mnema design tools [--list]`: calls that recur among a memory's questions become tools, and are kept where they help. */
export function addDesignTools(design: Command): void {
  design
    .command("tools")
    .description("make tools of calls that recur in answered questions; what helps is put to use")
    .option("--list", "only show the tools in use")
    .option("--source <path>", "questions with answers: a history's file (docs/formats.md); default: those that were asked before")
    .option("--search <name>", `how steps are spent: ${Object.keys(SEARCHES).join(", ")}`)
    .option("--steps <n>", "steps of the search (default: 20)", count)
    .option("--seed <n>", "settles which questions are held out (default: 42)", count)
    .option("--support <n>", "questions that a tool must be found in (default: 3)", count)
    .option("--label <name>", "a search of its own over the same questions")
    .action(
      run(async (context) => {
        const { list, source, search, label, steps, seed, support } = context.options as unknown as ToolOptions & {
          readonly list?: boolean;
        };
        const memory = await context.mnema.memory(memoryId(context));
        const isOn = context.mnema.config.evolvedTools;
        if (list === true) {
          const tools = await toolsInUse(memory.store.programs);
          const lines = tools.map((tool) => `${tool.name}  ${compositeCard(tool).description}`);
          context.output.result({ isOn, tools }, [...(lines.length === 0 ? ["No tools are in use."] : lines), switchedOn(isOn)].join("\n"));
          return;
        }
        const questions = source === undefined ? undefined : (await questionTasks(source, "questions", 1, "")).map(({ data }) => data);
        const report = await evolveTools(memory, {
          ...(questions === undefined ? {} : { questions }),
          ...(search === undefined ? {} : { search }),
          ...(label === undefined ? {} : { label }),
          ...(support === undefined ? {} : { support }),
          settings: { ...(steps === undefined ? {} : { steps }), ...(seed === undefined ? {} : { seed }) },
          onProgress: (line) => context.output.note(line),
        });
        context.output.result(report, [describe(report), ...(report.kept ? [switchedOn(isOn)] : [])].join("\n"));
      }),
    );
}

function describe({ search, candidates, refused, tools, node, test, kept }: ToolSearchReport): string {
  const side = ({ right, decisions }: ToolSearchReport["test"]["with"]) =>
    `${formatScore(right)} right with ${decisions.toFixed(2)} decisions`;
  return [
    `${search}: ${candidates} tools recur${refused.length === 0 ? "" : `, ${refused.length} of them refused`}`,
    ...refused.map(({ name, reason }) => `  ${name}: ${reason}`),
    `  chosen: set ${node}${tools.length === 0 ? ", no tool" : ""}`,
    ...tools.map((tool) => `  ${tool.name}, seen ${tool.seen}×: ${compositeCard(tool).description}`),
    `  test, ${test.questions} questions: ${side(test.with)} each, without ${side(test.without)}`,
    kept ? "They are in use." : "Nothing was put to use: it does not help on the questions that were held out.",
  ].join("\n");
}

function switchedOn(isOn: boolean): string {
  return isOn
    ? "Questions are planned with them (MNEMA_EVOLVED_TOOLS)."
    : "Questions are planned without them until MNEMA_EVOLVED_TOOLS=true is set.";
}
