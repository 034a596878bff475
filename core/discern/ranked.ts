/** The `size` items of highest similarity at or above `threshold`, the most similar first; the earlier given of equals. */
export function topBySimilarity<Item>(
  items: readonly Item[],
  similarity: (item: Item) => number,
  size: number,
  threshold = -Infinity,
): Item[] {
  return items
    .map((item) => ({ item, score: similarity(item) }))
    .filter(({ score }) => score >= threshold)
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(0, size))
    .map(({ item }) => item);
}
