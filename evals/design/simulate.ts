/**
 * Regret of searches in simulated worlds: AutoMMemo's against random generation, greedy best-first, ALMA-shaped sampling,
 * and ours. Prints a Markdown table with, for each, its regret and how ours differs from it, as a paired 95 % interval.
 *
 *     npm run design-simulation -- --seeds 500 --steps 20 --root 0.3 --spread 0.08 --tasks 200,12
 */
import { parseArgs } from "node:util";
import { pairedBootstrap } from "../../core/bootstrap.js";
import { SEARCHES } from "../../core/design/searches.js";
import { DESIGN_DEFAULTS } from "../../core/design/settings.js";
import { signed } from "../scores/signed.js";
import { runSearch, type SimulatedRun } from "./run-search.js";
import { worldsOf } from "./worlds.js";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "500" },
    steps: { type: "string", default: String(DESIGN_DEFAULTS.steps) },
    root: { type: "string", default: "0.3" },
    spread: { type: "string", default: "0.08" },
    /** Tasks of one evaluation: many are low noise, few are high. */
    tasks: { type: "string", default: "200,12" },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, seed) => seed);
const settings = { ...DESIGN_DEFAULTS, steps: Number(values.steps) };
const OURS = "inheritance";
const others = Object.keys(SEARCHES).filter((name) => name !== OURS);

print(`${seeds.length} seeds, ${settings.steps} steps, root ${values.root}, spread ${values.spread}.\n`);
print(`| world | tasks | ${OURS} | ${others.map((name) => `${name} | difference`).join(" | ")} |`);
print(`|---|--:|--:|${others.map(() => "--:|:-:|").join("")}`);
const parts: string[] = [];
let worse = 0;
for (const world of worldsOf({ root: Number(values.root), spread: Number(values.spread) })) {
  for (const tasks of values.tasks.split(",").map(Number)) {
    const runs = Object.fromEntries(
      Object.entries(SEARCHES).map(([name, search]) => [
        name,
        seeds.map((seed) => runSearch(search, world, { seed, tasks, settings: { ...settings, seed } })),
      ]),
    );
    const regrets = (name: string): number[] => (runs[name] as SimulatedRun[]).map(({ regret }) => regret);
    const cells = others.map((name) => {
      const difference = pairedBootstrap(regrets(OURS), regrets(name), { seed: 1, resamples: 2_000 });
      if (difference === null) return "– | –";
      if (difference.low > 0) worse++;
      return `${meanOf(regrets(name))} | ${signed(difference.low)} to ${signed(difference.high)}`;
    });
    print(`| ${world.name} | ${tasks} | ${meanOf(regrets(OURS))} | ${cells.join(" | ")} |`);
    const split = Object.values(runs).map(
      (of) =>
        `${meanOf(of.map((run) => run.choosing))} | ${meanOf(
          of.map((run) => run.evaluations),
          1,
        )}`,
    );
    parts.push(`| ${world.name} | ${tasks} | ${split.join(" | ")} |`);
  }
}
print(`\nCells in which ${OURS} is significantly worse than one of the others: ${worse}.\n`);
print("Of the regret, what choosing cost (best quality found less that of the program given), and steps that evaluated again:\n");
print(
  `| world | tasks | ${Object.keys(SEARCHES)
    .map((name) => `${name} | again`)
    .join(" | ")} |`,
);
print(
  `|---|--:|${Object.keys(SEARCHES)
    .map(() => "--:|--:|")
    .join("")}`,
);
print(parts.join("\n"));

function meanOf(numbers: readonly number[], digits = 3): string {
  return (numbers.reduce((sum, number) => sum + number, 0) / numbers.length).toFixed(digits);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
