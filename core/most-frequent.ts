/** The most frequent of some values, of equally frequent ones the first; null of none. */
export function mostFrequent<Value>(values: Iterable<Value>): Value | null {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return largestCount(counts);
}

/** The value that was counted most often, of equal ones the first that was counted. */
export function largestCount<Value>(counts: ReadonlyMap<Value, number>): Value | null {
  let best: [Value | null, number] = [null, 0];
  for (const entry of counts) if (entry[1] > best[1]) best = entry;
  return best[0];
}

/** What was counted, the most frequent first; of equally frequent ones the first by its letters. */
export function byCount(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value);
}
