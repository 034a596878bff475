import type { Asked } from "../../core/asked.js";
import {
  bestOfOne,
  inOrder,
  lowestTelling,
  nthHighest,
  placesFrom,
  relevance,
  relevanceAt,
  SIGNALS,
  type SignalWeights,
} from "../../core/relevance.js";
import { exactCosines, highestIn, namedParty, signalsOf, type AskedVectors, type PartCosines } from "./signals.js";
import type { Snapshot } from "./snapshot.js";

/** Scores of all rounds for one question, by place. */
export interface Scores {
  /** Exact where they have been made so. */
  readonly scores: Float64Array;
  /** Exact for the parts of rounds whose score is. */
  readonly cosines: PartCosines;
  /** Places of the best scores above 0, of these places or all, best first, ties in canonical order. Their scores are exact. */
  best(limit: number, among: ReadonlySet<number> | null): number[];
  /** Makes every score exact. */
  settle(): void;
}

/** So many rounds are made exact one by one, as a share of all; of more, all at once. */
const ONE_BY_ONE = 1 / 16;
/** What sums of a few weighted values may be off by themselves. */
const ROUNDING = 1e-6;

/**
 * The weighted signals of core/relevance.ts, first from rows of eight bits, and exact wherever that could make a difference: a
 * round whose score is further below the last of the best than both may be off is not among them. So the best are those of an
 * exact search, at a quarter of its price.
 */
export function nearScores(snapshot: Snapshot, asked: Asked, vectors: AskedVectors, weights: SignalWeights = SIGNALS): Scores {
  const { eventVectors, partVectors, events, sessions, columns } = snapshot;
  const zeros = (length: number) => snapshot.scratch.take(length);
  const cosines = {
    event: zeros(events.length),
    text: zeros(columns.place.length),
    shown: zeros(vectors.shown === null ? 0 : columns.place.length),
  };
  const errors = {
    event: eventVectors.near(vectors.text, cosines.event),
    text: partVectors.near(vectors.text, cosines.text),
    shown: partVectors.near(vectors.shown, cosines.shown),
  };
  const party = namedParty(snapshot, asked);
  const signals = signalsOf(snapshot, asked, cosines);
  const scores = relevance(signals, weights, zeros(events.length));
  const margin = marginOf();
  const isExact = new Uint8Array(events.length);
  const meansKnown = new Map<number, number>();
  let isSettled = false;

  return { scores, cosines, best, settle };

  /** How far a score may be off. */
  function marginOf(): number {
    const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    const ofParts = weights.bestPart + (party === null ? 0 : weights.speaker);
    const ofEvents = weights.meaning + weights.sessionMeaning;
    const shown = asked.shown === "" ? 0 : weights.pictureMeaning * errors.shown;
    return (ofEvents * errors.event + ofParts * errors.text + shown) / total + ROUNDING;
  }

  function best(limit: number, among: ReadonlySet<number> | null): number[] {
    const candidates = candidatesFor(limit, among);
    if (!isSettled && candidates.length > events.length * ONE_BY_ONE + 100) {
      settle();
      return best(limit, among);
    }
    for (const place of candidates) settleOne(place);
    return inOrder(candidates, scores).slice(0, limit);
  }

  /** Places that may be among the best. */
  function candidatesFor(limit: number, among: ReadonlySet<number> | null): number[] {
    const off = isSettled ? 0 : margin;
    const considered = among === null ? scores : scores.map((score, place) => (among.has(place) ? score : -Infinity));
    return placesFrom(considered, Math.max(nthHighest(considered, limit) - 2 * off, -off));
  }

  function settle(): void {
    if (isSettled) return;
    const exact = exactCosines(snapshot, vectors);
    cosines.event.set(exact.event);
    cosines.text.set(exact.text);
    if (vectors.shown !== null) cosines.shown.set(exact.shown);
    scores.set(relevance(signalsOf(snapshot, asked, exact), weights));
    isSettled = true;
  }

  function settleOne(place: number): void {
    if (isSettled || isExact[place] === 1) return;
    isExact[place] = 1;
    const { from, to } = events[place] ?? { from: 0, to: 0 };
    for (let part = from; part < to; part++) {
      cosines.text[part] = partVectors.cosine(vectors.text, part);
      if (vectors.shown !== null) cosines.shown[part] = partVectors.cosine(vectors.shown, part);
    }
    signals.bestPart[place] = highestIn(cosines.text, from, to);
    if (party !== null) signals.speaker[place] = highestIn(cosines.text, from, to, columns.party, party);
    if (asked.shown !== "") signals.pictureMeaning[place] = highestIn(cosines.shown, from, to, columns.caption, 1);
    settleMeaning(place);
    signals.sessionMeaning[place] = sessionMean(columns.session[place] ?? 0);
    scores[place] = relevanceAt(signals, place, weights);
  }

  /** `signals.meaning` is the same array. */
  function settleMeaning(place: number): void {
    cosines.event[place] = eventVectors.cosine(vectors.text, place);
  }

  /** The mean of a session's highest, of which all are made exact that may be among the three. */
  function sessionMean(session: number): number {
    const known = meansKnown.get(session);
    if (known !== undefined) return known;
    const places = sessions[session] ?? [];
    const lowest = lowestTelling(cosines.event, places) - 2 * errors.event;
    for (const place of places) if ((cosines.event[place] ?? 0) >= lowest) settleMeaning(place);
    const mean = bestOfOne(cosines.event, places);
    meansKnown.set(session, mean);
    return mean;
  }
}
