/**
 * What speaks for a round as evidence for a question, and how much. Each signal lies in [0, 1], or is a cosine. Fitted on
 * one half of the data and checked on the other, any weights near these do as well; so they are plain ones and twos.
 */
export const SIGNALS = {
  /** The question's likeness to the round as a whole, and to the most like of its turns and captions. */
  meaning: 1,
  bestPart: 1,
  /** BM25 as a share of the best round's, and the share of the question's weighty words that the round holds. */
  words: 1,
  coverage: 1,
  /** The same share for the rounds before and after, together. */
  nearby: 1,
  /** BM25 of its session, as a share of the best session's, and how like the question the session's best rounds are. */
  sessionWords: 1,
  sessionMeaning: 2,
  /** Whether its time is one that the question names. */
  time: 2,
  /** The likeness of its captions to the question's pictures, and BM25 for what these show. */
  pictureMeaning: 2,
  pictureWords: 2,
  /** A question about pictures, and a round that shows one. */
  shows: 1,
  /** The question names one speaker: its likeness to what that speaker says here. */
  speaker: 1,
} as const;

export type Signal = keyof typeof SIGNALS;

/** One value a round, by its place in canonical order. Signals that say nothing of any round may be one array of zeros, `nothing`. */
export type Signals = Readonly<Record<Signal, Float64Array>> & { readonly nothing?: Float64Array };

export type SignalWeights = Readonly<Record<Signal, number>>;

/** The weighted mean of the signals of every round; added to what `into` holds, where it is given. */
export function relevance(signals: Signals, weights: SignalWeights = SIGNALS, into?: Float64Array): Float64Array {
  const names = Object.keys(SIGNALS) as Signal[];
  const total = totalOf(weights);
  const scores = into ?? new Float64Array(signals.meaning.length);
  for (const name of names) {
    const [values, weight] = [signals[name], weights[name] / total];
    if (weight === 0 || values === signals.nothing) continue;
    for (let i = 0; i < scores.length; i++) scores[i] = (scores[i] as number) + weight * (values[i] as number);
  }
  return scores;
}

/** What the weights are shares of. */
export function totalOf(weights: SignalWeights): number {
  return (Object.keys(SIGNALS) as Signal[]).reduce((sum, name) => sum + weights[name], 0);
}

/** The same of one round at a time. */
export function relevanceOf(signals: Signals, weights: SignalWeights = SIGNALS): (place: number) => number {
  const names = Object.keys(SIGNALS) as Signal[];
  const total = totalOf(weights);
  const told = names.filter((name) => weights[name] > 0 && signals[name] !== signals.nothing);
  const values = told.map((name) => signals[name]);
  const shares = told.map((name) => weights[name] / total);
  return (place) => {
    let score = 0;
    for (let i = 0; i < values.length; i++) score += (shares[i] as number) * ((values[i] as Float64Array)[place] as number);
    return score;
  };
}

/** Places of the highest scores above 0, best first, ties in canonical order. */
export function bestPlaces(scores: Float64Array, limit: number): number[] {
  const lowest = nthHighest(scores, limit);
  return inOrder(placesFrom(scores, lowest), scores).slice(0, limit);
}

/** Those of these places with a score above 0, best first, ties in canonical order. */
export function inOrder(places: readonly number[], scores: Float64Array): number[] {
  return places.filter((place) => valueAt(scores, place) > 0).sort((a, b) => valueAt(scores, b) - valueAt(scores, a) || a - b);
}

/** Places with at least this score, in canonical order. */
export function placesFrom(scores: Float64Array, lowest: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < scores.length; place++) if ((scores[place] as number) >= lowest) places.push(place);
  return places;
}

/** The nth highest of the values, those that are no numbers left out; -Infinity when there are fewer, Infinity for none. */
export function nthHighest(values: Float64Array, n: number): number {
  if (n < 1) return Infinity;
  if (n >= values.length) return -Infinity;
  if (n > values.length / SORTED_ABOVE)
    return (
      values
        .filter((value) => value === value)
        .sort()
        .at(-n) ?? -Infinity
    );
  // A heap with the lowest of the highest on top: nearly all values cost one comparison.
  const heap = new Float64Array(n).fill(-Infinity);
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > (heap[0] as number)) replaceLowest(heap, values[i] as number);
  return heap[0] as number;
}

/** Share of the values, as a divisor, above which sorting them all is faster than a heap. */
const SORTED_ABOVE = 64;

function replaceLowest(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const lower = left + 1 < heap.length && (heap[left + 1] as number) < (heap[left] as number) ? left + 1 : left;
    if (lower >= heap.length || (heap[lower] as number) >= value) break;
    heap[at] = heap[lower] as number;
    at = lower;
  }
  heap[at] = value;
}

/** Each value as a share of the highest; all 0 when none is above 0. Written over `into`, where it is given. */
export function shareOfBest(values: Float64Array, into?: Float64Array): Float64Array {
  let best = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > best) best = values[i] as number;
  const shares = into ?? new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) shares[i] = best === 0 ? 0 : (values[i] as number) / best;
  return shares;
}

/** The same of values that are all 0 but at these places, in their place. */
export function shareOfBestAt(places: readonly number[], values: Float64Array): Float64Array {
  const best = places.reduce((high, place) => Math.max(high, values[place] as number), 0);
  if (best > 0) for (const place of places) values[place] = (values[place] as number) / best;
  return values;
}

/** Runs of places that belong together, in order. */
export type Groups = readonly (readonly number[])[];

/** By place: the place right before it in its group, and right after it; `NOBODY` at either end. */
export interface Neighbours {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
}

const NOBODY = 2 ** 32 - 1;

/** The neighbours of all places of the groups, which are those below `size`. */
export function neighboursIn(groups: Groups, size: number): Neighbours {
  const [before, after] = [new Uint32Array(size).fill(NOBODY), new Uint32Array(size).fill(NOBODY)];
  for (const group of groups)
    for (let i = 1; i < group.length; i++) {
      before[group[i] as number] = group[i - 1] as number;
      after[group[i - 1] as number] = group[i] as number;
    }
  return { before, after };
}

/** For every place the sum of the values right before and after it in its group, all 0 but at `places`. Written over zeros. */
export function besideEach(
  values: Float64Array,
  places: readonly number[],
  { before, after }: Neighbours,
  sums: Float64Array = new Float64Array(values.length),
): Float64Array {
  for (const place of places)
    for (const beside of [before[place] as number, after[place] as number])
      if (beside !== NOBODY) sums[beside] = (sums[beside] as number) + (values[place] as number);
  return sums;
}

/** How many rounds show what their session is like: few, so that a long session is no worse than a short one. */
const TELLING = 3;

/** For every group the highest value of its places, at least 0. `groupOf` names each place's group; `count` is how many there are. */
export function highestOfGroups(values: Float64Array, groupOf: Uint32Array, count: number): Float64Array {
  const highest = new Float64Array(count);
  for (let place = 0; place < values.length; place++) {
    const value = values[place] as number;
    const group = groupOf[place] as number;
    if (value > (highest[group] as number)) highest[group] = value;
  }
  return highest;
}

/** The mean of the three highest values of a group, none below 0: at most its highest. */
export function bestOfGroup(values: Float64Array, group: readonly number[]): number {
  const [first, second, third] = threeHighest(values, group);
  return (first + second + third) / Math.min(TELLING, group.length);
}

/** The third highest of one group's values, at least 0. */
export function lowestTelling(values: Float64Array, group: readonly number[]): number {
  return threeHighest(values, group)[2];
}

function threeHighest(values: Float64Array, group: readonly number[]): readonly [number, number, number] {
  let [first, second, third] = [0, 0, 0];
  for (const place of group) {
    const value = values[place] as number;
    if (value <= third) continue;
    if (value > first) [first, second, third] = [value, first, second];
    else if (value > second) [second, third] = [value, second];
    else third = value;
  }
  return [first, second, third];
}

function valueAt(values: Float64Array, place: number | undefined): number {
  return place === undefined ? 0 : (values[place] ?? 0);
}
