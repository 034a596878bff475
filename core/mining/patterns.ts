import { allConfidence, comparePatterns, type Pattern } from "../confidence.js";
import type { Fragments, Item } from "./fragments.js";
import { maximalPatterns } from "./maximal.js";
import { isWithin } from "./sets.js";
import { itemsOf, lazyView } from "./view.js";

/** θs and θa. AdaMM eqs. 4, 6. */
interface Thresholds {
  readonly support: number;
  readonly allConfidence: number;
}

/** A pattern with its measures after the last round. */
export interface FoundPattern {
  readonly attributes: Pattern;
  readonly support: number;
  readonly allConfidence: number;
}

/** Whether a pattern is reliable now. AdaMM eqs. 4–6. */
export function isQualified(fragments: Fragments, pattern: ReadonlySet<Item>, thresholds: Thresholds): boolean {
  const support = fragments.support([...pattern]);
  return support >= thresholds.support && allConfidence(support, mostFrequent(fragments, pattern)) >= thresholds.allConfidence;
}

function mostFrequent(fragments: Fragments, pattern: Iterable<Item>): number {
  return Math.max(...Array.from(pattern, (item) => fragments.single(item)));
}

/** Those that lie in no other; of equal ones the first. */
export function maximal(patterns: readonly ReadonlySet<Item>[]): readonly ReadonlySet<Item>[] {
  return patterns.filter(
    (pattern, index) =>
      !patterns.some((other, place) => place !== index && isWithin(pattern, other) && (pattern.size < other.size || place < index)),
  );
}

/** Every qualified pattern without a qualified superset, in order of name: each lies in the attribute set of some round. */
export function allPatterns(fragments: Fragments, thresholds: Thresholds): FoundPattern[] {
  const effort = { left: Number.POSITIVE_INFINITY };
  const shapes = maximal(fragments.shapes().map((shape) => new Set(shape.filter((item) => fragments.single(item) >= thresholds.support))));
  const found: ReadonlySet<Item>[] = [];
  for (const shape of shapes) {
    const view = lazyView(fragments, shape);
    const covers = found.map((pattern) => view.columns(pattern)).filter(({ size }) => size >= 2);
    const inShape = maximalPatterns(view.projection(), { thresholds, covers, effort });
    found.push(...inShape.map((columns) => new Set(itemsOf(view, columns))));
  }
  return maximal(found)
    .map((pattern) => {
      const support = fragments.support([...pattern]);
      return { attributes: fragments.pattern(pattern), support, allConfidence: allConfidence(support, mostFrequent(fragments, pattern)) };
    })
    .sort((a, b) => comparePatterns(a.attributes, b.attributes));
}
