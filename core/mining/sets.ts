/** Whether every item of `part` is in `whole`. */
export function isWithin<Item>(part: Iterable<Item>, whole: ReadonlySet<Item>): boolean {
  for (const item of part) if (!whole.has(item)) return false;
  return true;
}

/** Share of their common items in all their items, in [0, 1]. */
export function overlap<Item>(a: ReadonlySet<Item>, b: ReadonlySet<Item>): number {
  let common = 0;
  for (const item of a) if (b.has(item)) common++;
  return common / (a.size + b.size - common);
}
