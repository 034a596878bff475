import { seeded } from "../seeded.js";
import { firstGreatest, type Search } from "./search.js";
import type { DesignSettings } from "./settings.js";
import { evaluationsOf, nodeAt, type SearchTree } from "./tree.js";

/** How much a lead counts when ALMA samples what to build on: the lead that makes a design e times as likely. */
const TEMPERATURE = 0.1;

/** Generates at every step from a node drawn evenly. */
export const randomSearch: Search = generating("random", (tree, draw) => Math.floor(draw() * tree.length));

/** Generates at every step from the node with the highest score. */
export const greedySearch: Search = generating("greedy", highest);

/**
 * ALMA-shaped: one sampled design a step, the likelier the more it leads the root, the less often it was built on.
 * AutoMMemo appendix E.3 (Xiong et al., 2026).
 */
export const almaSearch: Search = generating("alma", (tree, draw) => {
  const root = nodeAt(tree, 0).mean;
  const weights = tree.map(({ mean, children }) => Math.exp((mean - root) / TEMPERATURE) / (1 + children));
  let left = draw() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => (left -= weight) < 0);
  return found === -1 ? tree.length - 1 : found;
});

/** A search that evaluates nothing again: every step generates from a node that `parent` picks; the highest score seen is given. */
function generating(name: string, parent: (tree: SearchTree, draw: () => number) => number): Search {
  return {
    name,
    next: (tree, settings) => ({ kind: "generate", node: parent(tree, drawsOf(tree, settings)) }),
    choose: highest,
  };
}

function highest(tree: SearchTree): number {
  return firstGreatest(tree, ({ mean }) => mean).id;
}

/** Chance of a step: settled by the seed and the number of steps so far, so that a run that was cut short goes on alike. */
function drawsOf(tree: SearchTree, { seed }: DesignSettings): () => number {
  const steps = evaluationsOf(tree) + tree.reduce((sum, { failed }) => sum + failed, 0);
  return seeded(Math.imul(seed, 0x9e3779b1) ^ Math.imul(steps, 0x85ebca6b));
}
