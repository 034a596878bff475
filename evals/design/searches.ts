import { inheritanceSearch } from "../../core/design/inheritance-search.js";
import { paperSearch } from "../../core/design/paper-search.js";
import { firstGreatest, type Search } from "../../core/design/search.js";
import { nodeAt, type SearchTree } from "../../core/design/tree.js";
import { seeded } from "../../core/seeded.js";

/** How much a lead counts when ALMA samples what to build on: the lead that makes a design e times as likely. */
const TEMPERATURE = 0.1;

/** The searches that are compared, by name; those that leave something to chance get a seed. The last one is ours. */
export const COMPARED: Readonly<Record<string, (seed: number) => Search>> = {
  paper: () => paperSearch,
  random: (seed) => generating("random", seed, (tree, random) => Math.floor(random() * tree.length)),
  greedy: (seed) => generating("greedy", seed, highest),
  alma: (seed) => generating("alma", seed, sampledByLead),
  inheritance: () => inheritanceSearch,
};

/** A search that generates at every step from a node that `parent` picks, and gives the highest score seen. */
function generating(name: string, seed: number, parent: (tree: SearchTree, random: () => number) => number): Search {
  const random = seeded(seed);
  return { name, next: (tree) => ({ kind: "generate", node: parent(tree, random) }), choose: highest };
}

function highest(tree: SearchTree): number {
  return firstGreatest(tree, ({ mean }) => mean).id;
}

/** One sampled design a step: the likelier the more it leads the root, the less often it was built on. AutoMMemo appendix E.3. */
function sampledByLead(tree: SearchTree, random: () => number): number {
  const root = nodeAt(tree, 0).mean;
  const weights = tree.map(({ mean, children }) => Math.exp((mean - root) / TEMPERATURE) / (1 + children));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => (left -= weight) < 0);
  return found === -1 ? tree.length - 1 : found;
}
