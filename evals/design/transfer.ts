/**
 * How programs carry over: `npm run design-transfer -- [--worlds planning,code] [--steps 20] [--seed 42]`. A search for each
 * world and agent, then every choice on the test tasks of every other, updated with the episodes of where it is tested.
 * AutoMMemo Figures 2 and 3, and Tables 10 and 11 of all searches. Two agents without a model: one that takes in all that
 * memory gives, and one that reads the first memory alone. Markdown, with names and scores alone.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { MemorySaver } from "@langchain/langgraph";
import { readConfig } from "../../config.js";
import { DESIGN_DEFAULTS } from "../../core/design/settings.js";
import type { SoloAgent } from "../../hosts/solo/contract.js";
import { createOfflineSoloAgent } from "../../hosts/solo/offline/agent.js";
import { playerIn } from "../../hosts/solo/play.js";
import { type DesignReport, runDesign } from "../../memory/design.js";
import { openMnema } from "../../memory/open.js";
import { openWorld } from "../../memory/worlds.js";
import type { DesignArena } from "../../nodes/design/ports.js";
import { signed } from "../scores/signed.js";

const { values } = parseArgs({
  options: {
    worlds: { type: "string", default: "planning,code" },
    steps: { type: "string", default: String(DESIGN_DEFAULTS.steps) },
    seed: { type: "string", default: String(DESIGN_DEFAULTS.seed) },
  },
});
const settings = { steps: Number(values.steps), seed: Number(values.seed), references: 0 };
const AT_ONE_TIME = 2;

const whole = createOfflineSoloAgent();
/** Reads the first of what memory gives, and nothing else of it. */
const brief: SoloAgent = {
  configuration: `${whole.configuration}, first memory alone`,
  run: (task, episode, run) => whole.run(task, episode, { ...run, memory: { ...run.memory, items: run.memory.items.slice(0, 1) } }),
};
const AGENTS: Readonly<Record<string, SoloAgent>> = { offline: whole, brief };

const folder = await mkdtemp(join(tmpdir(), "mnema-transfer-"));
const config = { ...readConfig(), dataFolder: folder, neo4j: null, model: null };
const mnema = await openMnema(config, { model: null, visual: null });
const names = values.worlds.split(",");
const worlds = await Promise.all(names.map((environment) => openWorld(config, { model: null, lookups: {} }, { environment, source: "" })));
try {
  const memory = await mnema.memory("team", { create: true });
  const arenas = names.flatMap((environment, at) =>
    Object.entries(AGENTS).map(([agentName, agent]) => {
      const world = worlds[at] as (typeof worlds)[number];
      return {
        environment,
        arena: { ...world, agent, play: playerIn(world.environment, agent), agentName, model: null } satisfies DesignArena,
      };
    }),
  );
  const search = ({ environment, arena }: (typeof arenas)[number], from: readonly string[]): Promise<DesignReport> =>
    runDesign(
      memory,
      { checkpointer: new MemorySaver(), services: mnema.space.services, arena: async () => arena },
      { environment, settings, concurrency: AT_ONE_TIME, from },
    );
  const first: DesignReport[] = [];
  for (const one of arenas) first.push(await search(one, []));
  const all: DesignReport[] = [];
  for (const [at, one] of arenas.entries())
    all.push(
      await search(
        one,
        first.flatMap((report, other) => (other === at ? [] : [report.search])),
      ),
    );

  const short = (name: string): string => name.split("/").slice(0, 2).join(", ");
  print(`Tested on ↓, searched on → (score, and the gain over no memory):\n`);
  print(`| | no memory | ${first.map((report) => short(report.search)).join(" | ")} |`);
  print(`|---|--:|${first.map(() => "--:").join("|")}|`);
  for (const { search: name, test } of all) {
    const cells = first.map((report) => {
      const side =
        report.search === name
          ? test && { ...test.with, gain: test.gain }
          : test?.others.find((one) => one.name === `from ${report.search}`);
      if (side === null || side === undefined) return "–";
      const { mean, low, high } = side.gain;
      const text = `${side.score.toFixed(3)} (${signed(mean)}, ${signed(low)} to ${signed(high)})`;
      return report.search === name ? `**${text}**` : text;
    });
    print(`| ${short(name)} | ${(test?.without.score ?? 0).toFixed(3)} | ${cells.join(" | ")} |`);
  }
  print(`\n| search | generated | evaluated again | valid | rejected | full evaluations | decisions: tokens, s | runs: tokens, s |`);
  print("|---|--:|--:|--:|--:|--:|--:|--:|");
  for (const { search: name, generations, evaluatedAgain, programs, failedGenerations, evaluations, cost } of first)
    print(
      `| ${short(name)} | ${generations} | ${evaluatedAgain} | ${programs - 1} | ${failedGenerations} | ${evaluations - 1} | ${cost.meta.tokens}, ${seconds(cost.meta.ms)} | ${cost.evaluation.tokens}, ${seconds(cost.evaluation.ms)} |`,
    );
} finally {
  for (const { environment } of worlds) await environment.close();
  await mnema.close();
  await rm(folder, { recursive: true, force: true });
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
