import type { Command } from "commander";
import { SEARCHES } from "../core/design/searches.js";
import { DESIGN_DEFAULTS, type DesignSettings } from "../core/design/settings.js";
import type { Interval } from "../core/bootstrap.js";
import { MnemaError } from "../core/errors.js";
import { formatScore } from "../core/numbers.js";
import { ENVIRONMENT_NAMES, worldAbout } from "../memory/arena-names.js";
import type { DesignReport } from "../memory/design.js";
import { reportSearch, type SearchReport, type Spent, type TestedSide, type TestReport } from "../memory/design-report.js";
import { oneSearch, type ProgramCard, type ProgramDetail, viewProgram, viewTree } from "../memory/design-view.js";
import { putToUse } from "../memory/program-in-use.js";
import type { DesignProgress } from "../nodes/design/ports.js";
import { type Context, run } from "./context.js";
import { addDesignTools } from "./design-tools.js";
import { EXIT } from "./output.js";
import { count, signed, teamMemory } from "./shared.js";

interface RunOptions {
  readonly env: string;
  readonly source?: string;
  readonly about?: string;
  readonly search?: string;
  readonly label?: string;
  readonly steps?: number;
  readonly seed?: number;
  readonly maxTokens?: number;
  readonly maxMs?: number;
  readonly workers?: number;
  readonly from?: readonly string[];
  readonly set?: readonly string[];
}

/** `mnema design run | tree | show NODE | use NODE | report`: a search over memo programs. */
export function addDesign(program: Command): void {
  const design = program.command("design").description("a search for the memo program that helps an agent most");
  design
    .command("run")
    .description("search, then test what was chosen; goes on where it stopped")
    .requiredOption("--env <name>", `world: ${ENVIRONMENT_NAMES.join(", ")}`)
    .option("--source <path>", "tasks: a file or folder; default: the world's folder in MNEMA_DATASETS")
    .option("--about <memory>", "of questions: the memory that holds their history; default: one that is made from the source")
    .option("--search <name>", `how steps are spent: ${Object.keys(SEARCHES).join(", ")}`)
    .option("--steps <n>", `steps of the whole search (default: ${DESIGN_DEFAULTS.steps})`, count)
    .option("--seed <n>", `settles batches, episodes and ties (default: ${DESIGN_DEFAULTS.seed})`, count)
    .option("--label <name>", "a search of its own over the same tasks")
    .option("--workers <n>", "tasks that are done at one time", count)
    .option("--from <search...>", "other searches of the memory whose choice is tested here too")
    .option("--max-tokens <n>", "tokens that this run may spend", count)
    .option("--max-ms <n>", "milliseconds that this run may take", count)
    .option("--set <name=value...>", `settings: ${Object.keys(DESIGN_DEFAULTS).join(", ")}`)
    .action(
      run(async (context) => {
        const { env, source, about, search, label, steps, seed, maxTokens, maxMs, workers, from, set } =
          context.options as unknown as RunOptions;
        const report = await context.mnema.design(teamMemory(context), {
          environment: about === undefined ? env : worldAbout(env, about),
          ...(source === undefined ? {} : { source }),
          ...(search === undefined ? {} : { search }),
          ...(label === undefined ? {} : { label }),
          ...(workers === undefined ? {} : { concurrency: Math.max(1, workers) }),
          ...(from === undefined ? {} : { from }),
          ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
          ...(maxMs === undefined ? {} : { ms: maxMs }),
          settings: { ...readSettings(set ?? []), ...(steps === undefined ? {} : { steps }), ...(seed === undefined ? {} : { seed }) },
          onProgress: (progress) => {
            if (isTold(progress)) context.output.note(describeProgress(progress));
          },
        });
        context.output.result(report, describeRun(report));
        return report.stopped?.by === "tries" ? EXIT.parked : EXIT.done;
      }),
    );
  design
    .command("tree")
    .description("programs of a search with their scores")
    .argument("[search]", "where the memory holds several")
    .action(
      run(async (context, search: string | undefined) => {
        const { programs } = (await openedIn(context)).store;
        const cards = await viewTree(programs, await oneSearch(programs, search));
        context.output.result(cards, cards.map((card) => describeLine(card, depthOf(cards, card))).join("\n"));
      }),
    );
  design
    .command("show")
    .description("a program: source, diff to its parent, the feedback it was made from, scores")
    .argument("<node>", "its number in the tree", count)
    .option("--in <search>", "where the memory holds several")
    .action(
      run(async (context, node: number) => {
        const { programs } = (await openedIn(context)).store;
        const shown = await viewProgram(programs, await searchIn(context), node);
        context.output.result(shown, describeProgram(shown));
      }),
    );
  design
    .command("use")
    .description("let a program serve this memory; none: no program")
    .argument("<node>", "its number in the tree, or none")
    .option("--in <search>", "where the memory holds several")
    .action(
      run(async (context, node: string) => {
        const { store, clock } = await openedIn(context);
        const search = await searchIn(context);
        const used = node === "none" ? null : count(node);
        await putToUse(store.programs, search, used, clock());
        context.output.result({ search, node: used }, used === null ? "No program is in use." : `Program ${used} of ${search} is in use.`);
      }),
    );
  design
    .command("report")
    .description("searches as the paper reports them: steps, choice, test, cost")
    .argument("[search]", "only this one")
    .action(
      run(async (context, search: string | undefined) => {
        const { store } = await openedIn(context);
        const names = search === undefined ? await store.programs.searches() : [await oneSearch(store.programs, search)];
        const reports: SearchReport[] = [];
        for (const name of names) reports.push(await reportSearch(store, name));
        context.output.result(reports, reports.map(describeReport).join("\n\n") || "No searches yet: run `mnema design run` first.");
      }),
    );
  addDesignTools(design);
}

function openedIn(context: Context) {
  return context.mnema.memory(teamMemory(context));
}

async function searchIn(context: Context): Promise<string> {
  return oneSearch((await openedIn(context)).store.programs, context.options["in"] as string | undefined);
}

/** `evaluation=0.3`. USAGE for an unknown name or what is no number. */
function readSettings(pairs: readonly string[]): Partial<DesignSettings> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", text = ""] = pair.split("=", 2);
      const value = text === "" ? Number.NaN : Number(text);
      if (!Object.hasOwn(DESIGN_DEFAULTS, name) || !(value >= 0))
        throw new MnemaError("USAGE", `"${pair}" is no setting. Write one of ${Object.keys(DESIGN_DEFAULTS).join(", ")} with =number.`, {
          place: pair,
        });
      return [name, value];
    }),
  );
}

/** Single tasks are told for whoever watches the graph; a terminal would be full of them. */
function isTold({ event, done, of }: DesignProgress): boolean {
  return (event !== "task" && event !== "collected") || done === of;
}

function describeProgress({ step, steps, event, node, score, text, done }: DesignProgress): string {
  const what = event === "task" || event === "collected" ? `${event === "task" ? "did" : "collected"} ${done} tasks` : event;
  const told = event === "task" || event === "collected" ? [] : [score === undefined ? undefined : formatScore(score), text];
  return [`[${step}/${steps}] program ${node} ${what}`, ...told.filter((part) => part !== undefined)].join(" ");
}

function describeRun(report: DesignReport): string {
  const failed = Object.entries(report.failed).map(([name, times]) => `${name} ${times}×`);
  return [
    describeReport(report),
    `  this run: ${report.tokens} tokens, ${report.ms} ms`,
    ...(failed.length === 0 ? [] : [`  failed decisions: ${failed.join(", ")}; their steps came to nothing`]),
    ...(report.stopped === null ? [] : [`stopped: ${report.stopped.reason}`]),
  ].join("\n");
}

function describeReport(report: SearchReport): string {
  const { chosen, test } = report;
  return [
    `${report.search}: ${report.steps} steps, ${report.programs} programs, ${report.evaluations} evaluations`,
    `  ${report.generations} generations, of which ${report.failedGenerations} came to nothing; ${report.evaluatedAgain} evaluated again`,
    ...(chosen === null
      ? []
      : [
          `  chosen: program ${chosen.node}, ${formatScore(chosen.mean)} in ${chosen.visits} evaluations, at least ${formatScore(chosen.low)}: ${chosen.change || "no memory"}`,
        ]),
    ...(test === null
      ? ["  not tested yet: the search has steps to go"]
      : [
          `  test, ${test.tasks} tasks ${test.runs}×: program ${test.node} ${formatScore(test.with.score)}, no memory ${formatScore(test.without.score)}; gain ${signed(test.gain.mean)} [${signed(test.gain.low)}, ${signed(test.gain.high)}]`,
          ...describeSides(test),
        ]),
    `  searching took ${describeSpent(report.cost.meta, "decisions")}; ${describeSpent(report.cost.evaluation, "runs")}`,
    ...Object.entries(report.ledger).map(([purpose, { runs, tokens, ms }]) => `  ${purpose}: ${runs} runs, ${tokens} tokens, ${ms} ms`),
  ].join("\n");
}

/** A line for each thing that did the test tasks. */
function describeSides({ node, with: given, without, gain, others }: TestReport): string[] {
  const line = (name: string, { score, tokens, ms, steps }: TestedSide, more: string) =>
    `    ${name}: ${formatScore(score)}, of a task ${Math.round(tokens)} tokens, ${Math.round(ms)} ms, ${steps.toFixed(1)} steps${more}`;
  return [
    line(`program ${node}`, given, `; gain ${describeInterval(gain)}`),
    line("no memory", without, ""),
    ...others.map((other) =>
      line(other.name, other, `; gain ${describeInterval(other.gain)}; program ${node} less this ${describeInterval(other.lead)}`),
    ),
  ];
}

function describeInterval({ mean, low, high }: Interval): string {
  return `${signed(mean)} [${signed(low)}, ${signed(high)}]`;
}

function describeSpent({ runs, tokens, ms }: Spent, what: string): string {
  return `${runs} ${what}, ${tokens} tokens, ${ms} ms`;
}

function describeLine(card: ProgramCard, depth: number): string {
  const { node, mean, interval, visits, children, failed, change, chosen, inUse } = card;
  const marks = [...(chosen ? ["chosen"] : []), ...(inUse ? ["in use"] : [])];
  const tried = `${visits}× ${children} children${failed === 0 ? "" : `, ${failed} failed`}`;
  const score = `${formatScore(mean)} [${formatScore(interval.low)}, ${formatScore(interval.high)}]`;
  return `${"  ".repeat(depth)}${node}  ${score}  ${tried}${marks.length === 0 ? "" : `  (${marks.join(", ")})`}  ${change || "no memory"}`;
}

function depthOf(cards: readonly ProgramCard[], { parent }: ProgramCard): number {
  return parent === null ? 0 : 1 + depthOf(cards, cards[parent] as ProgramCard);
}

function describeProgram(shown: ProgramDetail): string {
  return [
    describeLine(shown, 0),
    ...(shown.gain === null ? [] : [`made from program ${shown.parent}, first score ${signed(shown.gain)}`]),
    `scores: ${shown.scores.map(({ score }) => formatScore(score)).join(", ")}`,
    ...(shown.feedback === null ? [] : ["", "feedback on its parent:", JSON.stringify(shown.feedback, null, 2)]),
    ...(shown.diff === "" ? [] : ["", shown.diff.trimEnd()]),
    ...(shown.source === "" ? [] : ["", shown.source.trimEnd()]),
  ].join("\n");
}
