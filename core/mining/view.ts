import type { Fragments, Item } from "./fragments.js";
import type { Projection } from "./projection.js";

/** Some items, the most frequent first, with the log cut down to them when it is needed. */
export interface View {
  readonly items: readonly Item[];
  projection(): Projection;
  /** The columns of those of these items that are among the view's. */
  columns(items: ReadonlySet<Item>): ReadonlySet<number>;
}

export function lazyView(fragments: Fragments, unordered: Iterable<Item>): View {
  const items = [...unordered].sort(
    (a, b) => fragments.single(b) - fragments.single(a) || (fragments.attribute(a) < fragments.attribute(b) ? -1 : 1),
  );
  let projection: Projection | null = null;
  return {
    items,
    projection: () => (projection ??= fragments.project(items)),
    columns: (wanted) => new Set(items.flatMap((item, column) => (wanted.has(item) ? [column] : []))),
  };
}

/** The items of some of a view's columns. */
export function itemsOf({ items }: View, columns: Iterable<number>): Item[] {
  return Array.from(columns, (column) => items[column] as Item);
}
