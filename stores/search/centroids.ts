import { seeded } from "../../core/seeded.js";
import { smallRows } from "./small-rows.js";

/** Directions that vectors lie around. */
export interface Centroids {
  readonly count: number;
  /** Number of the one that a unit vector is most like. */
  nearest(unit: Float32Array): number;
  /** Numbers of all, the most like first. */
  inOrder(unit: Float32Array): Uint32Array;
}

/** Vectors for each centroid that it is worked out from, how often it is moved to their mean, and bits a value that it is compared by. */
const [SAMPLED, TURNS, BITS] = [24, 5, 8] as const;
const SEED = 42;

/** As many as make the centroids, and the vectors of one of them, about as long to look through. */
export function centroidsFor(rounds: number): number {
  return Math.max(1, Math.round(2 * Math.sqrt(rounds)));
}

/**
 * Spherical k-means over a sample of some rows, seeded (Dhillon and Modha, Concept decompositions for large sparse text data
 * using clustering, 2001). Null when there are no vectors. Yields 1 after each comparison of a vector with all centroids.
 */
export function* trainCentroids(
  row: (index: number) => Float32Array | null,
  rows: number,
  wanted: number,
): Generator<number, Centroids | null> {
  const random = seeded(SEED);
  const drawn = Math.min(rows, wanted * SAMPLED);
  const sample = Array.from({ length: drawn }, (_, at) => row(Math.floor(((at + random()) * rows) / drawn))).filter((one) => one !== null);
  const dimension = sample[0]?.length ?? 0;
  if (dimension === 0) return null;
  const any = () => sample[Math.floor(random() * sample.length)] as Float32Array;
  const count = Math.min(wanted, sample.length);
  const flat = new Float32Array(count * dimension);
  for (let number = 0; number < count; number++) flat.set(any(), number * dimension);
  for (let turn = 0; turn < TURNS; turn++) {
    const centroids = comparable(flat, dimension);
    const sums = new Float64Array(flat.length);
    for (const one of sample) {
      const start = centroids.nearest(one) * dimension;
      for (let i = 0; i < dimension; i++) sums[start + i] = (sums[start + i] as number) + (one[i] as number);
      yield 1;
    }
    for (let number = 0; number < count; number++) {
      const sum = sums.subarray(number * dimension, (number + 1) * dimension);
      const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
      // One that no vector is nearest to moves to where there are some.
      flat.set(length === 0 ? any() : sum.map((value) => value / length), number * dimension);
    }
  }
  return comparable(flat, dimension);
}

function comparable(flat: Float32Array, dimension: number): Centroids {
  const count = flat.length / dimension;
  const rows = smallRows(flat, dimension, BITS);
  const alike = new Float64Array(count);
  return {
    count,
    nearest: (unit) => {
      rows.against(unit).write(0, count, alike);
      let best = 0;
      for (let number = 1; number < count; number++) if ((alike[number] as number) > (alike[best] as number)) best = number;
      return best;
    },
    inOrder: (unit) => {
      rows.against(unit).write(0, count, alike);
      return Uint32Array.from(alike.keys()).sort((a, b) => (alike[b] as number) - (alike[a] as number) || a - b);
    },
  };
}
