/**
 * Writes what is given at once in one go: `write` gets all that was given before it begins, and each giver waits until it has
 * ended. Where it fails, it fails for all of them.
 */
export function together<Item>(write: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: { readonly items: Item[]; readonly written: Promise<void> } | null = null;
  return (item) => {
    if (waiting !== null) {
      waiting.items.push(item);
      return waiting.written;
    }
    const items = [item];
    const written = Promise.resolve().then(() => {
      waiting = null;
      return write(items);
    });
    waiting = { items, written };
    return written;
  };
}
