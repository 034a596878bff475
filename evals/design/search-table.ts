/**
 * A search without a model, its choice on the test tasks, and beside it every fixed memory on the same: `npm run design-search
 * -- [options]`. Markdown, with names and scores alone: what `evals/results/design-search.md` is made of.
 *
 *   --env NAME       planning (default), miniwob, code …  --source PATH    tasks; default: the world's in MNEMA_DATASETS
 *   --kinds a,b      of miniwob: pages by name            --seeds 0,1,2,3  of miniwob: what each page is begun with
 *   --search NAME    paper (default), inheritance …       --steps 20       --seed 42      --workers 8
 *   --update 0 --retrieve 0 --test 0                      tasks of each batch at most; 0: all that were dealt to it
 *   --runs 3         times that each test task is done    --file PATH …    memo programs to test too, as of another search
 *   --data DIR       keeps the memory there: the same command goes on where it was cut short
 *
 * Of each kind or domain, tasks (of pages: seeds) to learn on and tasks to be tested on are apart.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { MemorySaver } from "@langchain/langgraph";
import { readConfig } from "../../config.js";
import { type Interval, pairedBootstrap } from "../../core/bootstrap.js";
import { DESIGN_DEFAULTS } from "../../core/design/settings.js";
import { mean } from "../../core/numbers.js";
import type { Environment } from "../../environments/contract.js";
import { createWebEnvironment } from "../../environments/web/environment.js";
import { createOfflineSoloAgent } from "../../hosts/solo/offline/agent.js";
import { playerIn } from "../../hosts/solo/play.js";
import { runDesign } from "../../memory/design.js";
import { openMnema } from "../../memory/open.js";
import { openWorld, type OpenWorld } from "../../memory/worlds.js";
import { createBudget } from "../../nodes/design/budget.js";
import { fullEvaluation } from "../../nodes/design/evaluation.js";
import type { DesignArena } from "../../nodes/design/ports.js";
import { openSearch } from "../../nodes/design/search.js";
import { rememberingEncoder } from "../../stores/search/remembering-encoder.js";
import { signed } from "../scores/signed.js";
import { FIXED_MEMORIES, NONE, unpooled } from "./fixed-memories.js";

const { values } = parseArgs({
  options: {
    env: { type: "string", default: "planning" },
    source: { type: "string", default: "" },
    kinds: { type: "string" },
    seeds: { type: "string", default: "0,1,2,3" },
    search: { type: "string", default: "paper" },
    steps: { type: "string", default: String(DESIGN_DEFAULTS.steps) },
    seed: { type: "string", default: String(DESIGN_DEFAULTS.seed) },
    workers: { type: "string", default: "8" },
    update: { type: "string", default: "0" },
    retrieve: { type: "string", default: "0" },
    test: { type: "string", default: "0" },
    runs: { type: "string", default: String(DESIGN_DEFAULTS.finalRuns) },
    data: { type: "string" },
    file: { type: "string", multiple: true, default: [] },
  },
});
const [steps, seed, workers] = [Number(values.steps), Number(values.seed), Number(values.workers)];
const batches = { updateTasks: Number(values.update), retrieveTasks: Number(values.retrieve), testTasks: Number(values.test) };
const scratch = await mkdtemp(join(tmpdir(), "mnema-search-"));
const config = { ...readConfig(), dataFolder: values.data === undefined ? scratch : resolve(values.data), neo4j: null, model: null };
const mnema = await openMnema(config, { model: null, visual: null });
const world =
  values.env === "miniwob"
    ? await openPages()
    : await openWorld(config, { model: null, lookups: {} }, { environment: values.env, source: values.source });
try {
  const agent = createOfflineSoloAgent();
  const arena: DesignArena = { ...world, agent, play: playerIn(world.environment, agent), agentName: "offline", model: null };
  const opened = await mnema.memory("team", { create: true });
  const memory = { ...opened, encoder: rememberingEncoder(opened.encoder, 5_000) };
  const settings = { ...DESIGN_DEFAULTS, steps, seed, finalRuns: Number(values.runs), ...batches };
  const began = performance.now();
  const report = await runDesign(
    memory,
    { checkpointer: new MemorySaver(), services: mnema.space.services, arena: async () => arena },
    {
      environment: values.env,
      search: values.search,
      settings,
      concurrency: workers,
      onProgress: ({ event, step, node, score }) => {
        if (event === "scored" || event === "tested")
          process.stderr.write(
            `[${step}/${steps}] program ${node} ${event} ${score?.toFixed(3)}, ${Math.round((performance.now() - began) / 1000)} s\n`,
          );
      },
    },
  );
  const { test, chosen, cost } = report;
  if (test === null || chosen === null) throw new Error(`The search did not come to its end: ${report.stopped?.reason}`);
  print(
    `${report.search}: ${report.steps} steps, ${report.generations} generations of which ${report.failedGenerations} came to nothing, ${report.programs} programs. ${world.tasks.length} tasks of ${new Set(world.tasks.map(({ domain }) => domain)).size} kinds, ${test.tasks} of them to test on, each ${test.runs} times.\n`,
  );
  print(`Chosen: program ${chosen.node}, ${chosen.mean.toFixed(3)} in ${chosen.visits} evaluations. ${chosen.change}\n`);

  const search = await openSearch(
    {
      memory: async () => memory,
      arena: async () => arena,
      settings,
      budget: createBudget({ tokens: null, ms: null }, memory.clock),
      pool: unpooled(memory),
      concurrency: workers,
    },
    {
      memoryId: "team",
      environment: values.env,
      source: values.source,
      search: values.search,
      label: report.search.split("/").slice(3).join("/"),
    },
  );
  /** Mean reward of each test task; what the search's own test did is on record. */
  const scoresOf = async (source: string): Promise<number[]> => {
    const visits: (readonly number[])[] = [];
    for (let visit = 0; visit < settings.finalRuns; visit++)
      visits.push((await fullEvaluation(search, { id: null, source, visit }, "test")).map(({ reward }) => reward));
    return (visits[0] ?? []).map((_, task) => mean(visits.map((rewards) => rewards[task] as number)) ?? 0);
  };
  const own = await scoresOf((await memory.store.programs.program(report.search, chosen.node))?.source ?? "");
  const none = await scoresOf("");
  print("| memory | score | from no memory | chosen less this |\n|---|--:|:-:|:-:|");
  row("chosen", own, none, null);
  const files = await Promise.all(values.file.map(async (file) => [basename(file), await readFile(file, "utf8")] as const));
  for (const [name, source] of [...Object.entries(FIXED_MEMORIES), ...files]) {
    const scores = name === NONE ? none : await scoresOf(source);
    row(name, scores, name === NONE ? null : none, pairedBootstrap(own, scores, { seed: 1 }));
  }
  print(`\nSearching took ${cost.evaluation.runs} runs, without tests.`);
  // Not part of what another run gives again.
  process.stderr.write(
    `The runs took ${Math.round(cost.evaluation.ms / 1000)} s one after the other; all of it ${Math.round((performance.now() - began) / 1000)} s by the clock, ${workers} at one time.\n`,
  );
  if (values.env === "miniwob")
    kindsTable(
      own,
      none,
      search.batches.test.map(({ domain }) => domain),
    );
} finally {
  await world.environment.close();
  await mnema.close();
  await rm(scratch, { recursive: true, force: true });
}

/** Pages without pictures, which an agent without a model does not see. */
async function openPages(): Promise<OpenWorld> {
  const folder = values.source === "" ? join(config.datasetsFolder ?? "../shared/data", "miniwob") : values.source;
  const environment = createWebEnvironment({
    chromium: config.chromium,
    seeds: values.seeds.split(",").map(Number),
    pictures: false,
    pages: workers,
  }) as Environment;
  const list = join(scratch, "pages.json");
  if (values.kinds !== undefined)
    await writeFile(
      list,
      JSON.stringify({
        pages: values.kinds.split(",").map((kind) => resolve(folder, "miniwob", `${kind}.html`)),
        seeds: values.seeds.split(",").map(Number),
      }),
    );
  return { environment, tasks: await environment.tasks(values.kinds === undefined ? folder : list) };
}

function row(name: string, scores: readonly number[], none: readonly number[] | null, lead: Interval | null): void {
  const gain = none === null ? null : pairedBootstrap(scores, none, { seed: 1 });
  print(`| ${name} | ${(mean(scores) ?? 0).toFixed(3)} | ${inWords(gain)} | ${inWords(lead)} |`);
}

function inWords(interval: Interval | null): string {
  return interval === null ? "–" : `${signed(interval.mean)} (${signed(interval.low)} to ${signed(interval.high)})`;
}

function kindsTable(own: readonly number[], none: readonly number[], kinds: readonly string[]): void {
  print("\n| kind | no memory | chosen |\n|---|--:|--:|");
  for (const kind of [...new Set(kinds)].sort()) {
    const of = (scores: readonly number[]) => (mean(scores.filter((_, at) => kinds[at] === kind)) ?? 0).toFixed(2);
    print(`| ${kind} | ${of(none)} | ${of(own)} |`);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
