import { sha256 } from "../../core/canonical.js";
import { cosine } from "../../core/vectors.js";
import { textVectors } from "../ingest/vectors.js";
import type { Stream } from "./stream.js";

/**
 * Cosine similarity of each item's text to a query, as a function of the item; -1 where there is no vector. Vectors are
 * recorded: each text is encoded once.
 */
export async function similarTo<Item>(
  { memory }: Stream,
  query: string,
  items: readonly Item[],
  text: (item: Item) => string,
): Promise<(item: Item) => number> {
  const vectors = await textVectors(memory, [query, ...items.map(text)]);
  const of = vectors.get(sha256(query));
  return (item) => {
    const vector = vectors.get(sha256(text(item)));
    return of === undefined || vector === undefined ? -1 : cosine(of, vector);
  };
}
