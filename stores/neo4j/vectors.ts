import type { VectorStore } from "../contract.js";
import { PUT_VECTORS, REMOVE_VECTORS, VECTOR_HASHES, VECTORS } from "./cypher/vectors.js";
import type { MemoryGraph } from "./memory-graph.js";
import { toVector } from "./values.js";

/** Vectors of one memory. */
export function neo4jVectors({ rows, noteBy }: MemoryGraph): VectorStore {
  return {
    get: async (hashes, model) => {
      const found = await rows<{ hash: string; vector: number[] }>(VECTORS, { hashes, model });
      return new Map(found.map(({ hash, vector }) => [hash, toVector(vector)]));
    },

    put: (model, vectors) => noteBy(PUT_VECTORS, { model, vectors: [...vectors].map(([hash, vector]) => ({ hash, vector })) }),

    remove: (hashes) => noteBy(REMOVE_VECTORS, { hashes }),

    hashes: () => rows<{ hash: string; model: string }>(VECTOR_HASHES),
  };
}
