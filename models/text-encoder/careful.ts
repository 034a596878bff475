import { MnemaError } from "../../core/errors.js";
import type { TextEncoder } from "../contract.js";

/** A text that any encoder can encode: tells one that is broken from one that breaks on a text. */
const PLAIN = "a plain sentence";

/**
 * An encoder that keeps its contract, whatever a caller brought: one that breaks on a text, or gives fewer vectors than texts, is
 * given them one by one, and what it still breaks on has no vector; nor has what came out of another length, not finite, or all
 * zero. Throws what an encoder throws that breaks on anything.
 */
export function carefulEncoder(encoder: TextEncoder): TextEncoder {
  const oneByOne = async (texts: readonly string[]): Promise<(Float32Array | null)[]> => {
    const vectors: (Float32Array | null)[] = [];
    for (const text of texts) {
      const made = await encoder.encode([text]).catch((error: unknown) => {
        if (MnemaError.isInstance(error)) throw error;
        return [];
      });
      vectors.push(made[0] ?? null);
    }
    return vectors;
  };
  const encode = async (texts: readonly string[]): Promise<readonly (Float32Array | null)[]> => {
    try {
      const vectors = await encoder.encode(texts);
      if (vectors.length === texts.length) return vectors;
    } catch (error) {
      if (MnemaError.isInstance(error)) throw error;
      await encoder.encode([PLAIN]);
    }
    return oneByOne(texts);
  };
  return {
    ...encoder,
    encode: async (texts) => (await encode(texts)).map((vector) => (hasDirection(vector, encoder.dimension) ? vector : null)),
  };
}

/** Whether there is a vector that can be compared with the others: of their length, finite, and not all zero. */
export function hasDirection(vector: Float32Array | null | undefined, dimension: number): vector is Float32Array {
  return vector?.length === dimension && vector.every(Number.isFinite) && vector.some((value) => value !== 0);
}
