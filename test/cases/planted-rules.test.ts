import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { admit } from "../../core/discern/admission.js";
import type { Rule, Transition } from "../../core/discern/rule.js";
import { DISCERN_DEFAULTS } from "../../core/discern/settings.js";
import { scopeOf } from "../../core/discern/versions.js";
import { createDiscernGraph } from "../../graphs/discern.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { createBudget } from "../../nodes/discern/budget.js";
import { streamName } from "../../nodes/discern/stream.js";
import type { OpenMemory } from "../../nodes/memory.js";
import type { ReplayRecord } from "../../stores/rules.js";
import { BODY, DEPOT_CONDITIONS, type Planted, plantedArena } from "../care/planted-world.js";
import { effort } from "../effort.js";

const SEEDS = Array.from({ length: effort(30, 100) }, (_, seed) => seed + 1);

/** Of the worlds tried, the share that the issue asks for of a hundred. */
const atLeast = (ofHundred: number) => Math.floor((ofHundred * SEEDS.length) / 100);

/** What became of a planted rule, and what it was measured by. */
interface Outcome {
  readonly rule: Rule;
  /** Of the tasks, in order. */
  readonly domains: readonly string[];
  readonly ledger: readonly Omit<ReplayRecord, "trajectory">[];
}

describe("a rule planted in a stream of tasks, in many worlds", { timeout: 900_000 }, () => {
  let folder: string;
  let mnema: Mnema;
  let memory: OpenMemory;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-planted-"));
    mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing" }), {
      clock: () => new Date("2024-05-01T08:00:00Z"),
    });
    memory = await mnema.memory("team", { create: true });
  });
  afterAll(async () => {
    await mnema.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the discern graph with its stand-ins over the world's tasks, the rule in the store from the beginning. */
  async function live(planted: Planted, seed: number, count: number): Promise<Outcome> {
    const input = { memoryId: "team", environment: "planted", source: "", host: "one", label: `${planted}${seed}` };
    const stream = streamName(input);
    const useWhen = [DEPOT_CONDITIONS[seed % DEPOT_CONDITIONS.length] as string];
    const source = { task: "before", ordinal: -1 };
    await memory.store.rules.apply(stream, "plant", {
      rules: [admit(stream, { owner: "loader", body: BODY, useWhen, avoidWhen: [] }, source)],
    });
    const arena = plantedArena(planted, seed, count);
    const graph = createDiscernGraph({
      memory: async () => memory,
      arena: async () => arena,
      // Every task retrieves the rule, so that what is seen is the learning alone.
      settings: { ...DISCERN_DEFAULTS, similarity: -1 },
      budget: createBudget({ replays: null, tokens: null }),
      concurrency: 2,
    });
    await graph.invoke(input, { recursionLimit: 1_000 });
    const rules = await memory.store.rules.rules(stream);
    expect(rules).toHaveLength(1);
    const domains = arena.tasks.map(({ domain }) => domain);
    return { rule: rules[0] as Rule, domains, ledger: await memory.store.rules.replays(stream) };
  }

  async function all(planted: Planted, count: number): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const seed of SEEDS) outcomes.push(await live(planted, seed, count));
    return outcomes;
  }

  /** Uses up to and including the task of the first transition for one of these reasons; infinite without one. */
  const usesUntil = ({ transitions, uses }: Rule, ...reasons: readonly Transition["reason"][]) => {
    const found = transitions.find(({ reason }) => reasons.includes(reason));
    return found === undefined ? Infinity : uses.filter(({ ordinal }) => ordinal <= found.ordinal).length;
  };

  const count = (outcomes: readonly Outcome[], holds: (rule: Rule) => boolean) => outcomes.filter(({ rule }) => holds(rule)).length;

  /** Used rules + 1 runs a task at most judge what was used. */
  const expectFrugal = (outcomes: readonly Outcome[]) => {
    for (const { rule, ledger } of outcomes) {
      const judging = ledger.filter(({ purpose }) => purpose === "assessment" || purpose === "baseline");
      for (const task of new Set(judging.map((run) => run.task)))
        expect(judging.filter((run) => run.task === task).length).toBeLessThanOrEqual(
          rule.uses.filter((use) => use.task === task).length + 1,
        );
    }
  };

  it("is retired, narrowed or repaired within 5 uses when it harms, in at least 95 of 100", async () => {
    const outcomes = await all("harmful", 7);
    const dealtWith = count(outcomes, (rule) => usesUntil(rule, "sustained-harm", "failed-repair", "new-version") <= 5);
    expect(dealtWith).toBeGreaterThanOrEqual(atLeast(95));
    for (const reason of ["sustained-harm", "failed-repair", "new-version"] as const)
      expect([reason, count(outcomes, (rule) => usesUntil(rule, reason) < Infinity)]).toEqual([
        reason,
        expect.toSatisfy((met: number) => met > SEEDS.length / 20),
      ]);
    expectFrugal(outcomes);
  });

  it("is active within 3 uses when it helps, in at least 95 of 100", async () => {
    const outcomes = await all("helpful", 4);
    expect(count(outcomes, (rule) => usesUntil(rule, "promotion") <= 3)).toBeGreaterThanOrEqual(atLeast(95));
    expectFrugal(outcomes);
  });

  it("is kept with an avoidance condition when it helps in one domain and harms in another, in at least 90 of 100", async () => {
    const outcomes = await all("mixed", 10);
    const kept = count(
      outcomes,
      (rule) =>
        rule.state !== "inactive" &&
        rule.versions.length === 1 &&
        scopeOf(rule).avoidWhen.length > 0 &&
        rule.avoidWhen.every(({ origin }) => origin === "boundary"),
    );
    expect(kept).toBeGreaterThanOrEqual(atLeast(90));
    // The condition keeps it out of the other domain, and in its own.
    const spared = outcomes.filter(({ rule: { avoidWhen, uses }, domains }) => {
      const learned = Number(avoidWhen[0]?.task.slice("job".length)) - 1;
      const later = uses.map(({ ordinal }) => ordinal).filter((ordinal) => ordinal > learned);
      return later.join() === [...domains.keys()].filter((ordinal) => ordinal > learned && domains[ordinal] === "depot").join();
    });
    expect(spared.length).toBeGreaterThanOrEqual(atLeast(90));
    expectFrugal(outcomes);
  });
});
