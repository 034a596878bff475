import type { SearchTree } from "./tree.js";

/** One way in which children may take after their parents. */
export interface Inheritance {
  /** Share of a parent's lead over the root that a child keeps: 1 adds up, 0 begins at the root each time. */
  readonly kept: number;
  /** Standard deviation of a child's quality around what it inherits. */
  readonly spread: number;
}

/** What the scores say of the true qualities of a tree's programs, if children take after their parents in one way. */
export interface Belief {
  readonly way: Inheritance;
  /** Expected quality by node id; one more at the end: the mean gain of a mutation. */
  readonly mean: Float64Array;
  /** Covariance of any two of these, row by row. */
  readonly covariance: Float64Array;
  /** Logarithm of the probability density of all scores. */
  readonly evidence: number;
}

/** A quality that is not known: what is expected of it, how far off that may be, and what else would then be off with it. */
export interface Outlook {
  readonly mean: number;
  readonly variance: number;
  /** Covariance with every quality of the belief, and with the mean gain. */
  readonly shared: Float64Array;
}

/** What is believed of the root and of the mean gain of a mutation before there are scores: next to nothing, and little. */
const ROOT = { mean: 0.5, variance: 0.25 };
const GAIN = { mean: 0, variance: 0.01 };
/** No score is wholly sure: beliefs that were would cancel to rounding errors. */
const LEAST_NOISE = 1e-6;

/** Variance of the mean of so many evaluations around the true quality. */
export function noiseOf(variance: number, evaluations: number): number {
  return Math.max(variance / evaluations, LEAST_NOISE);
}

/**
 * Qualities as a joint Gaussian, conditioned on all scores. A child's is `kept · x_parent + (1 − kept) · x_root + gain + e`
 * with one unknown mean gain for all and e of the spread; a node's mean score is its quality, give or take the sampling
 * variance. So each score also says something of the node's parent, children and siblings.
 */
export function believe(tree: SearchTree, way: Inheritance): Belief {
  const width = tree.length + 1;
  const gain = tree.length;
  const mean = new Float64Array(width);
  const covariance = new Float64Array(width * width);
  const prior: Belief = { way, mean, covariance, evidence: 0 };
  mean[0] = ROOT.mean;
  mean[gain] = GAIN.mean;
  covariance[0] = ROOT.variance;
  covariance[gain * width + gain] = GAIN.variance;
  for (const { id, parent } of tree) {
    if (parent === null) continue;
    const child = outlookOfChild(prior, parent);
    mean[id] = child.mean;
    child.shared[id] = child.variance;
    covariance.set(child.shared, id * width);
    for (let row = 0; row < width; row++) covariance[row * width + id] = child.shared[row] as number;
  }
  const evidence = tree.reduce((sum, node) => sum + observe(prior, node.id, node.mean, noiseOf(node.variance, node.visits)), 0);
  return { ...prior, evidence };
}

/** What is believed of a program that is there. */
export function outlookOf({ mean, covariance }: Belief, id: number): Outlook {
  const shared = covariance.slice(id * mean.length, (id + 1) * mean.length);
  return { mean: mean[id] as number, variance: shared[id] as number, shared };
}

/** What is believed of a further child of a program, before it is made. */
export function outlookOfChild({ way, mean, covariance }: Belief, parent: number): Outlook {
  const width = mean.length;
  const gain = width - 1;
  const { kept, spread } = way;
  const inherited = (values: Float64Array, from: number, step: number): number =>
    kept * (values[from + parent * step] as number) + (1 - kept) * (values[from] as number) + (values[from + gain * step] as number);
  const shared = new Float64Array(width);
  for (let column = 0; column < width; column++) shared[column] = inherited(covariance, column, width);
  return { mean: inherited(mean, 0, 1), variance: inherited(shared, 0, 1) + spread ** 2, shared };
}

/** Takes a score of a node into a belief, in place. The logarithm of its density before. */
function observe({ mean, covariance }: Belief, id: number, score: number, noise: number): number {
  const width = mean.length;
  const shared = covariance.slice(id * width, (id + 1) * width);
  const variance = Math.max(shared[id] as number, 0) + noise;
  const surprise = score - (mean[id] as number);
  for (let row = 0; row < width; row++) {
    const weight = (shared[row] as number) / variance;
    mean[row] = (mean[row] as number) + weight * surprise;
    for (let column = 0, at = row * width; column < width; column++, at++)
      covariance[at] = (covariance[at] as number) - weight * (shared[column] as number);
  }
  return -(Math.log(2 * Math.PI * variance) + surprise ** 2 / variance) / 2;
}
