import { percentile } from "../scores/percentile.js";

/** How long something takes, in milliseconds: by the clock, and of processor time (more than the clock where it has threads). */
export interface Timed<Result> {
  readonly p50: number;
  readonly p95: number;
  readonly cpu: number;
  readonly result: Result;
}

/** Runs it so many times, after once for warmth. The result is that of the last run. */
export async function timed<Result>(runs: number, work: (run: number) => Result | Promise<Result>): Promise<Timed<Result>> {
  let result = await work(0);
  const usage = process.cpuUsage();
  const times: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const started = performance.now();
    result = await work(run);
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(usage);
  return {
    p50: hundredths(percentile(times, 0.5) ?? 0),
    p95: hundredths(percentile(times, 0.95) ?? 0),
    cpu: hundredths((user + system) / 1_000 / runs),
    result,
  };
}

function hundredths(ms: number): number {
  return Math.round(ms * 100) / 100;
}
