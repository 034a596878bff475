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

/** One value a round, by its place in canonical order. */
export type Signals = Readonly<Record<Signal, Float64Array>>;

export type SignalWeights = Readonly<Record<Signal, number>>;

/** The weighted mean of the signals of every round. */
export function relevance(signals: Signals, weights: SignalWeights = SIGNALS): Float64Array {
  const names = Object.keys(SIGNALS) as Signal[];
  const total = names.reduce((sum, name) => sum + weights[name], 0);
  const scores = new Float64Array(signals.meaning.length);
  for (const name of names) {
    const [values, weight] = [signals[name], weights[name] / total];
    if (weight > 0) for (let i = 0; i < scores.length; i++) scores[i] = (scores[i] ?? 0) + weight * (values[i] ?? 0);
  }
  return scores;
}

/** Places of the highest scores above 0, best first, ties in canonical order. */
export function bestPlaces(scores: Float64Array, limit: number): number[] {
  // Sorting bare numbers first leaves few places to be sorted by comparison.
  const positive = scores.filter((score) => score > 0).sort();
  const lowest = positive[Math.max(0, positive.length - limit)] ?? Infinity;
  const places: number[] = [];
  scores.forEach((score, place) => {
    if (score >= lowest) places.push(place);
  });
  return places.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, limit);
}

/** Each value as a share of the highest; all 0 when none is above 0. */
export function shareOfBest(values: Float64Array): Float64Array {
  const best = values.reduce((high, value) => Math.max(high, value), 0);
  return best === 0 ? new Float64Array(values.length) : values.map((value) => value / best);
}

/** Runs of places that belong together, in order. */
export type Groups = readonly (readonly number[])[];

/** For every place the sum of the values right before and after it in its group. */
export function besideEach(values: Float64Array, groups: Groups): Float64Array {
  const sums = new Float64Array(values.length);
  for (const group of groups) {
    group.forEach((place, i) => {
      sums[place] = valueAt(values, group[i - 1]) + valueAt(values, group[i + 1]);
    });
  }
  return sums;
}

/** How many rounds show what their session is like: few, so that a long session is no worse than a short one. */
const TELLING = 3;

/** For every place the mean of the three highest values of its group, none below 0. */
export function bestOfGroup(values: Float64Array, groups: Groups): Float64Array {
  const means = new Float64Array(values.length);
  for (const group of groups) {
    const highest = new Float64Array(TELLING);
    for (const place of group) insertDescending(highest, valueAt(values, place));
    const mean = highest.reduce((sum, value) => sum + value, 0) / Math.min(TELLING, group.length);
    for (const place of group) means[place] = mean;
  }
  return means;
}

/** Puts a value into its place among the highest, and the lowest of them out. */
function insertDescending(highest: Float64Array, value: number): void {
  let carried = value;
  for (let i = 0; i < highest.length; i++) {
    const here = highest[i] ?? 0;
    if (carried > here) {
      highest[i] = carried;
      carried = here;
    }
  }
}

function valueAt(values: Float64Array, place: number | undefined): number {
  return place === undefined ? 0 : (values[place] ?? 0);
}
