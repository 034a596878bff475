import type { DesignSettings } from "./settings.js";
import { nodeAt, type ProgramNode, type SearchTree } from "./tree.js";

/** UCBᵉᵛᵃˡ: what evaluating a node again promises. AutoMMemo eq. 13 (eq. 2). `total` is N, all evaluations so far. */
export function evaluationScore({ mean, visits }: ProgramNode, total: number, { evaluation }: DesignSettings): number {
  return mean + evaluation * Math.sqrt(Math.log(total) / visits);
}

/** Δᵖʳⁱᵒʳ: what a node's children are expected to gain before there are any. Eq. 11. `root` is the root's mean. */
export function gainPrior({ mean }: ProgramNode, root: number, { prior }: DesignSettings): number {
  return prior * Math.max(0, mean - root);
}

/** Δ̂: what the next child is expected to gain, from the prior and the children so far. Eq. 12 (eq. 4). */
export function expectedGain(node: ProgramNode, root: number, settings: DesignSettings): number {
  const { pseudoCount } = settings;
  return (pseudoCount * gainPrior(node, root, settings) + node.gained) / (pseudoCount + node.children);
}

/** UCBᵍᵉⁿ: what generating another child of a node promises. Eq. 14 (eq. 5). */
export function generationScore(node: ProgramNode, root: number, total: number, settings: DesignSettings): number {
  const bonus = settings.generation * Math.sqrt(Math.log(total) / (settings.pseudoCount + node.children));
  return node.mean + expectedGain(node, root, settings) + bonus;
}

/** LCBᵉᵛᵃˡ: what a node is worth at least. Eq. 17 (eq. 7). */
export function lowerBound({ mean, visits }: ProgramNode, total: number, { evaluation }: DesignSettings): number {
  return mean - evaluation * Math.sqrt(Math.log(total) / visits);
}

/** ℰ: whether a node may have another child. The root always may; others once their parent has `width` children. Eq. 15 (eq. 6). */
export function isExpandable(tree: SearchTree, { parent }: ProgramNode, { width }: DesignSettings): boolean {
  return parent === null || nodeAt(tree, parent).children >= width;
}
