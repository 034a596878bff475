import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config.js";
import { mean } from "../../core/numbers.js";
import type { TextEncoder } from "../../models/contract.js";
import { scoresBy } from "../runner/figures.js";
import { type KeptMemories, openMnemaSubject } from "../runner/mnema-subject.js";
import { type RunPlan, runSuites, type ToldQuestion } from "../runner/run.js";
import type { QuestionResult, ScoreName } from "../runner/suite.js";
import { type Arm, derivationOf } from "./arms.js";

/** Metrics that arms are compared by, each in [0, 1]; a suite is mainly scored by the first that it has. */
export const METRICS = ["exact", "recall", "f1", "table", "shown", "strict"] as const;
/** `shown`: whether the planner saw every table that a good path needs. */
export type Metric = Extract<ScoreName, (typeof METRICS)[number]> | "shown";

/** Means over the questions of a suite. */
export interface Sizes {
  /** Of the planning context. */
  readonly tables: number;
  readonly episodes: number;
  /** Characters of the planning prompt, and of the evidence. */
  readonly prompt: number;
  readonly evidence: number;
}

/** How an arm did: ids and scores alone. */
export interface ArmRun {
  readonly arm: Arm;
  /** By suite, metric and question. */
  readonly scores: ReadonlyMap<string, Readonly<Record<Metric, ReadonlyMap<string, number>>>>;
  /** By suite. */
  readonly sizes: ReadonlyMap<string, Sizes>;
  /** What its memories hold, all parts together. */
  readonly derived: { readonly tables: number; readonly episodes: number; readonly topics: number };
  readonly failed: number;
}

/** What happens on the way. */
export interface RunListener {
  done(arm: Arm, ms: number): void;
}

/**
 * Every arm over the same suites. A part is taken in once for all arms that derive alike; an encoder that remembers saves the rest of
 * the work. Arms come back in the order given.
 */
export async function runArms(
  arms: readonly Arm[],
  asked: Pick<RunPlan, "suites" | "limit">,
  { config, encoder }: { readonly config: Config; readonly encoder: TextEncoder },
  listener: RunListener,
): Promise<ArmRun[]> {
  const runs = new Map<Arm, ArmRun>();
  for (const derivation of new Set(arms.map(derivationOf))) {
    const folder = await mkdtemp(join(tmpdir(), "mnema-ablations-"));
    const taken = new Set<string>();
    try {
      const same = new Map<string, ArmRun>();
      for (const arm of arms.filter((one) => derivationOf(one) === derivation)) {
        const started = performance.now();
        const settings = JSON.stringify(arm.settings);
        const run = same.get(settings) ?? (await runArm(arm, asked, { config, encoder }, { folder, taken }));
        same.set(settings, run);
        runs.set(arm, { ...run, arm });
        listener.done(arm, performance.now() - started);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return arms.flatMap((arm) => runs.get(arm) ?? []);
}

async function runArm(
  arm: Arm,
  asked: Pick<RunPlan, "suites" | "limit">,
  { config, encoder }: { readonly config: Config; readonly encoder: TextEncoder },
  memories: Omit<KeptMemories, "closing">,
): Promise<ArmRun> {
  const derived = { tables: 0, episodes: 0, topics: 0 };
  const closing: KeptMemories["closing"] = async ({ store: { tables, hierarchy } }) => {
    derived.tables += (await tables.tables()).length;
    derived.episodes += (await hierarchy.nodes("episode")).length;
    derived.topics += (await hierarchy.nodes("topic")).length;
  };
  const subject = await openMnemaSubject(config, {
    name: arm.name,
    encoder: { ...encoder, close: async () => {} },
    settings: arm.settings,
    kept: { ...memories, closing },
  });
  const results: QuestionResult[] = [];
  const paths: PathSeen[] = [];
  try {
    await runSuites(
      { ...asked, subjects: [subject], runs: 1, judge: null },
      { result: (result) => void results.push(result), told: (told) => void paths.push(pathSeen(told)), ingested: () => {} },
    );
  } finally {
    await subject.close();
  }
  const suites = [...new Set(results.map(({ suite }) => suite))];
  return {
    arm,
    scores: new Map(suites.map((suite) => [suite, scoresOf(results, paths, suite)])),
    sizes: new Map(suites.map((suite) => [suite, sizesOf(results, paths, suite)])),
    derived,
    failed: results.filter(({ error }) => error !== null).length,
  };
}

/** What of a question's path is compared: paths hold all evidence, and there are many. */
interface PathSeen {
  readonly suite: string;
  readonly key: string;
  readonly tables: number;
  readonly episodes: number;
  readonly prompt: number;
  /** Null where nobody wrote down a path that needs a table. */
  readonly shown: number | null;
}

function pathSeen({ suite, part, id, expected, asked: { trace } }: ToldQuestion): PathSeen {
  const { tables = [], episodes = [] } = trace?.candidates ?? {};
  const columns = tables.map((table) => table.columns.map((column) => column.toLowerCase()));
  const needed = (expected?.paths ?? []).map((path) => path.flatMap(({ table }) => table ?? [])).filter((path) => path.length > 0);
  const isShown = (table: string) => columns.some((names) => names.some((name) => name.includes(table)));
  return {
    suite,
    key: JSON.stringify([suite, part, id]),
    tables: tables.length,
    episodes: episodes.length,
    prompt: trace?.promptCharacters ?? 0,
    shown: needed.length === 0 ? null : needed.some((path) => path.every(isShown)) ? 1 : 0,
  };
}

function scoresOf(
  results: readonly QuestionResult[],
  paths: readonly PathSeen[],
  suite: string,
): Record<Metric, ReadonlyMap<string, number>> {
  const own = results.filter((result) => result.suite === suite);
  const shown = paths.flatMap((path) => (path.suite === suite && path.shown !== null ? [[path.key, path.shown] as const] : []));
  return {
    exact: scoresBy(own, "exact"),
    recall: scoresBy(own, "recall"),
    f1: scoresBy(own, "f1"),
    table: scoresBy(own, "table"),
    shown: new Map(shown),
    strict: scoresBy(own, "strict"),
  };
}

function sizesOf(results: readonly QuestionResult[], paths: readonly PathSeen[], suite: string): Sizes {
  const [own, seen] = [results.filter((result) => result.suite === suite), paths.filter((path) => path.suite === suite)];
  const of = (size: "tables" | "episodes" | "prompt") => mean(seen.map((path) => path[size])) ?? 0;
  return {
    tables: of("tables"),
    episodes: of("episodes"),
    prompt: of("prompt"),
    evidence: mean(own.map(({ chars }) => chars)) ?? 0,
  };
}
