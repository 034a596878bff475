/**
 * What each part of discern is worth: `npm run discern-ablations -- [options]`. Every arm (whole system, no memory, keep
 * every rule, words of the rules scrambled, the paper's ablations, what goes beyond it; with `--arms sweeps` the paper's
 * sweeps) does the same stream of tasks, scored before anything is learned. One table in Markdown; one JSON line a stream,
 * with the score of every task, in `--out`. With a model configured it speaks and judges, else the offline team does.
 *
 *   --env NAME        world (pddl)              --source PATH   tasks; default: the world's folder in MNEMA_DATASETS
 *   --hosts a,b       autogen,camel,macnet      --arms a,b      main,methods,ablations,beyond,sweeps, or names of arms
 *   --seeds 42,43     seeds of the streams      --limit N       tasks from the beginning
 *   --out FILE        one JSON line a stream
 */
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createLookups } from "../../memory/lookups.js";
import { ABLATIONS, type Arm, ARM_SETS, BEYOND, MAIN, METHODS, SWEEPS } from "./arms.js";
import { openWorkplace } from "./place.js";
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

const folder = await mkdtemp(join(tmpdir(), "mnema-discern-"));
// Runs and decisions are shared by all arms within this run, and by nothing else.
const workplace = await openWorkplace(folder, { lookups: createLookups });
const runs: StreamRun[] = [];
try {
  for (const host of hosts) {
    const place = await workplace.place(`team-${host}`);
    const opened = await workplace.arenas.arena({ environment: values.env, source: values.source, host });
    const arena = { ...opened, tasks: opened.tasks.slice(0, Number(values.limit) || undefined) };
    for (const arm of arms)
      for (const seed of seeds) {
        const run = await runArm(place, arena, arm, seed);
        runs.push(run);
        if (values.out !== undefined) await appendFile(values.out, `${JSON.stringify(run)}\n`);
        process.stderr.write(`${host}, ${arm.name}, seed ${seed}: done\n`);
      }
  }
  const caption = `${values.env}, ${runs[0]?.scores.length ?? 0} tasks, seeds ${seeds.join(", ")}; ${workplace.model ?? "offline team"}.`;
  process.stdout.write(`${tableOf(rowsOf(runs), caption)}\n`);
} finally {
  await workplace.close();
  await rm(folder, { recursive: true, force: true });
}

/** Arms of a set, or the one of that name. */
function armsNamed(name: string): readonly Arm[] {
  const set = Object.entries(ARM_SETS).find(([known]) => known === name)?.[1];
  const one = [...MAIN, ...METHODS, ...ABLATIONS, ...BEYOND, ...SWEEPS].find((arm) => arm.name === name);
  if (set !== undefined) return set;
  if (one !== undefined) return [one];
  process.stderr.write(`There are no arms "${name}". Sets: ${Object.keys(ARM_SETS).join(", ")}.\n`);
  process.exit(2);
}
