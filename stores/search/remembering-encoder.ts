import type { TextEncoder } from "../../models/contract.js";

/** What search needs of an encoder. */
export type QueryEncoder = Pick<TextEncoder, "dimension" | "encode">;

/** A question is encoded for planning and for each of its steps; so many of the latest texts are kept. */
const KEPT = 64;

/** The encoder with the vectors of the latest `kept` texts at hand. */
export function rememberingEncoder<Encoder extends QueryEncoder>(encoder: Encoder, kept = KEPT): Encoder {
  const known = new Map<string, Float32Array | null>();
  return {
    ...encoder,
    encode: async (texts) => {
      const different = [...new Set(texts)];
      const found = new Map(different.flatMap((text) => (known.has(text) ? [[text, known.get(text) ?? null] as const] : [])));
      const missing = different.filter((text) => !found.has(text));
      const made = missing.length === 0 ? [] : await encoder.encode(missing);
      for (const [index, text] of missing.entries()) found.set(text, made[index] ?? null);
      for (const [text, vector] of found) {
        known.delete(text);
        known.set(text, vector);
      }
      for (const text of known.keys()) {
        if (known.size <= kept) break;
        known.delete(text);
      }
      return texts.map((text) => found.get(text) ?? null);
    },
  };
}
