import { eachVersion } from "../../memory/view.js";
import type { MemoryStore, Seq } from "../../stores/contract.js";
import { keyOf, namespaceOf } from "./item-key.js";
import { readItemText } from "./item-text.js";

/** An item of the store with its round. */
export interface StoredItem {
  readonly seq: Seq;
  readonly namespace: string[];
  readonly key: string;
  readonly value: Record<string, unknown>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** All items of a memory, by the key of their round. One pass over the log, all versions: the first tells when an item was made. */
export async function readItems(store: MemoryStore): Promise<ReadonlyMap<string, StoredItem>> {
  const items = new Map<string, StoredItem>();
  for await (const { seq, key, history, ids, turns, recordedAt, supersededBy } of eachVersion(store)) {
    const namespace = namespaceOf(history);
    if (namespace === null) continue;
    const updatedAt = new Date(recordedAt);
    const createdAt = items.get(key)?.createdAt ?? updatedAt;
    // An old version's text is of no use, and need not be read.
    const value = supersededBy === null ? readItemText(turns[0]?.text ?? "") : {};
    items.set(key, { seq, namespace, key: keyOf(ids[0] ?? ""), value, createdAt, updatedAt });
  }
  return items;
}
