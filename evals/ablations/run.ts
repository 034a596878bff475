import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config.js";
import type { TextEncoder } from "../../models/contract.js";
import { openMnema } from "../../memory/open.js";
import { type EvalLine, evaluate } from "../harness/evaluate.js";
import type { OpenSubject } from "../harness/subject.js";
import { RUN_MOMENT } from "../runner/moment.js";
import { bareAnswer } from "../scores/bare-answer.js";
import { tokenF1 } from "../scores/text.js";
import { type Arm, derivationOf } from "./arms.js";

/** Metrics that arms are compared by, each in [0, 1]. */
export const METRICS = ["exact", "recall", "f1"] as const;
export type Metric = (typeof METRICS)[number];

/** How an arm did: ids and scores alone. */
export interface ArmRun {
  readonly arm: Arm;
  /** By kind of data, metric and question. */
  readonly scores: ReadonlyMap<string, Readonly<Record<Metric, ReadonlyMap<string, number>>>>;
  /** Mean characters of evidence a question, by kind of data. */
  readonly chars: ReadonlyMap<string, number>;
  /** What its memories hold, all files together. */
  readonly derived: { readonly tables: number; readonly episodes: number; readonly topics: number };
  readonly failed: number;
}

/** What happens on the way. */
export interface RunListener {
  done(arm: Arm, ms: number): void;
}

/**
 * Every arm over the same files. A file is taken in once for all arms that derive alike; an encoder that remembers saves the rest of
 * the work. Arms come back in the order given.
 */
export async function runArms(
  arms: readonly Arm[],
  paths: readonly string[],
  { config, encoder }: { readonly config: Config; readonly encoder: TextEncoder },
  listener: RunListener,
): Promise<ArmRun[]> {
  const runs = new Map<Arm, ArmRun>();
  for (const derivation of new Set(arms.map(derivationOf))) {
    const dataFolder = await mkdtemp(join(tmpdir(), "mnema-ablations-"));
    const taken = new Set<string>();
    try {
      const same = new Map<string, ArmRun>();
      for (const arm of arms.filter((one) => derivationOf(one) === derivation)) {
        const started = performance.now();
        const settings = JSON.stringify(arm.settings);
        const run = same.get(settings) ?? (await runArm(arm, paths, { ...config, dataFolder, neo4j: null }, encoder, taken));
        same.set(settings, run);
        runs.set(arm, { ...run, arm });
        listener.done(arm, performance.now() - started);
      }
    } finally {
      await rm(dataFolder, { recursive: true, force: true });
    }
  }
  return arms.flatMap((arm) => runs.get(arm) ?? []);
}

async function runArm(arm: Arm, paths: readonly string[], config: Config, encoder: TextEncoder, taken: Set<string>): Promise<ArmRun> {
  const mnema = await openMnema(config, {
    encoder: { ...encoder, close: async () => {} },
    settings: arm.settings,
    clock: () => new Date(RUN_MOMENT),
  });
  const derived = { tables: 0, episodes: 0, topics: 0 };
  const open: OpenSubject = async (number) => {
    const memory = `eval-${number}`;
    return {
      ingest: async (file) => {
        if (!taken.has(memory)) await mnema.ingest(memory, { paths: [file] });
        taken.add(memory);
      },
      ask: (question) => mnema.ask(memory, question),
      close: async () => {
        const { tables, hierarchy } = (await mnema.memory(memory)).store;
        derived.tables += (await tables.tables()).length;
        derived.episodes += (await hierarchy.nodes("episode")).length;
        derived.topics += (await hierarchy.nodes("topic")).length;
        await mnema.closeMemory(memory);
      },
    };
  };
  const lines: EvalLine[] = [];
  try {
    const { scored } = await evaluate(paths, open, { line: (line) => void lines.push(line) });
    const scores = new Map<string, Record<Metric, Map<string, number>>>();
    const chars = new Map<string, number[]>();
    for (const [at, { kind, exact, recall, chars: own }] of scored.entries()) {
      const line = lines[at];
      if (line === undefined) continue;
      const ofKind = scores.get(kind) ?? { exact: new Map(), recall: new Map(), f1: new Map() };
      scores.set(kind, ofKind);
      const key = `${line.file}#${at}`;
      if (exact !== null) ofKind.exact.set(key, exact ? 1 : 0);
      if (recall !== null) ofKind.recall.set(key, recall);
      if (line.gold !== "") ofKind.f1.set(key, tokenF1(bareAnswer(line), [line.gold]));
      chars.set(kind, [...(chars.get(kind) ?? []), own]);
    }
    return {
      arm,
      scores,
      chars: new Map([...chars].map(([kind, all]) => [kind, all.reduce((sum, one) => sum + one, 0) / all.length])),
      derived,
      failed: scored.filter(({ error }) => error !== null).length,
    };
  } finally {
    await mnema.close();
  }
}
