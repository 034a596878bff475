import { kindRank, orderValues } from "./compare.js";
import type { Item } from "./aggregate-items.js";

/** An item with its place: equal values share one, and the next place is left free (1, 1, 3). Null without a value. */
export interface Ranked {
  readonly item: Item;
  readonly position: number | null;
}

/**
 * Items by value. Numbers come before dates, booleans and text, and items without a value last, whichever the order;
 * equal values stay in canonical order.
 */
export function rankItems(items: readonly Item[], order: "asc" | "desc"): Ranked[] {
  const sorted = items.toSorted((a, b) => compareItems(a, b, order === "asc" ? 1 : -1) || a.row - b.row);
  const ranked: Ranked[] = [];
  for (const [index, item] of sorted.entries()) {
    const before = ranked[index - 1];
    const tied = before !== undefined && compareItems(before.item, item, 1) === 0;
    ranked.push({ item, position: item.value === null ? null : tied ? before.position : index + 1 });
  }
  return ranked;
}

function compareItems(a: Item, b: Item, sign: 1 | -1): number {
  if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
  return kindRank(a.value) - kindRank(b.value) || sign * orderValues(a.value, b.value);
}
