import { MnemaError } from "../../core/errors.js";
import type { Arena } from "../../nodes/discern/ports.js";
import type { Arm } from "./arms.js";
import { type Benchmark, sourceOf, streamOf } from "./benchmarks.js";
import type { BenchmarkRun, LeftOut } from "./paper-table.js";
import type { Workplace } from "./place.js";
import { runArm } from "./stream.js";

export interface TableOptions {
  readonly benchmarks: readonly Benchmark[];
  readonly hosts: readonly string[];
  readonly methods: readonly Arm[];
  readonly seeds: readonly number[];
  readonly split: "paper" | "whole";
  /** Tasks of each stream at most; 0: all. */
  readonly limit: number;
  /** Files or folders instead of those in the data sets folder, by the benchmark's name. */
  readonly sources: Readonly<Record<string, string>>;
  /** Why a benchmark cannot be done here, before its tasks are looked at; null where it can. */
  readonly missing: (benchmark: Benchmark) => string | null;
  /** Rules that a role is given for a task at most, and as many times the characters of one for other methods. */
  readonly injected: number;
  /** Tokens that may be spent; null: no bound. */
  readonly tokens: number | null;
  readonly concurrency: number;
  readonly onRun: (run: BenchmarkRun) => void | Promise<void>;
}

/**
 * Every method over every benchmark and host, as far as they can be done here; the rest is told with its reason. What was done
 * before in this workplace costs nothing and is not done again. Ends where the tokens are used up.
 */
export async function runTable(
  workplace: Workplace,
  options: TableOptions,
): Promise<{ readonly runs: readonly BenchmarkRun[]; readonly leftOut: readonly LeftOut[] }> {
  const runs: BenchmarkRun[] = [];
  const leftOut: LeftOut[] = [];
  let left = options.tokens;
  for (const benchmark of options.benchmarks) {
    const { name, standsFor } = benchmark;
    if (standsFor !== undefined && runs.some((run) => run.benchmark === standsFor)) continue;
    for (const host of options.hosts) {
      const arena = await arenaOf(workplace, benchmark, host, options);
      if ("why" in arena) {
        leftOut.push({ benchmark: name, why: arena.why });
        break;
      }
      const place = await workplace.place(`${name.toLowerCase()}-${host}`);
      for (const seed of options.seeds)
        for (const method of options.methods) {
          const { concurrency, injected } = options;
          const run = {
            benchmark: name,
            ...(await runArm(place, arena, method, seed, { tokens: left, concurrency, settings: { injected } })),
          };
          runs.push(run);
          await options.onRun(run);
          if (left !== null) left -= run.spent;
          if (run.stopped !== null) return { runs, leftOut };
        }
    }
  }
  return { runs, leftOut };
}

/** A host with a benchmark's stream, or why there is none. */
async function arenaOf(
  { arenas, datasets }: Workplace,
  benchmark: Benchmark,
  host: string,
  { missing, sources, split, limit }: TableOptions,
): Promise<Arena | { readonly why: string }> {
  const why = missing(benchmark);
  if (why !== null) return { why };
  try {
    const source = await sourceOf(benchmark, datasets, sources[benchmark.name]);
    const arena = await arenas.arena({ environment: benchmark.environment, source, host });
    const tasks = streamOf(benchmark, arena.tasks, split);
    return { ...arena, tasks: limit > 0 ? tasks.slice(0, limit) : tasks };
  } catch (error) {
    if (MnemaError.isInstance(error)) return { why: error.message };
    throw error;
  }
}
