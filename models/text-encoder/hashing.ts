import type { TextEncoder } from "../contract.js";
import { encodable } from "./encodable.js";

const DIMENSION = 384;
const SEED = 0x2545f491;
/** Weight of one character n-gram against its whole word. */
const GRAM_WEIGHT = 0.35;
const GRAM = 4;

/**
 * Feature hashing for tests and speed runs: words and the four-letter pieces of longer ones, each added with a sign
 * to a place that its hash names, normalised. Likeness is shared wording, nothing more. Its thresholds are those at
 * which as many events go on with their episode (27 %) and as many episodes join a topic (18 %) as with MiniLM at
 * 0.60 and 0.65, over six MemGallery and three LoCoMo conversations.
 */
export function openHashingEncoder(): TextEncoder {
  return {
    model: `hashing-${DIMENSION}`,
    dimension: DIMENSION,
    thresholds: { episode: 0.38, topic: 0.48 },
    encode: async (texts) => texts.map((text) => (encodable(text) ? hashed(text) : null)),
    close: async () => {},
  };
}

/** Null where all features cancel out. */
function hashed(text: string): Float32Array | null {
  const sum = new Float64Array(DIMENSION);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    add(sum, word, 0, word.length, 1);
    for (let start = 0; word.length > GRAM && start + GRAM <= word.length; start++) add(sum, word, start, start + GRAM, GRAM_WEIGHT);
  }
  const length = Math.hypot(...sum);
  return length === 0 ? null : Float32Array.from(sum, (value) => value / length);
}

/** Adds one feature: FNV-1a over its characters; the hash's lowest bit is its sign. */
function add(sum: Float64Array, word: string, start: number, end: number, weight: number): void {
  let hash = SEED ^ (end - start);
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  const place = (hash >>> 1) % DIMENSION;
  sum[place] = (sum[place] ?? 0) + (hash & 1 ? weight : -weight);
}
