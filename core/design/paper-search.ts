import { evaluationScore, generationScore, isExpandable, lowerBound } from "./scores.js";
import { firstGreatest, type Search, type SearchAction } from "./search.js";
import type { DesignSettings } from "./settings.js";
import { evaluationsOf, nodeAt, type SearchTree } from "./tree.js";

/** An action with u, what it promises. */
export interface ScoredAction extends SearchAction {
  readonly score: number;
}

/**
 * 𝒜ₜ: every action that is allowed now, generations first, then by age of the node, which is the order in which equal
 * scores are decided. AutoMMemo Algorithm 1, lines 8–18.
 */
export function scoredActions(tree: SearchTree, settings: DesignSettings): readonly ScoredAction[] {
  const total = evaluationsOf(tree);
  const root = nodeAt(tree, 0).mean;
  const generations = tree
    .filter((node) => isExpandable(tree, node, settings))
    .map((node) => ({ kind: "generate" as const, node: node.id, score: generationScore(node, root, total, settings) }));
  const evaluations = tree.map((node) => ({
    kind: "evaluate" as const,
    node: node.id,
    score: evaluationScore(node, total, settings),
  }));
  return [...generations, ...evaluations];
}

/** AutoMMemo's search: upper confidence bounds of both actions, and the program with the highest lower one. Algorithm 1. */
export const paperSearch: Search = {
  name: "paper",
  /** Eq. 16. */
  next: (tree, settings) => {
    const { kind, node } = firstGreatest(scoredActions(tree, settings), ({ score }) => score);
    return { kind, node };
  },
  /** Eq. 18; of equals the older one. */
  choose: (tree, settings) => {
    const total = evaluationsOf(tree);
    return firstGreatest(tree, (node) => lowerBound(node, total, settings)).id;
  },
};
