import type { Search, SearchAction } from "../../../core/design/search.js";
import { DESIGN_DEFAULTS, type DesignSettings } from "../../../core/design/settings.js";
import { evaluated, failed, grown, nodeAt, plant, type Score, type SearchTree } from "../../../core/design/tree.js";

/** A score that says nothing of how sure it is. */
export const sure = (score: number): Score => ({ score, variance: 0 });

/** A small world whose every outcome is written down: scores of a program, one an evaluation, the last one again and again. */
export interface WrittenWorld {
  readonly root: readonly number[];
  /** By parent, in order of generation: the child's scores, or null for a generation that fails. Then all fail. */
  readonly children: Readonly<Record<number, readonly (readonly number[] | null)[]>>;
}

/** What a search did, as `G0 E1 …`, and what it left. */
export interface Trace {
  readonly actions: string;
  readonly tree: SearchTree;
  readonly chosen: number;
}

/** Runs a search in a written world. */
export function trace(search: Search, world: WrittenWorld, steps: number, settings: DesignSettings = DESIGN_DEFAULTS): Trace {
  const scores = [world.root];
  const generated = new Map<number, number>();
  let tree = plant(sure(world.root[0] as number));
  const actions: SearchAction[] = [];
  for (let left = steps; left > 0; left--) {
    const action = search.next(tree, settings, left);
    actions.push(action);
    const { node } = action;
    if (action.kind === "evaluate") {
      tree = evaluated(tree, node, sure(scoreAt(scores[node] as readonly number[], nodeAt(tree, node).visits)));
      continue;
    }
    const turn = generated.get(node) ?? 0;
    generated.set(node, turn + 1);
    const child = world.children[node]?.[turn] ?? null;
    if (child === null) tree = failed(tree, node);
    else {
      scores.push(child);
      tree = grown(tree, { parent: node, snapshot: nodeAt(tree, node).mean, score: sure(scoreAt(child, 0)) });
    }
  }
  return {
    actions: actions.map(({ kind, node }) => `${kind === "generate" ? "G" : "E"}${node}`).join(" "),
    tree,
    chosen: search.choose(tree, settings),
  };
}

function scoreAt(scores: readonly number[], visit: number): number {
  return scores[Math.min(visit, scores.length - 1)] as number;
}
