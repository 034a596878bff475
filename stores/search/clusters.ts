import type { Centroids } from "./centroids.js";
import type { VectorRows } from "./vector-rows.js";

/** The rounds of one snapshot, by place, with the vectors of them and of their parts. */
export interface EncodedRounds {
  readonly version: number;
  /** The parts of each are those from one to another. */
  readonly events: readonly { readonly from: number; readonly to: number }[];
  readonly parts: readonly unknown[];
  readonly eventVectors: VectorRows;
  readonly partVectors: VectorRows;
}

/** The rounds of one snapshot by the centroids that they, or parts of them, are nearest to. */
export interface Clusters {
  /**
   * Gives the places around one centroid after the other, the most like the unit vector first, until there were so many. A place
   * comes once for each centroid, in canonical order of each.
   */
  near(unit: Float32Array, count: number, take: (places: Uint32Array) => void): void;
}

/** Numbers of centroids by vector. */
export type Numbers = Map<Float32Array, number>;

/** Of what has no vector. */
const NONE = 2 ** 32 - 1;
/** What looking a vector's centroid up costs beside finding it. */
const LOOK_UP = 0.02;

/**
 * The clusters of a snapshot, and its vectors' numbers, taken from those that are known. What is found is added to these too, for
 * who begins again. Yields what each step cost, as a share of a comparison with all centroids.
 */
export function* clustersOf(
  { events, eventVectors, partVectors, parts }: EncodedRounds,
  centroids: Centroids,
  known: Numbers,
): Generator<number, { clusters: Clusters; numbers: Numbers }> {
  const numbers: Numbers = new Map();
  const ofEvents = yield* numbersOf(eventVectors, events.length);
  const ofParts = yield* numbersOf(partVectors, parts.length);
  const starts = new Uint32Array(centroids.count + 1);
  eachMember((cluster) => void (starts[cluster + 1] = (starts[cluster + 1] as number) + 1));
  yield 1;
  for (let cluster = 0; cluster < centroids.count; cluster++)
    starts[cluster + 1] = (starts[cluster + 1] as number) + (starts[cluster] as number);
  const places = new Uint32Array(starts[centroids.count] as number);
  const ends = starts.slice(0, centroids.count);
  eachMember((cluster, place) => {
    places[ends[cluster] as number] = place;
    ends[cluster] = (ends[cluster] as number) + 1;
  });
  return { clusters: { near }, numbers };

  function* numbersOf(rows: VectorRows, count: number): Generator<number, Uint32Array> {
    const found = new Uint32Array(count).fill(NONE);
    for (let index = 0; index < count; index++) {
      const [vector, unit] = [rows.given(index), rows.row(index)];
      if (vector === null || unit === null) continue;
      const old = known.get(vector);
      const number = old ?? centroids.nearest(unit);
      numbers.set(vector, number);
      known.set(vector, number);
      found[index] = number;
      yield old === undefined ? 1 : LOOK_UP;
    }
    return found;
  }

  /** In canonical order; a round that is around a centroid with several of its parts is a member once. */
  function eachMember(add: (cluster: number, place: number) => void): void {
    const last = new Uint32Array(centroids.count).fill(NONE);
    events.forEach(({ from, to }, place) => {
      for (let part = from - 1; part < to; part++) {
        const cluster = (part < from ? ofEvents[place] : ofParts[part]) as number;
        if (cluster === NONE || last[cluster] === place) continue;
        last[cluster] = place;
        add(cluster, place);
      }
    });
  }

  function near(unit: Float32Array, count: number, take: (places: Uint32Array) => void): void {
    let left = count;
    for (const cluster of centroids.inOrder(unit)) {
      const members = places.subarray(starts[cluster], starts[cluster + 1]);
      take(members);
      left -= members.length;
      if (left <= 0) return;
    }
  }
}
