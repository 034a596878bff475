import { setTimeout } from "node:timers/promises";
import { centroidsFor, trainCentroids, type Centroids } from "./centroids.js";
import { clustersOf, type Clusters, type EncodedRounds, type Numbers } from "./clusters.js";

/** What came of making a snapshot's clusters: how long it took in the background, in milliseconds, or why there are none. */
export type Clustered = { readonly rounds: number; readonly ms: number } | { readonly error: unknown };

/** The clusters of one memory's snapshots. */
export interface Clustering {
  /** Those of a snapshot; null until they are made, which is begun for the newest that was asked for. */
  of(snapshot: EncodedRounds, told?: (outcome: Clustered) => void): Clusters | null;
}

/** Comparisons with all centroids before others have their turn: about four milliseconds. */
const TURN = 200;
/** Once there are so many times as many vectors as the centroids were made from, they are made anew. */
const OUTGROWN = 2;

/**
 * Carried from one snapshot of a memory to the next, of which only the new vectors are then compared. Clusters are made a few
 * milliseconds at a time, by timers that keep no process from ending.
 */
export function createClustering(): Clustering {
  let trained: { readonly centroids: Centroids | null; readonly vectors: number } | null = null;
  let numbers: Numbers = new Map();
  const made = new WeakMap<EncodedRounds, Clusters | null>();
  /** Being worked at, and to be worked at next. */
  let [inHand, next]: [EncodedRounds | null, EncodedRounds | null] = [null, null];
  let newest = 0;

  const make = async (snapshot: EncodedRounds): Promise<Clusters | null> => {
    const { events, parts, eventVectors, partVectors } = snapshot;
    const vectors = events.length + parts.length;
    if (trained === null || vectors > OUTGROWN * trained.vectors) {
      const row = (index: number) => (index < events.length ? eventVectors.row(index) : partVectors.row(index - events.length));
      trained = { centroids: await inTurns(trainCentroids(row, vectors, centroidsFor(events.length))), vectors };
      numbers = new Map();
    }
    if (trained.centroids === null) return null;
    const found = await inTurns(clustersOf(snapshot, trained.centroids, numbers));
    numbers = found.numbers;
    return found.clusters;
  };

  const work = async (told: (outcome: Clustered) => void): Promise<void> => {
    while ((inHand = next) !== null) {
      const [snapshot, begun] = [inHand, performance.now()];
      next = null;
      try {
        made.set(snapshot, await make(snapshot));
        told({ rounds: snapshot.events.length, ms: Math.round(performance.now() - begun) });
      } catch (error) {
        // Search in this snapshot stays exact: what failed once would fail again.
        made.set(snapshot, null);
        told({ error });
      }
    }
  };

  return {
    of: (snapshot, told = () => {}) => {
      const clusters = made.get(snapshot);
      if (clusters !== undefined) return clusters;
      // Nobody goes on asking an older one.
      if (snapshot === inHand || snapshot.version < newest) return null;
      [next, newest] = [snapshot, snapshot.version];
      if (inHand === null) void work(told);
      return null;
    },
  };
}

/** Runs it some of the time only: what it yields is what its last step cost. */
async function inTurns<Result>(steps: Generator<number, Result>): Promise<Result> {
  let cost = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    cost += step.value;
    if (cost < TURN) continue;
    cost = 0;
    await setTimeout(1, undefined, { ref: false });
  }
}
