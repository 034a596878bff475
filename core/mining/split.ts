import { allConfidence } from "../confidence.js";
import type { Effort } from "./effort.js";
import { type Fragments, type Item, type Kind, roundsSince } from "./fragments.js";

export interface SplitTest {
  /** θs and θa. AdaMM eqs. 4, 6. */
  readonly thresholds: { readonly support: number; readonly allConfidence: number };
  readonly effort: Effort;
}

/** Attributes that two schemas have in common at least. */
const SHARED = 2;

/** Two sets that overlap: what both hold, and what only one does. */
interface Overlap {
  readonly core: readonly Item[];
  readonly left: readonly Item[];
  readonly right: readonly Item[];
}

/** The overlap of two sets with at least two common items, neither within the other; null for others. */
function overlapOf(a: ReadonlySet<Item>, b: ReadonlySet<Item>): Overlap | null {
  const core = [...a].filter((item) => b.has(item));
  if (core.length < SHARED || core.length === a.size || core.length === b.size) return null;
  return { core, left: [...a].filter((item) => !b.has(item)), right: [...b].filter((item) => !a.has(item)) };
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
 */
export function isOneKind(fragments: Fragments, a: ReadonlySet<Item>, b: ReadonlySet<Item>, { thresholds, effort }: SplitTest): boolean {
  const overlap = overlapOf(a, b);
  effort.left -= a.size + b.size;
  if (overlap === null || effort.left <= 0) return false;
  // Most pairs fail at once, so that the others are not looked for before they are needed.
  const seen = new Map<Item, Sighting>();
  return overlap.left.every((one) => overlap.right.every((other) => belongTogether(sighting(one), sighting(other))));

  function sighting(item: Item): Sighting {
    const known = seen.get(item) ?? sight(fragments, item, overlap?.core ?? [], effort);
    seen.set(item, known);
    return known;
  }

  function belongTogether(one: Sighting, other: Sighting): boolean {
    const start = Math.max(one.first, other.first);
    const both = roundsSince(
      one.kinds.filter(({ members }) => members.has(other.item)),
      start,
    );
    const mostFrequent = Math.max(roundsSince(one.kinds, start), roundsSince(other.kinds, start));
    return both >= thresholds.support && allConfidence(both, mostFrequent) >= thresholds.allConfidence;
  }
}

/**
 * Whether a round holds enough of a schema to turn `isOneKind` of it and another from false to true: an attribute of its
 * own and a common one.
 */
export function isTouched({ items }: { readonly items: ReadonlySet<Item> }, held: Iterable<Item>): boolean {
  let hits = 0;
  for (const item of held) if (items.has(item)) hits++;
  return hits >= 2;
}

/** An item in the rounds of a core: the kinds of round that hold it there, and the place of the first. */
interface Sighting {
  readonly item: Item;
  readonly kinds: readonly Kind[];
  readonly first: number;
}

function sight(fragments: Fragments, item: Item, core: readonly Item[], effort: Effort): Sighting {
  const all = fragments.kindsWith([item]);
  effort.left -= all.length;
  const kinds = all.filter(({ members }) => core.some((one) => members.has(one)));
  return { item, kinds, first: kinds.reduce((first, { places }) => Math.min(first, places.data[0] as number), Number.POSITIVE_INFINITY) };
}
