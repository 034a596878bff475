import { seeded } from "./seeded.js";

/** A mean with the range that it lies in at `level`. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Values that it rests on. */
  readonly count: number;
}

export interface BootstrapOptions {
  readonly seed: number;
  /** Default 10,000. */
  readonly resamples?: number;
  /** Coverage in (0, 1), default 0.95. */
  readonly level?: number;
}

/**
 * Percentile bootstrap interval of a mean: `resamples` times as many values are drawn with replacement, and the middle
 * `level` of their means is the interval (nearest rank on both sides). Null for no values.
 */
export function bootstrapMean(values: readonly number[], { seed, resamples = 10_000, level = 0.95 }: BootstrapOptions): Interval | null {
  if (values.length === 0) return null;
  const random = seeded(seed);
  const means = new Float64Array(resamples);
  for (let round = 0; round < resamples; round++) {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn++) sum += values[Math.floor(random() * values.length)] ?? 0;
    means[round] = sum / values.length;
  }
  means.sort();
  const cut = Math.floor((resamples * (1 - level)) / 2);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, low: means[cut] ?? mean, high: means[resamples - 1 - cut] ?? mean, count: values.length };
}

/**
 * The same of the difference `a − b`, item by item: pairs are drawn together, so that what both have in common cancels
 * out. TypeError when the lists differ in length.
 */
export function pairedBootstrap(a: readonly number[], b: readonly number[], options: BootstrapOptions): Interval | null {
  if (a.length !== b.length) throw new TypeError(`Pairs are needed: ${a.length} values against ${b.length}.`);
  return bootstrapMean(
    a.map((value, at) => value - (b[at] as number)),
    options,
  );
}

/** Whether a difference is told from none. */
export function excludesZero({ low, high }: Interval): boolean {
  return low > 0 || high < 0;
}
