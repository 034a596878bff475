import { comparePatterns, extensionConfidence } from "../confidence.js";
import type { Effort } from "./effort.js";
import { type Fragments, type Item, type Kind, roundsSince } from "./fragments.js";
import { countBelow } from "./ints.js";
import { allRows, countColumns, type Projection, projectionOf, rowsWith, weigh } from "./projection.js";
import { isWithin } from "./sets.js";

export interface ExtensionSearch {
  /** θs and θe. AdaMM eqs. 4, 7. */
  readonly thresholds: { readonly support: number; readonly extensionConfidence: number };
  /** Eq. 7 as it stands: over all rounds with the whole schema. */
  readonly paper: boolean;
  readonly effort: Effort;
}

/** A schema, the rounds its extensions are measured over (by kind), and the items that may be added. */
export interface Extensible {
  readonly schema: ReadonlySet<Item>;
  /** In order of their first rounds, as `Fragments` gives them. */
  readonly kinds: readonly Kind[];
  readonly others: ReadonlySet<Item>;
}

/** Items to add, and how many rounds hold the schema with all of them. */
interface Extension {
  readonly items: readonly Item[];
  readonly support: number;
}

/** An item that may be added, the rounds measured over that hold it, and the place from which on they are counted. */
interface Candidate {
  readonly item: Item;
  readonly rounds: number;
  readonly start: number;
}

/** The rounds measured over from a place on. The projection's columns are the items, and last: all of the schema. */
interface Window {
  readonly projection: Projection;
  readonly items: readonly Item[];
  /** Columns whose items are counted from that place on: an extension without one of them has a longer window. */
  readonly opening: ReadonlySet<number>;
  readonly rounds: number;
}

/**
 * What a schema evolves by: the most items that recur with all of it (support ≥ θs) and accompany it reliably (extension
 * confidence ≥ θe), each by itself and all together; of equally many the best supported, then the first by name. Null when
 * there are none.
 *
 * A field that a person begins to record late is never in 0.8 of all the schema's rounds. So the confidence is measured
 * from where the added items begin: over the rounds since each of them was seen with the schema for the first time (no
 * earlier one can hold them all). From a given place on it can only fall when an item is added, as over the whole log.
 * That each item passes by itself keeps out the passing note that accompanies the first rounds of a new field.
 *
 * And it is measured over the rounds with the attributes that the schema was discovered with: every later column that is
 * missing now and then, or began late, would leave fewer rounds to measure by, down to a handful that a passing note may
 * happen to be in.
 */
export function largestExtension(fragments: Fragments, extensible: Extensible, search: ExtensionSearch): readonly Item[] | null {
  const candidates = candidatesOf(extensible, search).sort(
    (a, b) => b.rounds - a.rounds || (fragments.attribute(a.item) < fragments.attribute(b.item) ? -1 : 1),
  );
  let best: Extension = { items: [], support: 0 };
  for (const start of new Set(candidates.map((one) => one.start))) {
    search.effort.left -= extensible.kinds.length * candidates.length;
    best = searchWindow(fragments, openWindow(extensible, candidates, start), best, search);
  }
  return best.items.length === 0 ? null : best.items;
}

/** The items that pass by themselves. */
function candidatesOf({ kinds, others }: Extensible, { thresholds, paper, effort }: ExtensionSearch): Candidate[] {
  const found = new Map<Item, { item: Item; rounds: number; readonly start: number }>();
  for (const { members, places } of kinds) {
    effort.left -= members.size;
    for (const item of members) {
      if (!others.has(item)) continue;
      // Kinds come in order of their first rounds.
      const known = found.get(item) ?? { item, rounds: 0, start: paper ? 0 : (places.data[0] as number) };
      known.rounds += places.length;
      found.set(item, known);
    }
  }
  return [...found.values()].filter(({ rounds, start }) => {
    const passes = (all: number) => extensionConfidence(rounds, all) >= thresholds.extensionConfidence;
    // Every kind that begins later has at least a round, which is much faster to count.
    return rounds >= thresholds.support && passes(kinds.length - kindsBefore(kinds, start)) && passes(roundsSince(kinds, start));
  });
}

/** How many kinds have their first round before a place. */
function kindsBefore(kinds: readonly Kind[], start: number): number {
  let [low, high] = [0, kinds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (((kinds[middle] as Kind).places.data[0] as number) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function openWindow({ schema, kinds }: Extensible, candidates: readonly Candidate[], start: number): Window {
  const open = candidates.filter((one) => one.start <= start);
  const items = open.map(({ item }) => item);
  const rows = kinds.map(({ members, places }) => ({
    weight: places.length - countBelow(places, start),
    holds: [...items.map((item) => members.has(item)), isWithin(schema, members)],
  }));
  return {
    projection: projectionOf(rows, items.length + 1),
    items,
    opening: new Set(open.flatMap((one, column) => (one.start === start ? [column] : []))),
    rounds: roundsSince(kinds, start),
  };
}

/** The best of `known` and of the window's extensions. */
function searchWindow(fragments: Fragments, window: Window, known: Extension, { thresholds, effort }: ExtensionSearch): Extension {
  const { projection, items, opening } = window;
  const passes = (rounds: number) => extensionConfidence(rounds, window.rounds) >= thresholds.extensionConfidence;
  const whole = items.length;
  let best = known;
  visit([], allRows(projection), Array.from(items.keys()));
  return best;

  /** Tries every way to add columns of `tail` to `set`. Depth first; columns that are in every row are taken at once. */
  function visit(set: readonly number[], rows: readonly number[], tail: readonly number[]): void {
    if (effort.left <= 0) return;
    effort.left -= rows.length + items.length;
    const rounds = weigh(projection, rows);
    const counts = countColumns(projection, rows);
    const support = counts[whole] as number;
    if (support < thresholds.support) return;
    const open = tail.filter((column) => passes(counts[column] as number));
    const grown = [...set, ...open.filter((column) => counts[column] === rounds)];
    const rest = open.filter((column) => (counts[column] as number) < rounds);
    consider(grown, support);
    if (rest.length === 0 || !canBeat(grown.length + rest.length, support)) return;
    const everything = rest.reduce<readonly number[]>((left, column) => rowsWith(projection, left, column), rows);
    const supportOfAll = weigh(projection, rowsWith(projection, everything, whole));
    if (supportOfAll >= thresholds.support && passes(weigh(projection, everything))) {
      consider([...grown, ...rest], supportOfAll);
      return;
    }
    rest.forEach((column, index) => visit([...grown, column], rowsWith(projection, rows, column), rest.slice(index + 1)));
  }

  function consider(columns: readonly number[], support: number): void {
    if (!columns.some((column) => opening.has(column))) return;
    const added = columns.map((column) => items[column] as Item);
    const equal = added.length === best.items.length && support === best.support;
    if (equal ? comparePatterns(fragments.pattern(added), fragments.pattern(best.items)) < 0 : canBeat(added.length, support))
      best = { items: added, support };
  }

  /** Larger than the best, or as large and no less supported. */
  function canBeat(length: number, support: number): boolean {
    return length > best.items.length || (length === best.items.length && support >= best.support);
  }
}
