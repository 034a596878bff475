import { excludesZero, type Interval, pairedBootstrap } from "../../core/bootstrap.js";

/** How two lists of scores of the same questions differ. */
export interface Paired extends Interval {
  /** Whether the difference is told from none at the interval's level. */
  readonly told: boolean;
  /** Questions on which the first, the second, or neither is ahead. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Draws of every interval. */
export const BOOTSTRAP_SEED = 1;

/**
 * The difference `a − b` question by question with its paired bootstrap interval (10,000 draws, 95 %), over the questions
 * that both are scored on. Null where there are none.
 */
export function pairedScores(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Paired | null {
  const both = [...a.keys()].filter((key) => b.has(key)).toSorted();
  const of = (scores: ReadonlyMap<string, number>) => both.map((key) => scores.get(key) as number);
  const [first, second] = [of(a), of(b)];
  const interval = pairedBootstrap(first, second, { seed: BOOTSTRAP_SEED });
  if (interval === null) return null;
  const ahead = (sign: 1 | -1) => first.filter((score, at) => sign * (score - (second[at] as number)) > 0).length;
  const [wins, losses] = [ahead(1), ahead(-1)];
  return { ...interval, told: excludesZero(interval), wins, losses, ties: both.length - wins - losses };
}
