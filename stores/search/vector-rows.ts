import { createRequire } from "node:module";

// The package's ES module looks for its native part from the working directory; its CommonJS one does not.
const { exactSearch, MetricKind } = createRequire(import.meta.url)("usearch") as typeof import("usearch");

/** Which half of a 64-bit number comes first on this machine. */
const LOWER_HALF = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 0 : 1;

/** Unit vectors in one flat array, compared with a query exactly. */
export interface VectorRows {
  /** Cosine of the query to every row; 0 for a row or a query without a usable vector. */
  cosines(query: Float32Array | null): Float64Array;
  /** The row's unit vector; null when it has none. */
  row(index: number): Float32Array | null;
}

/** Rows of the vectors given. One that is absent, zero, not finite or of another dimension is like nothing. */
export function vectorRows(vectors: readonly (Float32Array | null | undefined)[], dimension: number): VectorRows {
  const flat = new Float32Array(vectors.length * dimension);
  const present = vectors.map((vector, row) => {
    const length = usableLength(vector, dimension);
    if (length === 0) return false;
    for (let i = 0; i < dimension; i++) flat[row * dimension + i] = (vector?.[i] ?? 0) / length;
    return true;
  });
  const row = (index: number) => (present[index] === true ? flat.subarray(index * dimension, (index + 1) * dimension) : null);
  return {
    row,
    cosines: (query) => {
      const cosines = new Float64Array(vectors.length);
      const unit = unitVector(query, dimension);
      if (unit === null || vectors.length === 0) return cosines;
      const { keys, distances } = exactSearch(flat, unit, dimension, vectors.length, MetricKind.IP, 1);
      // Keys are 64-bit; row numbers fill their lower halves.
      const halves = new Uint32Array(keys.buffer, keys.byteOffset, keys.length * 2);
      for (let i = 0; i < distances.length; i++) {
        const index = halves[2 * i + LOWER_HALF] ?? 0;
        if (present[index] === true) cosines[index] = 1 - (distances[i] ?? 1);
      }
      return cosines;
    },
  };
}

/** The vector at length 1; null when it is absent, zero, not finite or of another dimension. */
export function unitVector(vector: Float32Array | null | undefined, dimension: number): Float32Array | null {
  const length = usableLength(vector, dimension);
  return vector === null || vector === undefined || length === 0 ? null : vector.map((value) => value / length);
}

/** The vector's length; 0 when nothing can be compared with it. */
function usableLength(vector: Float32Array | null | undefined, dimension: number): number {
  if (vector?.length !== dimension) return 0;
  let squares = 0;
  for (let i = 0; i < dimension; i++) squares += (vector[i] ?? 0) ** 2;
  return Number.isFinite(squares) ? Math.sqrt(squares) : 0;
}
