import type { Items, Places } from "./aggregate-items.js";
import { kindRank, orderValues } from "./compare.js";
import type { Problem } from "./evaluate.js";
import type { Value } from "./observation.js";

/** A row with what it is ranked by; without a value, with the reason where its cells are filled. */
export interface Item {
  readonly value: Value | null;
  readonly problem: Problem | null;
  /** Place of the row in its table, in canonical order. */
  readonly row: number;
}

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
  const sorted = items.toSorted((a, b) => compareCells(a.value, b.value, order === "asc" ? 1 : -1) || a.row - b.row);
  const ranked: Ranked[] = [];
  for (const [index, item] of sorted.entries()) {
    const before = ranked[index - 1];
    const tied = before !== undefined && compareCells(before.item.value, item.value, 1) === 0;
    ranked.push({ item, position: item.value === null ? null : tied ? before.position : index + 1 });
  }
  return ranked;
}

/** Order in a ranking: values by kind, then by value, and what has none last. */
function compareCells(a: Value | null, b: Value | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return kindRank(a) - kindRank(b) || sign * orderValues(a, b);
}

/** Order of two rows in a ranking, by their places. */
type PlaceOrder = (a: number, b: number) => number;

function orderOf(items: Items, sign: 1 | -1): PlaceOrder {
  if (!items.isNumeric) return (a, b) => compareCells(items.valueAt(a), items.valueAt(b), sign);
  const numbers = items.numbers();
  return (a, b) => {
    const difference = sign * ((numbers[a] as number) - (numbers[b] as number));
    return Number.isNaN(difference) ? Number(Number.isNaN(numbers[a])) - Number(Number.isNaN(numbers[b])) : difference;
  };
}

/**
 * Of these places, rising, those with the `limit` best values, and all that share the last one's value where it has one. The
 * best so far lie in a heap with the worst on top, so that most places cost one comparison.
 */
export function bestPlacesOf(items: Items, places: Places, order: "asc" | "desc", limit: number): number[] {
  const compareValues = orderOf(items, order === "asc" ? 1 : -1);
  const isWorse = (a: number, b: number) => (compareValues(a, b) || a - b) > 0;
  const heap: number[] = [];
  let tied: number[] = [];
  if (limit < 1) return heap;
  for (const place of places) {
    if (heap.length < limit) {
      siftUp(heap, place, isWorse);
      continue;
    }
    const worst = heap[0] as number;
    const against = compareValues(place, worst);
    if (against === 0) tied.push(place);
    if (against >= 0) continue;
    siftDown(heap, place, isWorse);
    if (compareValues(worst, heap[0] as number) === 0) tied.push(worst);
    else tied = [];
  }
  const [last] = heap;
  return last === undefined || items.valueAt(last) === null ? heap : [...heap, ...tied];
}

type IsWorse = (a: number, b: number) => boolean;

/** Puts one more place into the heap. */
function siftUp(heap: number[], place: number, isWorse: IsWorse): void {
  let at = heap.push(place) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isWorse(place, heap[above] as number)) break;
    heap[at] = heap[above] as number;
    at = above;
  }
  heap[at] = place;
}

/** Puts a place into the heap in place of the worst. */
function siftDown(heap: number[], place: number, isWorse: IsWorse): void {
  let at = 0;
  for (;;) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    const worse = right < heap.length && isWorse(heap[right] as number, heap[left] as number) ? right : left;
    if (worse >= heap.length || !isWorse(heap[worse] as number, place)) break;
    heap[at] = heap[worse] as number;
    at = worse;
  }
  heap[at] = place;
}
