import type { TextEncoder } from "../../models/contract.js";

/** What search needs of an encoder. */
export type QueryEncoder = Pick<TextEncoder, "dimension" | "encode">;

/** A question is encoded for planning and for each of its steps; so many of the latest texts are kept. */
const KEPT = 64;

/** The encoder with the vectors of the latest texts at hand. */
export function rememberingEncoder(encoder: QueryEncoder): QueryEncoder {
  const known = new Map<string, Float32Array | null>();
  return {
    dimension: encoder.dimension,
    encode: async (texts) => {
      const missing = [...new Set(texts)].filter((text) => !known.has(text));
      const made = missing.length === 0 ? [] : await encoder.encode(missing);
      const all = new Map([...known, ...missing.map((text, index) => [text, made[index] ?? null] as const)]);
      known.clear();
      for (const [text, vector] of [...all].slice(-KEPT)) known.set(text, vector);
      return texts.map((text) => all.get(text) ?? null);
    },
  };
}
