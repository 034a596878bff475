import { sha256 } from "../../core/canonical.js";
import { hasDirection } from "../../models/text-encoder/careful.js";
import type { OpenMemory } from "../memory.js";

/** Vectors by hash. */
export type Vectors = ReadonlyMap<string, Float32Array>;

/**
 * Vectors of texts by their sha-256: recorded ones are read, the others made and recorded. A text that cannot be
 * encoded has none. Keyed by (text hash, model): doing it twice records once.
 */
export async function textVectors(memory: Pick<OpenMemory, "store" | "encoder">, texts: readonly string[]): Promise<Vectors> {
  const { known, made } = await knownOrMade(memory, new Map(texts.map((text) => [sha256(text), text])));
  if (made.size > 0) await memory.store.vectors.put(memory.encoder.model, made);
  return new Map([...known, ...made]);
}

/** Text vectors of one piece of work: each is looked up once, and those that are made are recorded together, by `record`. */
export interface HeldVectors {
  of(texts: readonly string[]): Promise<Vectors>;
  record(): Promise<void>;
}

/** What is lost with the process before `record` is made again. */
export function heldVectors(memory: Pick<OpenMemory, "store" | "encoder">): HeldVectors {
  const held = new Map<string, Float32Array | null>();
  const unrecorded = new Map<string, Float32Array>();
  return {
    of: async (texts) => {
      const byHash = new Map(texts.map((text) => [sha256(text), text]));
      const asked = new Map([...byHash].filter(([hash]) => !held.has(hash)));
      if (asked.size > 0) {
        const { known, made } = await knownOrMade(memory, asked);
        for (const hash of asked.keys()) held.set(hash, known.get(hash) ?? made.get(hash) ?? null);
        for (const [hash, vector] of made) unrecorded.set(hash, vector);
      }
      return new Map([...byHash.keys()].map((hash) => [hash, held.get(hash) ?? null] as const).filter(isThere));
    },
    record: async () => {
      if (unrecorded.size > 0) await memory.store.vectors.put(memory.encoder.model, unrecorded);
      unrecorded.clear();
    },
  };
}

function isThere(entry: readonly [string, Float32Array | null]): entry is readonly [string, Float32Array] {
  return entry[1] !== null;
}

async function knownOrMade(
  { store, encoder }: Pick<OpenMemory, "store" | "encoder">,
  byHash: ReadonlyMap<string, string>,
): Promise<{ readonly known: Vectors; readonly made: Vectors }> {
  const known = await store.vectors.get([...byHash.keys()], encoder.model);
  const missing = [...byHash].filter(([hash]) => !known.has(hash));
  if (missing.length === 0) return { known, made: new Map() };
  const made = pair(
    missing.map(([hash]) => hash),
    await encoder.encode(missing.map(([, text]) => text)),
    encoder.dimension,
  );
  return { known, made };
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
