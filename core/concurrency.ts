/**
 * Runs `work` on every item, at most `limit` at once; results in the order of the items. After the first failure nothing new
 * starts, and it rejects once what had begun has ended: nothing goes on behind the caller's back.
 */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failure: { readonly error: unknown } | null = null;
  const lane = async () => {
    while (next < items.length && failure === null) {
      const index = next++;
      try {
        results[index] = await work(items[index] as Item, index);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
  return results;
}
