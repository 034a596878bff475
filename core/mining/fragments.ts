import type { Pattern } from "../confidence.js";
import { countBelow, createInts, type Ints } from "./ints.js";
import { createProjector, type Projection } from "./projection.js";

/** An attribute inside the miner: its place in order of first appearance. */
export type Item = number;

/**
 * The attribute sets 𝒜 of all rounds so far (AdaMM eq. 2), indexed by attribute. Rounds with equal sets are kept once
 * with their number, so that a log of uniform records costs as little as one of a few rounds.
 */
export interface Fragments {
  /** Adds a round's attributes (keys, in any order, duplicates allowed) and gives them as items, ascending. */
  add(round: number, attributes: Iterable<string>): readonly Item[];
  item(attribute: string): Item | undefined;
  attribute(item: Item): string;
  /** A set of items as a pattern. */
  pattern(items: Iterable<Item>): Pattern;
  /** Rounds that hold the attribute. */
  single(item: Item): number;
  /** Rounds that hold all of the items. AdaMM eq. 3. */
  support(items: readonly Item[]): number;
  /** The kinds of round that hold all of the items (one or more), in order of their first rounds. */
  kindsWith(items: readonly Item[]): readonly Kind[];
  /** Every round cut down to these items; rounds with fewer than two of them are left out. */
  project(items: readonly Item[]): Projection;
  /** Rounds that hold at least one of the items, in order of arrival. */
  roundsWith(items: readonly Item[]): readonly number[];
  /** The different attribute sets seen so far. */
  shapes(): readonly (readonly Item[])[];
}

/** Rounds with one and the same attribute set. */
export interface Kind {
  readonly members: ReadonlySet<Item>;
  /** Places of the rounds in order of arrival, rising. */
  readonly places: Ints;
}

/** Rounds of these kinds from a place on. */
export function roundsSince(kinds: readonly Kind[], start: number): number {
  return kinds.reduce((sum, { places }) => sum + places.length - countBelow(places, start), 0);
}

interface Shape extends Kind {
  readonly index: number;
  readonly items: readonly Item[];
}

export function createFragments(): Fragments {
  const items = new Map<string, Item>();
  const attributes: string[] = [];
  const singles: number[] = [];
  const shapes: Shape[] = [];
  const shapeByItems = new Map<string, Shape>();
  /** By shape: how many rounds have it. */
  const weights = createInts();
  /** By item: the shapes that hold it. */
  const postings: Ints[] = [];
  const rounds: number[] = [];
  const project = createProjector();

  function intern(attribute: string): Item {
    const known = items.get(attribute);
    if (known !== undefined) return known;
    items.set(attribute, attributes.length);
    singles.push(0);
    postings.push(createInts());
    return attributes.push(attribute) - 1;
  }

  function count(held: readonly Item[], place: number): void {
    const key = held.join(",");
    const shape = shapeByItems.get(key) ?? { index: shapes.length, items: held, members: new Set(held), places: createInts() };
    if (shape.index === shapes.length) {
      shapes.push(shape);
      shapeByItems.set(key, shape);
      for (const item of held) (postings[item] as Ints).push(shape.index);
    }
    shape.places.push(place);
    weights.set(shape.index, shape.places.length);
  }

  /** Shapes that hold all of the items (one or more). */
  function shapesWith(wanted: readonly Item[]): Shape[] {
    const [rarest] = wanted.map((item) => postings[item] as Ints).sort((a, b) => a.length - b.length);
    const candidates = listed(rarest as Ints).map((index) => shapes[index] as Shape);
    return candidates.filter(({ members }) => wanted.every((item) => members.has(item)));
  }

  return {
    add(round, held) {
      const ids = [...new Set(held)].map(intern).sort((a, b) => a - b);
      for (const id of ids) singles[id] = (singles[id] as number) + 1;
      if (ids.length > 0) count(ids, rounds.length);
      rounds.push(round);
      return ids;
    },
    item: (attribute) => items.get(attribute),
    attribute: (item) => attributes[item] as string,
    pattern: (set) => Array.from(set, (item) => attributes[item] as string).sort(),
    single: (item) => singles[item] ?? 0,
    support: (set) => (set.length === 0 ? rounds.length : shapesWith(set).reduce((sum, { places }) => sum + places.length, 0)),
    kindsWith: shapesWith,
    project: (set) =>
      project(
        set.map((item) => ({ single: singles[item] as number, shapes: postings[item] as Ints })),
        weights,
      ),
    roundsWith(set) {
      const found = new Set(set.flatMap((item) => listed(postings[item] as Ints)));
      const places = [...found].flatMap((shape) => listed((shapes[shape] as Shape).places));
      return places.sort((a, b) => a - b).map((place) => rounds[place] as number);
    },
    shapes: () => shapes.map(({ items: held }) => held),
  };
}

function listed({ data, length }: Ints): number[] {
  return [...data.subarray(0, length)];
}
