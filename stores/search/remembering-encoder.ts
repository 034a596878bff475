import type { TextEncoder } from "../../models/contract.js";

/** What search needs of an encoder. */
export type QueryEncoder = Pick<TextEncoder, "dimension" | "encode">;

/** A question is encoded for planning and for each of its steps; so many of the latest texts are kept. */
const KEPT = 64;

/** The encoder with the vectors of the latest `kept` texts at hand. A text that is being encoded is not encoded a second time. */
export function rememberingEncoder<Encoder extends QueryEncoder>(encoder: Encoder, kept = KEPT): Encoder {
  const known = new Map<string, Promise<Float32Array | null>>();

  const begin = (texts: readonly string[]): void => {
    if (texts.length === 0) return;
    const made = encoder.encode(texts);
    for (const [at, text] of texts.entries()) {
      const vector = made.then((vectors) => vectors[at] ?? null);
      known.set(text, vector);
      // What failed is tried again when it is asked for again.
      vector.catch(() => known.get(text) === vector && known.delete(text));
    }
  };

  return {
    ...encoder,
    encode: async (texts) => {
      const different = [...new Set(texts)];
      begin(different.filter((text) => !known.has(text)));
      const found = new Map(different.map((text) => [text, known.get(text) as Promise<Float32Array | null>]));
      for (const [text, vector] of found) {
        known.delete(text);
        known.set(text, vector);
      }
      for (const text of known.keys()) {
        if (known.size <= kept) break;
        known.delete(text);
      }
      return Promise.all(texts.map(async (text) => (await found.get(text)) ?? null));
    },
  };
}
