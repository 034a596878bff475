import type { Asked } from "../../core/asked.js";
import { highestOfGroups, totalOf, type SignalWeights } from "../../core/relevance.js";
import { roundSignals, sessionShares, type AskedVectors, type RoundSignals } from "./signals.js";
import type { Snapshot } from "./snapshot.js";

/** What rounds have before anything is looked at closely. */
export interface FirstScores {
  /** Places of the rounds that may be found, in canonical order; null for all. */
  readonly places: readonly number[] | null;
  /** Of these places; `meaning` is what the cosines are not above. */
  readonly signals: RoundSignals;
  /** By session. */
  readonly sessionWords: Float64Array;
  /** Of these places: what `scoresOfRounds` says. */
  readonly scores: Float64Array;
}

/** Bits a value of what rounds are compared by at first. */
export const COARSE = 4;

/** Those of all rounds. */
export function firstScores(snapshot: Snapshot, asked: Asked, vectors: AskedVectors, weights: SignalWeights): FirstScores {
  const meaning = snapshot.scratch.takeUsed(snapshot.events.length);
  snapshot.eventVectors.bounds(vectors.text, COARSE).write(0, meaning.length, meaning);
  const signals = roundSignals(snapshot, asked, meaning);
  const sessionWords = sessionShares(snapshot, asked);
  return { places: null, signals, sessionWords, scores: scoresOfRounds(snapshot, signals, sessionWords, weights) };
}

/**
 * What `relevance` gives every round when its parts are like nothing and its session is as like the question as the most like of
 * its rounds. Of words there is something to say of few rounds, so that they are added to these alone.
 */
export function scoresOfRounds(
  { sessions, columns, neighbours, nothing, scratch }: Snapshot,
  signals: RoundSignals,
  sessionWords: Float64Array,
  weights: SignalWeights,
): Float64Array {
  const total = totalOf(weights);
  const sessionHighest = highestOfGroups(signals.meaning, columns.session, sessions.length);
  const shared = sessionHighest.map(
    (meaning, session) => (weights.sessionMeaning * meaning + weights.sessionWords * (sessionWords[session] as number)) / total,
  );
  const scores = scratch.takeUsed(nothing.length);
  const ofMeaning = weights.meaning / total;
  for (let place = 0; place < scores.length; place++)
    scores[place] = (shared[columns.session[place] as number] as number) + ofMeaning * (signals.meaning[place] as number);
  for (const place of signals.holding) {
    const covered = signals.coverage[place] as number;
    add(place, weights.words * (signals.words[place] as number) + weights.coverage * covered);
    add(neighbours.before[place] as number, weights.nearby * covered);
    add(neighbours.after[place] as number, weights.nearby * covered);
  }
  const seldom = [
    [signals.time, weights.time],
    [signals.pictureWords, weights.pictureWords],
    [signals.shows, weights.shows],
  ] as const;
  for (const [values, weight] of seldom) if (values !== nothing) values.forEach((value, place) => add(place, weight * value));
  return scores;

  /** To the score of a place, if there is one. */
  function add(place: number, value: number): void {
    if (place < scores.length) scores[place] = (scores[place] as number) + value / total;
  }
}
