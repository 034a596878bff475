/**
 * What each part of discern is worth: `npm run discern-ablations -- [options]`. Every arm (whole system, no memory, keep
 * every rule, words of the rules scrambled, the paper's ablations, what goes beyond it; with `--arms sweeps` the paper's
 * sweeps) does the same stream of tasks, scored before anything is learned. One table in Markdown; one JSON line a stream,
 * with the score of every task, in `--out`. With a model configured it speaks and judges, else the offline team does.
 *
 *   --env NAME        world (pddl)              --source PATH   tasks; default: the world's folder in MNEMA_DATASETS
 *   --hosts a,b       autogen,camel,macnet      --arms a,b      main,ablations,beyond,sweeps, or names of arms
 *   --seeds 42,43     seeds of the streams      --limit N       tasks from the beginning
 *   --out FILE        one JSON line a stream
 */
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../config.js";
import { createArenas } from "../../memory/arena.js";
import { createLookups } from "../../memory/lookups.js";
import { openMnema } from "../../memory/open.js";
import { openChatModel } from "../../models/chat-model.js";
import { ABLATIONS, type Arm, ARM_SETS, BEYOND, MAIN, SWEEPS } from "./arms.js";
import { runArm, type StreamRun } from "./stream.js";
import { rowsOf, tableOf } from "./table.js";

const { values } = parseArgs({
  options: {
    env: { type: "string", default: "pddl" },
    source: { type: "string", default: "" },
    hosts: { type: "string", default: "autogen,camel,macnet" },
    arms: { type: "string", default: "main,ablations,beyond" },
    seeds: { type: "string", default: "42" },
    limit: { type: "string", default: "0" },
    out: { type: "string" },
  },
});
const seeds = values.seeds.split(",").map(Number);
const arms = values.arms.split(",").flatMap(armsNamed);
const hosts = values.hosts.split(",");

const configured = readConfig();
const folder = await mkdtemp(join(tmpdir(), "mnema-discern-"));
// Runs and decisions are shared by all arms within this run, and by nothing else.
const config = { ...readConfig({ ...process.env, MNEMA_DATA: folder }), datasetsFolder: configured.datasetsFolder ?? "../shared/data" };
const mnema = await openMnema(config);
const lookups = createLookups({
  memory: (id) => mnema.memory(id),
  ingest: (id, options) => mnema.ingest(id, options),
  ask: (id, question) => mnema.ask(id, question),
});
const arenas = createArenas(config, { model: config.model === null ? null : openChatModel(config.model), lookups });
const runs: StreamRun[] = [];
try {
  for (const host of hosts) {
    const memory = await mnema.memory(`team-${host}`, { create: true });
    const opened = await arenas.arena({ environment: values.env, source: values.source, host });
    const arena = { ...opened, tasks: opened.tasks.slice(0, Number(values.limit) || undefined) };
    for (const arm of arms)
      for (const seed of seeds) {
        const run = await runArm(memory, arena, arm, seed);
        runs.push(run);
        if (values.out !== undefined) await appendFile(values.out, `${JSON.stringify(run)}\n`);
        process.stderr.write(`${host}, ${arm.name}, seed ${seed}: done\n`);
      }
  }
  const caption = `${values.env}, ${runs[0]?.scores.length ?? 0} tasks, seeds ${seeds.join(", ")}; ${config.model === null ? "offline team" : config.model.name}.`;
  process.stdout.write(`${tableOf(rowsOf(runs), caption)}\n`);
} finally {
  await arenas.close();
  await mnema.close();
  await rm(folder, { recursive: true, force: true });
}

/** Arms of a set, or the one of that name. */
function armsNamed(name: string): readonly Arm[] {
  const set = Object.entries(ARM_SETS).find(([known]) => known === name)?.[1];
  const one = [...MAIN, ...ABLATIONS, ...BEYOND, ...SWEEPS].filter((arm) => arm.name === name);
  const found = set ?? one;
  if (found.length > 0) return found;
  process.stderr.write(`There are no arms "${name}". Sets: ${Object.keys(ARM_SETS).join(", ")}.\n`);
  process.exit(2);
}
