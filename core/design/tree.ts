/** A memo program in the search tree, by what was measured of it. */
export interface ProgramNode {
  /** Order of insertion; the root, which keeps no memory, is 0. */
  readonly id: number;
  readonly parent: number | null;
  /** μ̂: mean score of its evaluations, in [0, 1]. */
  readonly mean: number;
  /** n: full evaluations, at least 1. */
  readonly visits: number;
  /** K: children, each of which has been evaluated. */
  readonly children: number;
  /** S: what its children's first scores gained on its mean of the time when they were generated. */
  readonly gained: number;
  /** Generations from it that came to no valid program. */
  readonly failed: number;
  /** Estimated variance of one evaluation's score around the program's true one. */
  readonly variance: number;
}

/** Every program so far: node `i` has id `i`, parents come before children. */
export type SearchTree = readonly ProgramNode[];

/** What a full evaluation came to. */
export interface Score {
  /** Mean reward of the retrieve tasks, in [0, 1]. AutoMMemo eq. 1. */
  readonly score: number;
  /** Variance of that mean, ≥ 0 (see `scoreOf`). The paper's search does not look at it. */
  readonly variance: number;
}

/**
 * Mean of the tasks' rewards, with the variance that the mean of so many tasks has. One more success and one more
 * failure are added for the variance, since a few equal rewards do not say that a score is sure. TypeError for none.
 */
export function scoreOf(rewards: readonly number[]): Score {
  const count = rewards.length;
  if (count === 0) throw new TypeError("An evaluation has at least one reward.");
  const score = mean(rewards);
  const smoothed = mean([...rewards, 0, 1]);
  return { score, variance: mean([...rewards, 0, 1].map((reward) => (reward - smoothed) ** 2)) / count };
}

/** A tree of the root alone, evaluated once. AutoMMemo Algorithm 1, lines 2–6. */
export function plant(root: Score): SearchTree {
  return [nodeOf(0, null, root)];
}

/** N: full evaluations so far, the root's first one included. */
export function evaluationsOf(tree: SearchTree): number {
  return tree.reduce((sum, { visits }) => sum + visits, 0);
}

/** The tree after one more evaluation of a node. Algorithm 1, lines 21–23. */
export function evaluated(tree: SearchTree, id: number, { score, variance }: Score): SearchTree {
  const { mean: before, visits, variance: varianceBefore } = nodeAt(tree, id);
  const averaged = (old: number, fresh: number): number => (visits * old + fresh) / (visits + 1);
  return changed(tree, id, { mean: averaged(before, score), visits: visits + 1, variance: averaged(varianceBefore, variance) });
}

/** A child that passed its quick examination, and the parent's mean when its generation began (μ̂ˢⁿᵃᵖ). */
export interface Birth {
  readonly parent: number;
  readonly snapshot: number;
  readonly score: Score;
}

/** The tree with a new node at its end. Algorithm 1, lines 29–37; eq. 10. */
export function grown(tree: SearchTree, { parent, snapshot, score }: Birth): SearchTree {
  const { children, gained } = nodeAt(tree, parent);
  const gain = Math.max(0, score.score - snapshot);
  return [...changed(tree, parent, { children: children + 1, gained: gained + gain }), nodeOf(tree.length, parent, score)];
}

/** The tree after a generation that came to nothing: nothing that Algorithm 1 looks at changes. */
export function failed(tree: SearchTree, parent: number): SearchTree {
  return changed(tree, parent, { failed: nodeAt(tree, parent).failed + 1 });
}

/** RangeError for an id that is not in the tree. */
export function nodeAt(tree: SearchTree, id: number): ProgramNode {
  const node = tree[id];
  if (node === undefined) throw new RangeError(`The search tree has nodes 0 to ${tree.length - 1}; there is no ${id}.`);
  return node;
}

function nodeOf(id: number, parent: number | null, { score, variance }: Score): ProgramNode {
  return { id, parent, mean: score, visits: 1, children: 0, gained: 0, failed: 0, variance };
}

function changed(tree: SearchTree, id: number, change: Partial<ProgramNode>): SearchTree {
  return tree.map((node) => (node.id === id ? { ...node, ...change } : node));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
