/**
 * Measures memory systems on suites of questions: `npm run evals -- --suite NAME[,NAME] [options]`; docs/evals.md says more.
 *
 *   --suite a,b       mem-gallery, memeye, locomo, longmemeval, beam, analytic-logs,
 *                     analytic-logs-joined, many-tables, conversations; planning, code, web-pages
 *   --mode offline    `model`: the configured model answers (MNEMA_MODEL), three runs are averaged, and a model judges
 *   --data DIR        data of a single suite, or a folder with one for each (MNEMA_DATASETS, else ../shared/data)
 *   --out DIR         report.html, report.md, results.jsonl, traces.jsonl (.artefacts/evals)
 *   --limit N         questions of each suite       --baseline a,b    other systems beside Mnema; `all`
 *   --compare DIR     an earlier --out folder       --runs N          --judge NAME   another model that judges
 *   --results NAME    NAME.json with ids and scores alone (of questions) and NAME.md, as evals/results/ keeps them
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, readConfig } from "../../config.js";
import { MnemaError } from "../../core/errors.js";
import type { ChatModel } from "../../models/contract.js";
import { BASELINES, PEERS } from "../baselines/registry.js";
import { BOOTSTRAP_SEED } from "../scores/paired.js";
import { ENTRY_SUITES, runEntries } from "./entries.js";
import { compactResults, compactText } from "./compact.js";
import { compareRuns } from "./compare.js";
import { createRunFolder, readRun, type RunCard } from "./folder.js";
import { createJudge, type Judge } from "./judge.js";
import { thisMachine } from "./machine.js";
import { openMnemaSubject } from "./mnema-subject.js";
import { RUN_MOMENT } from "./moment.js";
import { type EvalOptions, readOptions } from "./options.js";
import { reportMarkdown } from "./report/markdown.js";
import { reportPage } from "./report/page.js";
import type { Report } from "./report/report.js";
import { runSuites, type ToldQuestion } from "./run.js";
import type { NamedSubject } from "./suite.js";
import { DATASETS, placeOf, SUITES } from "./suites.js";

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!MnemaError.isInstance(error)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  process.exitCode = error.code === "USAGE" ? 2 : 1;
}

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const { suites, entries } = suitesOf(options);
  const config = configOf(options, entries.length > 0);
  const earlier = options.compare === null ? null : await readRun(options.compare);
  const models = await modelsOf(config, options);
  const datasets = config.datasetsFolder ?? DATASETS;
  const places = { named: options.data, datasets, alone: suites.length === 1 };
  const placed = await Promise.all(suites.map(async (suite) => ({ suite, path: await placeOf(suite, places) })));
  const folder = await createRunFolder(options.out);
  const subjects = suites.length === 0 ? [] : await openSubjects(config, options);
  try {
    await runSuites(
      { suites: placed, subjects, runs: options.runs, limit: options.limit, judge: models?.judge ?? null },
      {
        ...folder.sink,
        ingested: (result) => {
          folder.sink.ingested(result);
          process.stderr.write(`${result.suite}, ${result.part}, ${result.subject}${options.runs > 1 ? `, run ${result.run + 1}` : ""}\n`);
        },
      },
    );
  } finally {
    for (const subject of subjects) await subject.close();
  }
  const elsewhere = await runEntries(entries, { limit: Number.isFinite(options.limit) ? options.limit : 0, data: options.data, datasets });
  const card: RunCard = {
    command: commandOf(options, config),
    mode: options.mode,
    suites: suites.map(({ name, published }) => ({ name, published })),
    subjects: subjects.map(({ name, about }) => ({ name, about })),
    runs: options.runs,
    encoder: config.encoder,
    model: models === null ? null : { name: models.model.model, parameters: models.model.parameters },
    judge: models?.judge.card ?? null,
    seed: BOOTSTRAP_SEED,
    now: RUN_MOMENT,
    machine: await thisMachine(),
  };
  await folder.end(card);
  const { results, ingests } = folder;
  const comparison = earlier === null ? null : { before: earlier.card, ...compareRuns(results, earlier.results) };
  await write({ card, results, ingests, comparison, elsewhere }, folder.told, options);
}

/** The report and what else is asked for. A run in which something failed fails once everything is written. */
async function write(report: Report, told: readonly ToldQuestion[], { out, results }: EvalOptions): Promise<void> {
  const markdown = reportMarkdown(report);
  if (results !== null) {
    // Suites of tasks have no questions: their tables are all that there is.
    if (report.results.length > 0) await writeFile(`${results}.json`, compactText(compactResults(report.card, report.results)));
    await writeFile(`${results}.md`, reportMarkdown(report, { timed: false }));
  }
  await writeFile(join(out, "report.md"), markdown);
  await writeFile(join(out, "report.html"), reportPage(report, told));
  process.stdout.write(`${markdown}\n`);
  const errors = new Set([...report.results, ...report.ingests].flatMap(({ error }) => (error === null ? [] : [error])));
  for (const error of errors) process.stderr.write(`failed: ${error}\n`);
  if (errors.size > 0) process.exitCode = 1;
  process.stderr.write(`Written: ${join(out, "report.html")}, report.md, results.jsonl, traces.jsonl.\n`);
}

/** Suites of questions, and of tasks. USAGE for a name that nothing has, and for none. */
function suitesOf({ suites: names }: EvalOptions) {
  const entries = ENTRY_SUITES.filter(({ name }) => names.includes(name));
  const others = names.filter((name) => !entries.some((entry) => entry.name === name));
  const all = [...SUITES, ...ENTRY_SUITES].map(({ name }) => name).join(", ");
  if (names.length === 0) throw new MnemaError("USAGE", `Name suites with --suite: ${all}.`, { place: "--suite" });
  const unknown = others.find((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown !== undefined) throw new MnemaError("USAGE", `There is no suite "${unknown}". Known: ${all}.`, { place: unknown });
  return { suites: SUITES.filter(({ name }) => others.includes(name)), entries };
}

/** Offline no model is asked, whatever the environment names. INVALID_CONFIG where one is needed and none is named. */
function configOf({ mode }: EvalOptions, hasEntries: boolean): Config {
  const config = readConfig();
  // Their programs are processes of their own, which read the environment themselves.
  if (mode === "offline" && hasEntries && config.model !== null)
    throw new MnemaError("INVALID_CONFIG", "These suites ask the model that MNEMA_MODEL names: unset it for --mode offline.", {
      place: "MNEMA_MODEL",
    });
  if (mode === "offline") return { ...config, model: null };
  if (config.model === null)
    throw new MnemaError("INVALID_CONFIG", "--mode model needs a model: set MNEMA_MODEL, and OPENAI_BASE_URL where it is served.", {
      place: "MNEMA_MODEL",
    });
  return config;
}

async function modelsOf({ model }: Config, { judge }: EvalOptions): Promise<{ readonly model: ChatModel; readonly judge: Judge } | null> {
  if (model === null) return null;
  const { openChatModel } = await import("../../models/chat-model.js");
  const judging = openChatModel(judge === null ? model : { ...model, name: judge });
  return { model: openChatModel(model), judge: createJudge(judging, () => new Date()) };
}

/** Mnema first: the others are compared with it. `all` are the baselines that need nothing else. USAGE for a name that nothing has. */
async function openSubjects(config: Config, { baselines }: EvalOptions): Promise<NamedSubject[]> {
  const others: Readonly<Record<string, (own: Config) => Promise<NamedSubject>>> = { ...BASELINES, ...PEERS };
  const known = Object.keys(others);
  const named = baselines.flatMap((name) => (name === "all" ? Object.keys(BASELINES) : [name]));
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new MnemaError("USAGE", `There is no baseline "${unknown}". Known: ${known.join(", ")}, all.`, { place: unknown });
  const subjects = [await openMnemaSubject(config)];
  for (const [name, open] of Object.entries(others)) if (named.includes(name)) subjects.push(await open(config));
  return subjects;
}

/** The command without places, which are this machine's own. */
function commandOf({ suites, mode, limit, baselines, runs, judge }: EvalOptions, { encoder }: Config): string {
  return [
    ...(encoder === "minilm" ? [] : [`MNEMA_ENCODER=${encoder}`]),
    `npm run evals -- --suite ${suites.join(",")} --mode ${mode}`,
    ...(Number.isFinite(limit) ? [`--limit ${limit}`] : []),
    ...(baselines.length === 0 ? [] : [`--baseline ${baselines.join(",")}`]),
    ...(mode === "model" || runs > 1 ? [`--runs ${runs}`] : []),
    ...(judge === null ? [] : [`--judge ${judge}`]),
  ].join(" ");
}
