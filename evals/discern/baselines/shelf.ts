import { cosine } from "../../../core/vectors.js";
import type { BaselineParts } from "./contract.js";

/** An entry with how similar its text is to what was asked, in [-1, 1]. */
export interface Found<Entry> {
  readonly entry: Entry;
  readonly similarity: number;
}

/** Entries of a baseline's memory by what their text means. Each text is encoded once. */
export interface Shelf<Entry> {
  readonly entries: readonly Entry[];
  add(entry: Entry): Promise<void>;
  /** Takes out those for which it is true. */
  remove(isGone: (entry: Entry) => boolean): void;
  /** Entries for which `counts` is true, the most similar first, the older of equals; those without a vector come last. */
  near(text: string, counts?: (entry: Entry) => boolean): Promise<readonly Found<Entry>[]>;
}

/** An empty shelf; `key` is the text by which an entry is found. */
export function openShelf<Entry>(parts: Pick<BaselineParts, "vectors">, key: (entry: Entry) => string): Shelf<Entry> {
  let kept: { readonly entry: Entry; readonly vector: Float32Array | null }[] = [];
  return {
    get entries() {
      return kept.map(({ entry }) => entry);
    },
    add: async (entry) => {
      const [vector = null] = await parts.vectors([key(entry)]);
      kept.push({ entry, vector });
    },
    remove: (isGone) => {
      kept = kept.filter(({ entry }) => !isGone(entry));
    },
    near: async (text, counts = () => true) => {
      const asked = kept.filter(({ entry }) => counts(entry));
      if (asked.length === 0) return [];
      const [query = null] = await parts.vectors([text]);
      return asked
        .map(({ entry, vector }) => ({ entry, similarity: query === null || vector === null ? -1 : cosine(query, vector) }))
        .toSorted((one, other) => other.similarity - one.similarity);
    },
  };
}
