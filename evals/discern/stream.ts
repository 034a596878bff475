import { DISCERN_DEFAULTS } from "../../core/discern/settings.js";
import { createDiscernGraph } from "../../graphs/discern.js";
import { createBudget } from "../../nodes/discern/budget.js";
import type { Arena } from "../../nodes/discern/ports.js";
import { streamName } from "../../nodes/discern/stream.js";
import type { OpenMemory } from "../../nodes/memory.js";
import type { Arm } from "./arms.js";
import { scrambledHost } from "./scrambled.js";

/** A stream that was run to its end. */
export interface StreamRun {
  readonly host: string;
  readonly arm: string;
  readonly seed: number;
  /** Prequential scores, in the order of the stream. */
  readonly scores: readonly number[];
  readonly rules: { readonly provisional: number; readonly active: number; readonly inactive: number };
  /** Runs of the team that were made anew, the scored ones not counted. */
  readonly replays: number;
}

/**
 * One arm over a team's stream of tasks: the discern graph without checkpoints. Runs of the team and decisions are shared
 * with other arms over the same memory, as far as they are equal; rules are not.
 */
export async function runArm(memory: OpenMemory, arena: Arena, arm: Arm, seed: number): Promise<StreamRun> {
  const host = arm.scrambled === true ? scrambledHost(arena.host) : arena.host;
  const named = { host: arena.host.name, arm: arm.name, seed };
  if (arm.settings === null) {
    const scores: number[] = [];
    for (const task of arena.tasks) scores.push((await host.run(task, { seed, memory: async () => [] })).score);
    return { ...named, scores, rules: { provisional: 0, active: 0, inactive: 0 }, replays: 0 };
  }
  const budget = createBudget({ replays: null, tokens: null });
  const graph = createDiscernGraph({
    memory: async () => memory,
    arena: async () => ({ ...arena, host }),
    settings: { ...DISCERN_DEFAULTS, seed, ...arm.settings },
    budget,
    concurrency: 1,
  });
  const input = {
    memoryId: memory.store.memoryId,
    environment: arena.environment.name,
    host: host.name,
    label: `${arm.name}, seed ${seed}`,
  };
  await graph.invoke({ ...input, source: "" }, { recursionLimit: Number.MAX_SAFE_INTEGER });
  const stream = streamName(input);
  const tasks = await memory.store.rules.tasks(stream);
  const rules = await memory.store.rules.rules(stream);
  const inState = (state: string) => rules.filter((rule) => rule.state === state).length;
  return {
    ...named,
    scores: tasks.toSorted((a, b) => a.ordinal - b.ordinal).map(({ score }) => score),
    rules: { provisional: inState("provisional"), active: inState("active"), inactive: inState("inactive") },
    replays: budget.spent.replays,
  };
}
