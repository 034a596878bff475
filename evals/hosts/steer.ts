/**
 * How far rules steer the offline team: `npx tsx evals/hosts/steer.ts [SEEDS]` over the planning problems of
 * MNEMA_DATASETS, by default under the seeds 42 to 44. One JSON line a host, domain and kind of rule: the mean score, its
 * difference from no rule, and the numbers of problems that went up and down. The rule goes to the role that acts; the
 * shuffled one has the good one's words in another order (mean of three). Last a line a host with milliseconds a run.
 */
import { join } from "node:path";
import { readConfig } from "../../config.js";
import { createPlanningEnvironment } from "../../environments/planning/environment.js";
import { createAutogenHost } from "../../hosts/autogen.js";
import { createCamelHost } from "../../hosts/camel.js";
import { createMacnetHost } from "../../hosts/macnet.js";
import { createOfflineAgent } from "../../hosts/offline/agent.js";
import { chance } from "../../hosts/offline/noise.js";
import { BY_DOMAIN, GENERAL } from "./rules.js";

const SEEDS = (process.argv[2] ?? "42,43,44").split(",").map(Number);
const ORDERS = [1, 2, 3];

const environment = createPlanningEnvironment();
const tasks = await environment.tasks(join(readConfig().datasetsFolder ?? "../shared/data", "pddl"));
const options = { environment, agent: createOfflineAgent() };
const hosts = [
  { host: createAutogenHost(options), actor: "executor" },
  { host: createCamelHost(options), actor: "assistant" },
  { host: createMacnetHost(options), actor: "finisher" },
];

for (const { host, actor } of hosts) {
  let runs = 0;
  const began = performance.now();
  const cpu = process.cpuUsage();
  const scores = async (domain: string, body: string | null): Promise<number[]> => {
    const rules = body === null ? [] : [{ ruleId: "rule", version: 1, body, useWhen: [], avoidWhen: [] }];
    const found: number[] = [];
    for (const task of tasks.filter((one) => one.domain === domain)) {
      const seeded: number[] = [];
      for (const seed of SEEDS) seeded.push((await host.run(task, { seed, memory: async (role) => (role === actor ? rules : []) })).score);
      runs += SEEDS.length;
      found.push(mean(seeded));
    }
    return found;
  };
  for (const [domain, { good, bad }] of Object.entries(BY_DOMAIN)) {
    const none = await scores(domain, null);
    const orders: number[][] = [];
    for (const order of ORDERS) orders.push(await scores(domain, shuffled(good, order)));
    const kinds = {
      none,
      good: await scores(domain, good),
      shuffled: none.map((_, index) => mean(orders.map((one) => one[index] ?? 0))),
      bad: await scores(domain, bad),
      general: await scores(domain, GENERAL),
    };
    for (const [kind, found] of Object.entries(kinds)) {
      const differences = found.map((score, index) => score - (none[index] ?? 0));
      print({
        host: host.name,
        domain,
        kind,
        score: round(mean(found)),
        difference: round(mean(differences)),
        up: differences.filter((one) => one > 0.01).length,
        down: differences.filter((one) => one < -0.01).length,
        problems: found.length,
      });
    }
  }
  const { user, system } = process.cpuUsage(cpu);
  print({
    host: host.name,
    runs,
    milliseconds: round((performance.now() - began) / runs),
    ofProcessor: round((user + system) / 1000 / runs),
  });
}
await environment.close();

/** The same words in an order drawn from the seed. */
function shuffled(text: string, seed: number): string {
  const words = text.toLowerCase().match(/[a-z-]+/g) ?? [];
  return words
    .map((word, index) => ({ word, draw: chance(seed, `${index} ${word}`) }))
    .toSorted((one, other) => one.draw - other.draw)
    .map(({ word }) => word)
    .join(" ");
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function print(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
