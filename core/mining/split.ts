import { allConfidence } from "../confidence.js";
import type { Effort } from "./effort.js";
import { type Fragments, type Item, type Kind, roundsSince } from "./fragments.js";
import type { Structure } from "./schemas.js";

/** θs and θa. AdaMM eqs. 4, 6. */
interface Thresholds {
  readonly support: number;
  readonly allConfidence: number;
}

/** Attributes that two schemas have in common at least. */
const SHARED = 2;

/** An item in the rounds of a core: the kinds of round that hold it there, and the place of the first. */
interface Sighting {
  readonly item: Item;
  readonly kinds: readonly Kind[];
  readonly first: number;
}

/**
 * Whether two schemas that share attributes, neither within the other, are one kind of record that was split because its
 * values go missing now and then. Among the rounds with any of the common attributes, each attribute that only one schema
 * has must recur with each that only the other has (support ≥ θs) and belong to it (all-confidence of the two ≥ θa),
 * counted since both of them were first seen there.
 *
 * Fields that go missing one by one are still together, two by two, in most rounds, so that they pass however many there
 * are, while all of them at once are too rare for eq. 5 or 7. Two kinds of record that share attributes (films and books
 * with title and rating) give their own ones in different rounds.
 *
 * The test is to be asked again for two structures after each round that touches both (`isTouched`). It remembers how many
 * such rounds must come at least before the answer can change, and counts nothing until then.
 */
export function createSplitTest(fragments: Fragments, thresholds: Thresholds): (a: Structure, b: Structure, effort: Effort) => boolean {
  /** By the two structures: rounds that must still come. */
  const waiting = new WeakMap<Structure, WeakMap<Structure, number>>();

  return (a, b, effort) => {
    const known = waiting.get(a) ?? new WeakMap<Structure, number>();
    waiting.set(a, known);
    const left = (known.get(b) ?? 1) - 1;
    const missing = left > 0 ? left : roundsMissing(a.items, b.items, effort);
    known.set(b, missing);
    return missing === 0;
  };

  /** 0 when the two are one kind; else how many more rounds, at least, must hold an attribute of each. */
  function roundsMissing(a: ReadonlySet<Item>, b: ReadonlySet<Item>, effort: Effort): number {
    const core = [...a].filter((item) => b.has(item));
    effort.left -= a.size + b.size;
    if (core.length < SHARED || core.length === a.size || core.length === b.size) return Number.POSITIVE_INFINITY;
    const right = [...b].filter((item) => !a.has(item)).map((item) => sight(item, core, effort));
    for (const item of a) {
      if (b.has(item)) continue;
      const one = sight(item, core, effort);
      const missing = right.reduce((most, other) => Math.max(most, pairMissing(one, other)), 0);
      if (missing > 0 || effort.left <= 0) return Math.max(1, missing);
    }
    return 0;
  }

  function sight(item: Item, core: readonly Item[], effort: Effort): Sighting {
    const all = fragments.kindsWith([item]);
    effort.left -= all.length;
    const kinds = all.filter(({ members }) => core.some((one) => members.has(one)));
    return { item, kinds, first: kinds[0]?.places.data[0] ?? Number.POSITIVE_INFINITY };
  }

  function pairMissing(one: Sighting, other: Sighting): number {
    const start = Math.max(one.first, other.first);
    const common = one.kinds.filter(({ members }) => members.has(other.item));
    const both = roundsSince(common, start);
    const mostFrequent = Math.max(roundsSince(one.kinds, start), roundsSince(other.kinds, start));
    if (both < thresholds.support) return thresholds.support - both;
    if (allConfidence(both, mostFrequent) >= thresholds.allConfidence) return 0;
    return Math.max(1, Math.floor(thresholds.allConfidence * mostFrequent - both));
  }
}

/** Whether a round holds enough of a schema to be one of it and of another at once: a common attribute and one of its own. */
export function isTouched({ items }: { readonly items: ReadonlySet<Item> }, held: Iterable<Item>): boolean {
  let hits = 0;
  for (const item of held) if (items.has(item)) hits++;
  return hits >= 2;
}
