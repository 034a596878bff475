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

/** The weighted mean of the signals of every round. Written over zeros where they are given, as by the functions below. */
export function relevance(signals: Signals, weights: SignalWeights = SIGNALS, into?: Float64Array): Float64Array {
  const names = Object.keys(SIGNALS) as Signal[];
  const total = names.reduce((sum, name) => sum + weights[name], 0);
  const scores = into ?? new Float64Array(signals.meaning.length);
  for (const name of names) {
    const [values, weight] = [signals[name], weights[name] / total];
    if (weight === 0 || values === signals.nothing) continue;
    for (let i = 0; i < scores.length; i++) scores[i] = (scores[i] as number) + weight * (values[i] as number);
  }
  return scores;
}

/** The same of one round. */
export function relevanceAt(signals: Signals, place: number, weights: SignalWeights = SIGNALS): number {
  const names = Object.keys(SIGNALS) as Signal[];
  const total = names.reduce((sum, name) => sum + weights[name], 0);
  return names.reduce((score, name) => (weights[name] > 0 ? score + (weights[name] / total) * valueAt(signals[name], place) : score), 0);
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

/** Each value as a share of the highest; all 0 when none is above 0. */
export function shareOfBest(values: Float64Array, into?: Float64Array): Float64Array {
  let best = 0;
  for (let i = 0; i < values.length; i++) best = Math.max(best, values[i] as number);
  const shares = into ?? new Float64Array(values.length);
  if (best > 0) for (let i = 0; i < values.length; i++) shares[i] = (values[i] as number) / best;
  return shares;
}

/** Runs of places that belong together, in order. */
export type Groups = readonly (readonly number[])[];

/** For every place the sum of the values right before and after it in its group. */
export function besideEach(values: Float64Array, groups: Groups, into?: Float64Array): Float64Array {
  const sums = into ?? new Float64Array(values.length);
  for (const group of groups)
    for (let i = 0; i < group.length; i++) sums[group[i] as number] = valueAt(values, group[i - 1]) + valueAt(values, group[i + 1]);
  return sums;
}

/** How many rounds show what their session is like: few, so that a long session is no worse than a short one. */
const TELLING = 3;

/** For every place the mean of the three highest values of its group, none below 0. */
export function bestOfGroup(values: Float64Array, groups: Groups, into?: Float64Array): Float64Array {
  const means = into ?? new Float64Array(values.length);
  for (const group of groups) {
    const mean = bestOfOne(values, group);
    for (const place of group) means[place] = mean;
  }
  return means;
}

/** The mean of the three highest values of one group, none below 0. */
export function bestOfOne(values: Float64Array, group: readonly number[]): number {
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
