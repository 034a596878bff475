import { excludesZero } from "../../core/bootstrap.js";
import { mean } from "../../core/numbers.js";
import type { StreamRun } from "./stream.js";
import { gained, points, type Row, rowsOf, tableOf } from "./table.js";

/** A stream of a benchmark. */
export interface BenchmarkRun extends StreamRun {
  readonly benchmark: string;
}

/** What was not run, and why. */
export interface LeftOut {
  readonly benchmark: string;
  readonly why: string;
}

/**
 * DiscernMem's table 1: for each host the methods against the benchmarks, scores of 100 with the difference to no memory (paired
 * over tasks, 95 % bootstrap interval, bold where it excludes 0), their average and what it gains; then each benchmark's streams
 * beside no memory and beside discern. Streams that were not run to their end are not in it.
 */
export function paperTable(runs: readonly BenchmarkRun[], leftOut: readonly LeftOut[], caption: string): string {
  const done = runs.filter(({ stopped }) => stopped === null);
  const benchmarks = [...new Set(done.map(({ benchmark }) => benchmark))];
  const rows = new Map(benchmarks.map((benchmark) => [benchmark, rowsOf(done.filter((run) => run.benchmark === benchmark))]));
  const hosts = [...new Set(done.map(({ host }) => host))];
  const stopped = runs.filter((run) => run.stopped !== null);
  return [
    caption,
    ...hosts.flatMap((host) => ["", `**${host}**`, "", ...hostTable(host, benchmarks, rows)]),
    ...benchmarks.flatMap((benchmark) => ["", tableOf(rows.get(benchmark) ?? [], `**${benchmark}**, beside no memory and beside discern`)]),
    ...(leftOut.length + stopped.length === 0 ? [] : ["", "Left out:", ""]),
    ...leftOut.map(({ benchmark, why }) => `- ${benchmark}: ${why}`),
    ...stopped.map(({ benchmark, host, arm, seed, scores, stopped: why }) => {
      return `- ${benchmark}, ${host}, ${arm}, seed ${seed}: stopped after ${scores.length} tasks. ${why}`;
    }),
  ].join("\n");
}

function hostTable(host: string, benchmarks: readonly string[], rows: ReadonlyMap<string, readonly Row[]>): string[] {
  const cells = new Map(benchmarks.map((benchmark) => [benchmark, (rows.get(benchmark) ?? []).filter((row) => row.host === host)]));
  const methods = [...new Set([...cells.values()].flatMap((found) => found.map(({ arm }) => arm)))];
  const rowOf = (benchmark: string, method: string) => cells.get(benchmark)?.find(({ arm }) => arm === method);
  const average = (method: string) => {
    const scores = benchmarks.flatMap((benchmark) => rowOf(benchmark, method)?.score ?? []);
    return scores.length === benchmarks.length ? mean(scores) : null;
  };
  const base = average("no memory");
  return [
    `| method | ${benchmarks.join(" | ")} | average | gain |`,
    `|---|${benchmarks.map(() => "---|").join("")}--:|--:|`,
    ...methods.map((method) => {
      const all = average(method);
      const gain = all === null || base === null || method === "no memory" ? "" : gained(all - base);
      const told = benchmarks.map((benchmark) => cell(rowOf(benchmark, method)));
      return `| ${method} | ${told.join(" | ")} | ${all === null ? "" : points(all)} | ${gain} |`;
    }),
  ];
}

function cell(row: Row | undefined): string {
  if (row === undefined) return "";
  const { score, overNoMemory: over } = row;
  if (over === null) return points(score);
  const told = `${points(score)} (${gained(over.mean)} [${gained(over.low)}, ${gained(over.high)}])`;
  return excludesZero(over) ? `**${told}**` : told;
}
