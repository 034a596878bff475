import type { Search } from "../../core/design/search.js";
import type { DesignSettings } from "../../core/design/settings.js";
import { evaluated, failed, grown, nodeAt, plant } from "../../core/design/tree.js";
import { chancesOf, type SimulatedWorld } from "./worlds.js";

/** What one run of a search came to. */
export interface SimulatedRun {
  /** The world's best quality less that of the program chosen. */
  readonly regret: number;
  /** Part of it that choosing cost: the best quality found less that of the program chosen. */
  readonly choosing: number;
  /** Steps that evaluated a program again. */
  readonly evaluations: number;
}

/** Runs a search in a world: `settings.steps` steps after the root's evaluation, each evaluation on `tasks` tasks. */
export function runSearch(
  search: Search,
  world: SimulatedWorld,
  { seed, tasks, settings }: { readonly seed: number; readonly tasks: number; readonly settings: DesignSettings },
): SimulatedRun {
  const chances = chancesOf(seed, tasks);
  const qualities = [world.root];
  let tree = plant(chances.evaluate(world.root, 0, 0));
  let evaluations = 0;
  for (let left = settings.steps; left > 0; left--) {
    const { kind, node } = search.next(tree, settings, left);
    const { mean, visits } = nodeAt(tree, node);
    const quality = qualities[node] as number;
    if (kind === "evaluate") {
      evaluations++;
      tree = evaluated(tree, node, chances.evaluate(quality, node, visits));
      continue;
    }
    const mutation = chances.mutation();
    if (mutation === null) tree = failed(tree, node);
    else {
      const child = world.child(quality, mutation);
      tree = grown(tree, { parent: node, snapshot: mean, score: chances.evaluate(child, qualities.length, 0) });
      qualities.push(child);
    }
  }
  const chosen = qualities[search.choose(tree, settings)] as number;
  return { regret: world.best - chosen, choosing: Math.max(...qualities) - chosen, evaluations };
}
