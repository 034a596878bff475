/** Lends what there is to whoever asks: the first that is free, to who waits longest. */
export function createLender<Item>(items: readonly Item[]): <Result>(work: (item: Item) => Promise<Result>) => Promise<Result> {
  const free = [...items].reverse();
  const waiting: ((item: Item) => void)[] = [];
  return async (work) => {
    const item = free.pop() ?? (await new Promise<Item>((resolve) => waiting.push(resolve)));
    try {
      return await work(item);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(item);
      else next(item);
    }
  };
}

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
