/** A generator of numbers in [0, 1) that depends on `seed` alone, any integer. Mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Up to `size` of the items, each set of them equally likely, in the order in which they were given. */
export function sample<Item>(items: readonly Item[], size: number, random: () => number): Item[] {
  const places = items.map((_, at) => at);
  for (let at = 0; at < Math.min(size, places.length); at++) {
    const other = at + Math.floor(random() * (places.length - at));
    [places[at], places[other]] = [places[other] as number, places[at] as number];
  }
  const chosen = new Set(places.slice(0, Math.max(0, size)));
  return items.filter((_, at) => chosen.has(at));
}

/** The items in an order that is one of all equally likely ones. Fisher and Yates. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as Item, order[at] as Item];
  }
  return order;
}
