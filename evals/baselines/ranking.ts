import { cosine } from "../../core/vectors.js";
import type { Found } from "./contract.js";

/** Indices of the `limit` highest scores above 0, best first, the earlier of equals. */
export function best(scores: ArrayLike<number>, limit: number): number[] {
  return Array.from(scores, (score, index) => ({ score, index }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, limit)
    .map(({ index }) => index);
}

/** Cosines with each vector, none below 0; 0 where either is missing. */
export function likeness(query: Float32Array | null | undefined, vectors: readonly (Float32Array | null | undefined)[]): number[] {
  return vectors.map((vector) => (query == null || vector == null ? 0 : Math.max(0, cosine(query, vector))));
}

/** Reciprocal rank fusion of several rankings of the same things, k = 60: Cormack, Clarke and Büttcher (SIGIR 2009). */
export function fusedRanks(rankings: readonly (readonly number[])[], size: number): Float64Array {
  const scores = new Float64Array(size);
  for (const ranking of rankings)
    for (const [rank, index] of ranking.entries()) scores[index] = (scores[index] ?? 0) + 1 / (RANK_OFFSET + rank + 1);
  return scores;
}

const RANK_OFFSET = 60;

/** One round, as it was said. */
export function roundAt(place: number, score: number): Found {
  return { places: [place], note: null, score };
}
