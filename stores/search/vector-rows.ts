import { createRequire } from "node:module";
import type { Bits } from "./dot-kernel.js";
import { smallRows, type CosineBounds, type SmallRows } from "./small-rows.js";

// The package's ES module looks for its native part from the working directory; its CommonJS one does not.
const { exactSearch, MetricKind } = createRequire(import.meta.url)("usearch") as typeof import("usearch");

/** Unit vectors in one flat array, compared with a query. A row or a query without a usable vector is like nothing: 0. */
export interface VectorRows {
  /** Exact cosines of the query to every row. */
  cosines(query: Float32Array | null): Float64Array;
  /** What the cosines of a unit vector are not above, told from so many bits a value; the fewer, the quicker and the looser. */
  bounds(unit: Float32Array | null, bits: Bits): CosineBounds;
  /** The exact cosine of a unit vector to one row. */
  cosine(unit: Float32Array | null, index: number): number;
  /** The row's unit vector; null when it has none. */
  row(index: number): Float32Array | null;
  /** What the row was made from; null when nothing was given. */
  given(index: number): Float32Array | null;
}

const UNLIKE: CosineBounds = { error: 0, write: (from, to, into) => void into.fill(0, from, to) };

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
  const small = new Map<Bits, SmallRows>();
  const smallOf = (bits: Bits): SmallRows => {
    const made = small.get(bits) ?? smallRows(flat, dimension, bits);
    small.set(bits, made);
    return made;
  };
  return {
    row,
    given: (index) => vectors[index] ?? null,
    cosine: (unit, index) => (unit === null || present[index] !== true ? 0 : productAt(unit, flat, index * dimension)),
    cosines: (query) => {
      const unit = unitVector(query, dimension);
      if (unit === null || vectors.length === 0) return new Float64Array(vectors.length);
      const distances = distancesTo(unit, flat, dimension);
      const cosines = new Float64Array(vectors.length);
      for (let index = 0; index < cosines.length; index++) if (present[index] === true) cosines[index] = 1 - (distances[index] as number);
      return cosines;
    },
    bounds: (unit, bits) => (unit === null || vectors.length === 0 ? UNLIKE : smallOf(bits).against(unit)),
  };
}

/** The inner product with the row that begins there, in double precision; four sums at a time are faster than one. */
function productAt(unit: Float32Array, flat: Float32Array, start: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = unit.length - (unit.length % 4);
  for (let i = 0; i < whole; i += 4) {
    a += (unit[i] as number) * (flat[start + i] as number);
    b += (unit[i + 1] as number) * (flat[start + i + 1] as number);
    c += (unit[i + 2] as number) * (flat[start + i + 2] as number);
    d += (unit[i + 3] as number) * (flat[start + i + 3] as number);
  }
  for (let i = whole; i < unit.length; i++) a += (unit[i] as number) * (flat[start + i] as number);
  return a + b + (c + d);
}

/** One less the inner product with every row, in order of the rows: these are the "queries" here, since results are sorted by query. */
function distancesTo(query: Float32Array, rows: Float32Array, dimension: number): Float32Array {
  return exactSearch(query, rows, dimension, 1, MetricKind.IP, 1).distances;
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
