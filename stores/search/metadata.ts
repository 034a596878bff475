import { readAsked } from "../../core/asked.js";
import { wordIndex } from "../../core/bm25.js";
import { sha256 } from "../../core/canonical.js";
import { shareOfBest } from "../../core/relevance.js";
import { terms } from "../../core/tokens.js";
import { cosine } from "../../core/vectors.js";
import type { QueryEncoder } from "./remembering-encoder.js";
import { unitVector } from "./vector-rows.js";

export interface Metadata {
  readonly id: string;
  readonly text: string;
}

interface Known {
  readonly terms: readonly string[];
  readonly vector: Float32Array | null;
}

/** Ranks metadata texts, and keeps what it has worked out about them. */
export interface MetadataRanker {
  /**
   * h(q, μ) for every candidate, best first, ties as given. AdaMM eq. 9, BM25 as a share of the best candidate's. Texts seen
   * for the first time are encoded, unless `recorded` holds their vector by sha-256.
   */
  rank(
    query: string,
    candidates: readonly Metadata[],
    weights: { semantic: number; lexical: number },
    recorded: () => Promise<ReadonlyMap<string, Float32Array>>,
  ): Promise<{ id: string; score: number }[]>;
}

/** Texts kept: more than the tables and episodes of a long life. */
const KEPT = 20_000;

export function metadataRanker(encoder: QueryEncoder): MetadataRanker {
  const known = new Map<string, Known>();

  const learn = async (texts: readonly string[], recorded: ReadonlyMap<string, Float32Array>): Promise<void> => {
    const found = new Map(texts.map((text) => [text, recorded.get(sha256(text)) ?? null]));
    const missing = texts.filter((text) => found.get(text) === null);
    const made = missing.length === 0 ? [] : await encoder.encode(missing);
    missing.forEach((text, index) => found.set(text, made[index] ?? null));
    if (known.size + texts.length > KEPT) known.clear();
    for (const text of texts) known.set(text, { terms: terms(text), vector: unitVector(found.get(text), encoder.dimension) });
  };

  return {
    rank: async (query, candidates, weights, recorded) => {
      const fresh = [...new Set(candidates.map(({ text }) => text))].filter((text) => !known.has(text));
      if (fresh.length > 0) await learn(fresh, await recorded());
      const asked = readAsked(query);
      const [encoded] = await encoder.encode([asked.text]);
      const vector = unitVector(encoded, encoder.dimension);
      const entries = candidates.map(({ text }) => known.get(text) ?? { terms: terms(text), vector: null });
      const alike = entries.map((entry) => (vector === null || entry.vector === null ? 0 : cosine(vector, entry.vector)));
      const shared = shareOfBest(
        wordIndex(
          entries.map((entry) => entry.terms),
          new Set(asked.terms),
        ).score(asked.terms),
      );
      return candidates
        .map(({ id }, place) => ({ id, score: weights.semantic * (alike[place] ?? 0) + weights.lexical * (shared[place] ?? 0) }))
        .sort((a, b) => b.score - a.score);
    },
  };
}
