/**
 * Fixed memories under the protocol of a search: `npx tsx evals/design/baselines.ts [options]`. Each is updated with the
 * update episodes of the world, then the agent does the test tasks with what it retrieves: no memory, the baselines of
 * AutoMMemo's appendix E, AdaMM, the programs that an offline search begins with, and those of files. One Markdown table:
 * mean score, and the difference from no memory and from trajectory retrieval, with paired 95 % intervals over tasks.
 *
 *   --env NAME      world: planning, code, miniwob …      --source PATH   tasks; default: the world's in MNEMA_DATASETS
 *   --visits 3      evaluations, each with other seeds    --seed 42       settles batches and episodes
 *   --only a,b      these programs alone                  --file PATH …   memo programs to add
 *   --tasks N       tasks of each batch at most           --batch test    or evaluate: the retrieve batch
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../config.js";
import { pairedBootstrap } from "../../core/bootstrap.js";
import { DESIGN_DEFAULTS } from "../../core/design/settings.js";
import { mean } from "../../core/numbers.js";
import { STARTERS } from "../../decisions/design/offline/starters.js";
import { renderRecipe } from "../../environments/programs/catalogue/render.js";
import { createOfflineSoloAgent } from "../../hosts/solo/offline/agent.js";
import { playerIn } from "../../hosts/solo/play.js";
import { openMnema } from "../../memory/open.js";
import { openWorld } from "../../memory/worlds.js";
import { createBudget } from "../../nodes/design/budget.js";
import { fullEvaluation } from "../../nodes/design/evaluation.js";
import { openSearch } from "../../nodes/design/search.js";
import { rememberingEncoder } from "../../stores/search/remembering-encoder.js";
import { signed } from "../scores/signed.js";
import { FIXED_MEMORIES, NONE, TRAJECTORIES, unpooled } from "./fixed-memories.js";

const { values } = parseArgs({
  options: {
    env: { type: "string", default: "planning" },
    source: { type: "string", default: "" },
    visits: { type: "string", default: "3" },
    seed: { type: "string", default: String(DESIGN_DEFAULTS.seed) },
    tasks: { type: "string", default: "0" },
    batch: { type: "string", default: "test" },
    only: { type: "string" },
    file: { type: "string", multiple: true, default: [] },
  },
});

const AT_ONE_TIME = 2;

/** Programs by name. */
const sources: Readonly<Record<string, string>> = {
  ...FIXED_MEMORIES,
  ...Object.fromEntries(STARTERS.map(({ recipe }, at) => [`start-${at + 1}`, renderRecipe(recipe)])),
  ...Object.fromEntries(await Promise.all(values.file.map(async (file) => [basename(file), await readFile(file, "utf8")] as const))),
};
const wanted = new Set([NONE, TRAJECTORIES, ...(values.only?.split(",") ?? Object.keys(sources))]);

const folder = await mkdtemp(join(tmpdir(), "mnema-baselines-"));
const config = { ...readConfig(), dataFolder: folder, neo4j: null, model: null };
const mnema = await openMnema(config, { model: null, visual: null });
const world = await openWorld(config, { model: null, lookups: {} }, { environment: values.env, source: values.source });
const agent = createOfflineSoloAgent();
try {
  const opened = await mnema.memory("team", { create: true });
  const memory = { ...opened, encoder: rememberingEncoder(opened.encoder, 5_000) };
  const count = Number(values.tasks);
  const search = await openSearch(
    {
      memory: async () => memory,
      arena: async () => ({ ...world, agent, play: playerIn(world.environment, agent), agentName: "offline", model: null }),
      settings: { ...DESIGN_DEFAULTS, seed: Number(values.seed), updateTasks: count, retrieveTasks: count, testTasks: count },
      budget: createBudget({ tokens: null, ms: null }, memory.clock),
      pool: unpooled(memory),
      concurrency: AT_ONE_TIME,
    },
    { memoryId: "team", environment: values.env, source: values.source, search: "paper", label: "baselines" },
  );
  const purpose = values.batch === "test" ? "test" : "evaluate";
  const scores = new Map<string, readonly number[]>();
  for (const [id, [name, source]] of Object.entries(sources).entries()) {
    if (!wanted.has(name)) continue;
    const visits: (readonly number[])[] = [];
    for (let visit = 0; visit < Number(values.visits); visit++)
      visits.push((await fullEvaluation(search, { id, source, visit }, purpose)).map(({ reward }) => reward));
    const own = (visits[0] ?? []).map((_, task) => mean(visits.map((rewards) => rewards[task] as number)) ?? 0);
    if (scores.size === 0) printHead(search.batches.update.length, own.length);
    scores.set(name, own);
    print(
      `| ${name} | ${(mean(own) ?? 0).toFixed(3)} | ${difference(own, scores.get(NONE))} | ${difference(own, scores.get(TRAJECTORIES))} |`,
    );
  }
} finally {
  await world.environment.close();
  await mnema.close();
  await rm(folder, { recursive: true, force: true });
}

function printHead(episodes: number, tasks: number): void {
  print(`${values.env}: ${episodes} update episodes, ${tasks} tasks (${values.batch}), ${values.visits} visits, seed ${values.seed}.\n`);
  print("| program | score | from no memory | from trajectory retrieval |\n|---|--:|:-:|:-:|");
}

function difference(scores: readonly number[], others: readonly number[] | undefined): string {
  const interval = others === undefined || others === scores ? null : pairedBootstrap(scores, others, { seed: 1 });
  return interval === null ? "–" : `${signed(interval.mean)} (${signed(interval.low)} to ${signed(interval.high)})`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
