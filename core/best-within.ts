/**
 * Indices of the highest values above 0, best first, ties by index, where a value costs more than an upper bound of it: it is
 * asked for only where the bound leaves it a place among the best.
 */
export function bestWithin(bounds: readonly number[], valueOf: (index: number) => number, limit: number): number[] {
  const promising = bounds.map((_, index) => index).sort((a, b) => (bounds[b] ?? 0) - (bounds[a] ?? 0));
  const best: { readonly index: number; readonly value: number }[] = [];
  for (const index of promising) {
    const bound = bounds[index] ?? 0;
    if (limit < 1 || bound <= 0 || (best.length >= limit && bound < (best.at(-1)?.value ?? 0))) break;
    const value = valueOf(index);
    if (value <= 0) continue;
    best.splice(placeFor(best, index, value), 0, { index, value });
    if (best.length > limit) best.pop();
  }
  return best.map(({ index }) => index);
}

/** Where it belongs among what is in order. */
function placeFor(best: readonly { readonly index: number; readonly value: number }[], index: number, value: number): number {
  let [from, to] = [0, best.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = best[middle] as { index: number; value: number };
    if (other.value > value || (other.value === value && other.index < index)) from = middle + 1;
    else to = middle;
  }
  return from;
}
