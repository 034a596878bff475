/**
 * What memory is worth to the offline agent: `npx tsx evals/design/solo.ts [options]`. Half of the tasks of each domain (of
 * pages: three seeds of five) are for experience, collected without memory. On the others the agent is given nothing, or the
 * most alike rewarded trajectories: their actions, those with the goal, or with the start too; without what led nowhere
 * (essence), the shortest of ten such; the least alike ones; or the best of five items, known only afterwards (a bound).
 * One Markdown table: mean score, tasks solved, and the difference from no memory with its paired 95 % interval over tasks.
 *
 *   --env NAME       pddl | code-variants | miniwob
 *   --source PATH    tasks; default: the world's folder in MNEMA_DATASETS
 *   --kinds a,b      pages of MiniWoB by name; default: all (hours)
 *   --seeds 1,2,3    seeds of the tests          --attempts 3   attempts at a task of experience; the best is kept
 *   --collect 1      times the steps of a test   --items 3      trajectories in a payload
 *   --limit N        tasks, from the beginning
 *   --hint TEXT      one more arm: this advice alone
 *   --width 1        runs at one time            --arms a,b     only these arms
 */
import { parseArgs } from "node:util";
import { readConfig } from "../../config.js";
import { pairedBootstrap } from "../../core/bootstrap.js";
import { mapBounded } from "../../core/concurrency.js";
import { cosine } from "../../core/vectors.js";
import type { Task } from "../../environments/contract.js";
import { emptyPayload, type MemoryPayload } from "../../environments/programs/recorder.js";
import { createOfflineSoloAgent } from "../../hosts/solo/offline/agent.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { essence, play, type Played } from "./solo-episodes.js";
import { soloWorld } from "./solo-worlds.js";

const { values } = parseArgs({
  options: {
    env: { type: "string", default: "pddl" },
    source: { type: "string" },
    seeds: { type: "string", default: "1,2,3" },
    attempts: { type: "string", default: "3" },
    collect: { type: "string", default: "1" },
    items: { type: "string", default: "3" },
    hint: { type: "string" },
    limit: { type: "string" },
    width: { type: "string", default: "1" },
    kinds: { type: "string" },
    arms: { type: "string" },
  },
});
const seeds = values.seeds.split(",").map(Number);

const world = soloWorld(values.env, readConfig().datasetsFolder ?? "../shared/data", values.kinds?.split(","));

const environment = world.open();
const agent = createOfflineSoloAgent();
const encoder = openHashingEncoder();
try {
  const tasks = (
    await mapBounded(values.source === undefined ? world.sources : [values.source], 1, (source) => environment.tasks(source))
  ).flat();
  const { experience, test } = world.split(tasks.slice(0, values.limit === undefined ? undefined : Number(values.limit)));
  const collected = (await mapBounded(experience, Number(values.width), collect)).flat();
  const remembered = collected.filter(({ reward }) => reward > 0);
  const share = (solved: readonly Played[]) => `${solved.length} (${Math.round((100 * solved.length) / collected.length)} %)`;
  print(
    `${values.env}: ${experience.length} tasks of experience, ${values.attempts} attempts each at ${values.collect} × the steps; ${share(remembered)} with a reward, ${share(collected.filter(({ reward }) => reward === 1))} solved. Tests: ${test.length}, seeds ${values.seeds}.\n`,
  );
  const alike = await ranking(remembered);
  const count = Number(values.items);
  const firstAlike = (textOf: (one: Played) => string) => async (task: Task, seed: number) =>
    scoreWith(task, seed, payload((await alike(task)).slice(0, count), textOf));
  const all: Readonly<Record<string, (task: Task, seed: number) => Promise<number>>> = {
    none: (task, seed) => scoreWith(task, seed, emptyPayload()),
    actions: firstAlike(actionsOf),
    "goal and actions": firstAlike(withGoal),
    "all told": firstAlike(withStart),
    essence: firstAlike(inEssence),
    "short essence": async (task, seed) =>
      scoreWith(task, seed, payload(shortest((await alike(task)).slice(0, 10)).slice(0, count), inEssence)),
    unlike: async (task, seed) => scoreWith(task, seed, payload((await alike(task)).slice(-count), inEssence)),
    "best of five": async (task, seed) => {
      const scores = [];
      for (const one of (await alike(task)).slice(0, 5)) scores.push(await scoreWith(task, seed, payload([one], inEssence)));
      return Math.max(0, ...scores);
    },
    ...(values.hint === undefined
      ? {}
      : { hint: (task, seed) => scoreWith(task, seed, { items: [{ text: values.hint as string }], metadata: {} }) }),
  };
  const wanted = new Set(["none", ...(values.arms?.split(",") ?? Object.keys(all)), ...(values.hint === undefined ? [] : ["hint"])]);
  const arms: Record<string, ReadonlyMap<string, readonly number[]>> = {};
  for (const [name, score] of Object.entries(all)) {
    if (!wanted.has(name)) continue;
    const scores = await mapBounded(test, Number(values.width), (task) => mapBounded(seeds, 1, (seed) => score(task, seed)));
    arms[name] = new Map(test.map(({ id }, at) => [id, scores[at] as number[]]));
  }
  report(test, arms);
} finally {
  await environment.close();
  await encoder.close();
}

async function scoreWith(task: Task, seed: number, memory: MemoryPayload): Promise<number> {
  return (await play(environment, agent, task, { seed, memory })).reward;
}

/** The best attempt at a task, the shortest of equals. */
async function collect(task: Task): Promise<readonly Played[]> {
  const maxSteps = Math.round(task.maxSteps * Number(values.collect));
  const played: Played[] = [];
  for (let attempt = 0; attempt < Number(values.attempts); attempt++)
    played.push(await play(environment, agent, task, { seed: 1000 + attempt, memory: emptyPayload(), maxSteps }));
  return played.toSorted((one, other) => other.reward - one.reward || one.steps.length - other.steps.length).slice(0, 1);
}

/** What is remembered, most alike first; of equals that with the higher reward. */
async function ranking(remembered: readonly Played[]): Promise<(task: Task) => Promise<readonly Played[]>> {
  const textOf = (task: Task) => `${task.domain}\n${task.input.goal}\n${task.input.observation}`;
  const vectors = await encoder.encode(remembered.map(({ task }) => textOf(task)));
  const kept = new Map<string, readonly Played[]>();
  return async (task) => {
    const known = kept.get(task.id);
    if (known !== undefined) return known;
    const [query] = await encoder.encode([textOf(task)]);
    const likeness = (at: number) => (query && vectors[at] ? cosine(query, vectors[at] as Float32Array) : 0);
    const order = remembered
      .map((one, at) => ({ one, value: likeness(at) + 0.2 * one.reward }))
      .toSorted((a, b) => b.value - a.value)
      .map(({ one }) => one);
    kept.set(task.id, order);
    return order;
  };
}

/** Of one kind with the first: best reward first, of equals that which needed least. */
function shortest(played: readonly Played[]): readonly Played[] {
  return played
    .filter(({ task }) => task.domain === played[0]?.task.domain)
    .toSorted((one, other) => other.reward - one.reward || essence(one).length - essence(other).length);
}

function payload(played: readonly Played[], textOf: (one: Played) => string): MemoryPayload {
  return { items: played.map((one) => ({ text: textOf(one) })), metadata: {} };
}

function actionsOf({ steps }: Played): string {
  return steps.map(({ action }) => action).join("\n");
}

function withGoal(one: Played): string {
  return `Goal: ${one.goal}\n${actionsOf(one)}`;
}

function withStart(one: Played): string {
  return `Goal: ${one.goal}\n${one.observation}\nActions:\n${actionsOf(one)}`;
}

function inEssence(one: Played): string {
  return `Goal: ${one.goal}\n${one.observation}\nActions:\n${essence(one).join("\n")}`;
}

function report(test: readonly Task[], arms: Readonly<Record<string, ReadonlyMap<string, readonly number[]>>>): void {
  const domains = [...new Set(test.map(({ domain }) => domain))];
  const groups = [
    ["all", test] as const,
    ...(domains.length > 100 ? [] : domains.map((domain) => [domain, test.filter((task) => task.domain === domain)] as const)),
  ];
  print("| tasks | memory | score | solved | difference from none |\n|---|---|---|---|---|");
  for (const [name, tasks] of groups) {
    const means = (scores: ReadonlyMap<string, readonly number[]>) => tasks.map(({ id }) => mean(scores.get(id) ?? []));
    const none = means(arms["none"] as ReadonlyMap<string, readonly number[]>);
    for (const [arm, scores] of Object.entries(arms)) {
      const found = means(scores);
      const solved = mean(tasks.map(({ id }) => mean((scores.get(id) ?? []).map((score) => (score === 1 ? 1 : 0)))));
      const difference = pairedBootstrap(found, none, { seed: 1 });
      print(
        `| ${name} (${tasks.length}) | ${arm} | ${mean(found).toFixed(3)} | ${solved.toFixed(3)} | ${difference === null ? "" : `${difference.mean.toFixed(3)} [${difference.low.toFixed(3)}, ${difference.high.toFixed(3)}]`} |`,
      );
    }
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
