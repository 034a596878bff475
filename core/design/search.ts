import type { DesignSettings } from "./settings.js";
import type { SearchTree } from "./tree.js";

/** What one step does: evaluate a node again, or generate a child of it. */
export interface SearchAction {
  readonly kind: "evaluate" | "generate";
  readonly node: number;
}

/** How a search spends its steps, and which program it gives in the end. Both are functions of the tree alone. */
export interface Search {
  readonly name: string;
  /** The next step; `left` are the steps still to go, this one included. */
  next(tree: SearchTree, settings: DesignSettings, left: number): SearchAction;
  /** The id of the program that the search gives. */
  choose(tree: SearchTree, settings: DesignSettings): number;
}

/** Scores closer than this are equal: means of the same rewards differ by rounding alone. */
const EQUAL = 1e-12;

/** The first of the greatest. Items are given in the order that decides between equals. RangeError for none. */
export function firstGreatest<Item>(items: readonly Item[], worth: (item: Item) => number): Item {
  const worths = items.map(worth);
  const greatest = Math.max(...worths);
  const found = items.find((_, at) => (worths[at] as number) >= greatest - EQUAL);
  if (found === undefined) throw new RangeError("There is nothing to choose from.");
  return found;
}
