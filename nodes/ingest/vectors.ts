import { sha256 } from "../../core/canonical.js";
import { hasDirection } from "../../models/text-encoder/careful.js";
import type { OpenMemory } from "../memory.js";

/** Vectors by hash. */
export type Vectors = ReadonlyMap<string, Float32Array>;

/**
 * Vectors of texts by their sha-256: recorded ones are read, the others made and recorded. A text that cannot be
 * encoded has none. Keyed by (text hash, model): doing it twice records once.
 */
export async function textVectors({ store, encoder }: Pick<OpenMemory, "store" | "encoder">, texts: readonly string[]): Promise<Vectors> {
  const byHash = new Map(texts.map((text) => [sha256(text), text]));
  const known = await store.vectors.get([...byHash.keys()], encoder.model);
  const missing = [...byHash].filter(([hash]) => !known.has(hash));
  if (missing.length === 0) return known;
  const made = pair(
    missing.map(([hash]) => hash),
    await encoder.encode(missing.map(([, text]) => text)),
    encoder.dimension,
  );
  if (made.size > 0) await store.vectors.put(encoder.model, made);
  return new Map([...known, ...made]);
}

/** The same for stored pictures by their content hash, with the visual encoder; none without one. */
export async function pictureVectors({ store, visual }: Pick<OpenMemory, "store" | "visual">, hashes: readonly string[]): Promise<Vectors> {
  if (visual === null) return new Map();
  const wanted = [...new Set(hashes)];
  const known = await store.vectors.get(wanted, visual.model);
  const made = new Map<string, Float32Array>();
  for (const hash of wanted.filter((hash) => !known.has(hash))) {
    const picture = await store.log.picture(hash);
    const vectors = picture === null ? [] : await visual.encodePictures([picture.bytes]);
    if (hasDirection(vectors[0], visual.dimension)) made.set(hash, vectors[0]);
  }
  if (made.size > 0) await store.vectors.put(visual.model, made);
  return new Map([...known, ...made]);
}

function pair(
  hashes: readonly string[],
  vectors: readonly (Float32Array | null | undefined)[],
  dimension: number,
): Map<string, Float32Array> {
  return new Map(
    hashes.flatMap((hash, i) => {
      const vector = vectors[i];
      return hasDirection(vector, dimension) ? [[hash, vector] as const] : [];
    }),
  );
}
