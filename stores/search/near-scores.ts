import type { Asked } from "../../core/asked.js";
import { bestWithin } from "../../core/best-within.js";
import {
  bestOfGroup,
  lowestTelling,
  nthHighest,
  placesFrom,
  relevanceOf,
  SIGNALS,
  totalOf,
  type SignalWeights,
} from "../../core/relevance.js";
import { firstScores, type FirstScores } from "./round-scores.js";
import { highestIn, namedParty, type AskedVectors, type PartCosines } from "./signals.js";
import { writeRuns } from "./small-rows.js";
import type { IndexedEvent, Snapshot } from "./snapshot.js";

/** Scores of all rounds for one question, by place. */
export interface Scores {
  /** Exact where they have been made so. */
  readonly scores: Float64Array;
  /** Exact for the parts of rounds whose score is; of others they may be anything. */
  readonly cosines: PartCosines;
  /** Places of the best scores above 0, of these places or all, best first, ties in canonical order. Their scores are exact. */
  best(limit: number, among: readonly number[] | null): number[];
  /** What the exact score of none of these places is above; at least 0. */
  reach(places: readonly number[]): number;
}

/** What a score was last worked out from. */
const [FROM_ROUNDS, FROM_PARTS, EXACT] = [0, 1, 2] as const;
/** Bits a value of what those are compared by that are looked at again. */
const FINE = 8;
/** What sums of a few weighted values may be off by themselves. */
const ROUNDING = 1e-6;

/**
 * The weighted signals of core/relevance.ts, as exactly as makes a difference. At first every round has the score that it could
 * have at most: with the highest cosine that four bits a value allow, the same of its session's best round, and parts that are
 * all like the question. Those that could then be among the best are looked at with eight bits a value, their parts too; those that
 * still could are made exact, the most promising first, until no other can be better. So the best are those of an exact search,
 * and most vectors are never read. With the first scores of some rounds alone they are the best of these.
 */
export function nearScores(
  snapshot: Snapshot,
  asked: Asked,
  vectors: AskedVectors,
  weights: SignalWeights = SIGNALS,
  first: FirstScores = firstScores(snapshot, asked, vectors, weights),
): Scores {
  const { eventVectors, partVectors, events, sessions, columns, nothing, scratch } = snapshot;
  const { scores, sessionWords } = first;
  const { meaning } = first.signals;
  const total = totalOf(weights);
  const party = namedParty(snapshot, asked);
  const later = () => scratch.takeUsed(events.length);
  const fine = {
    event: eventVectors.bounds(vectors.text, FINE),
    text: partVectors.bounds(vectors.text, FINE),
    shown: partVectors.bounds(vectors.shown, FINE),
  };
  const cosines = {
    text: scratch.takeUsed(columns.place.length),
    shown: vectors.shown === null ? new Float64Array(0) : scratch.takeUsed(columns.place.length),
  };
  const signals = {
    ...first.signals,
    sessionWords: later(),
    sessionMeaning: later(),
    bestPart: later(),
    speaker: party === null ? nothing : later(),
    pictureMeaning: vectors.shown === null ? nothing : later(),
  };
  const scoreOf = relevanceOf(signals, weights);
  const stages = new Uint8Array(events.length);
  const slack = [ofBestParts() + ROUNDING, ROUNDING, 0] as const;
  const finelyMeant = new Map<number, number>();
  const exactlyMeant = new Map<number, number>();

  return { scores, cosines, best, reach };

  /** What parts add to the score of a round at most. */
  function ofBestParts(): number {
    const text = vectors.text === null ? 0 : weights.bestPart + (party === null ? 0 : weights.speaker);
    return (text + (vectors.shown === null ? 0 : weights.pictureMeaning)) / total;
  }

  /** What the exact score is not above. */
  function bound(place: number): number {
    return (scores[place] as number) + (slack[stages[place] as number] as number);
  }

  function reach(places: readonly number[]): number {
    return places.reduce((high, place) => Math.max(high, bound(place)), 0);
  }

  function best(limit: number, within: readonly number[] | null): number[] {
    const among = within ?? first.places;
    const promising = likely(limit, among);
    for (const place of promising) settle(place);
    const lowest = promising.length < limit ? 0 : promising.reduce((low, place) => Math.min(low, scores[place] as number), Infinity);
    const open = placesReaching(lowest, among);
    for (const place of open) narrow(place);
    const left = open.filter((place) => bound(place) >= lowest);
    const settled = (index: number) => settle(left[index] as number);
    return bestWithin(left.map(bound), settled, limit).map((index) => left[index] as number);
  }

  /** So many places with high scores as they are at hand, of those that hold a word of the question where these are enough. */
  function likely(limit: number, among: readonly number[] | null): number[] {
    const considered = among ?? (signals.holding.length >= limit ? signals.holding : null);
    const values = considered === null ? scores : valuesAt(scores, considered);
    const found = placesFrom(values, nthHighest(values, limit)).slice(0, limit);
    return considered === null ? found : found.map((index) => considered[index] as number);
  }

  /** Places whose exact score may be as high as this, and above 0. */
  function placesReaching(lowest: number, among: readonly number[] | null): number[] {
    const within = among ?? placesFrom(scores, lowest - slack[FROM_ROUNDS]);
    return within.filter((place) => bound(place) >= lowest && bound(place) > 0);
  }

  /** Has the score from eight bits a value, and from the parts. */
  function narrow(place: number): void {
    if (stages[place] !== FROM_ROUNDS) return;
    stages[place] = FROM_PARTS;
    const { from, to } = events[place] as IndexedEvent;
    fine.text.write(from, to, cosines.text);
    if (vectors.shown !== null) fine.shown.write(from, to, cosines.shown);
    takeParts(place);
    takeSession(place, fineMean);
    scores[place] = scoreOf(place);
  }

  function settle(place: number): number {
    if (stages[place] === EXACT) return scores[place] as number;
    stages[place] = EXACT;
    const { from, to } = events[place] as IndexedEvent;
    for (let part = from; part < to; part++) {
      cosines.text[part] = partVectors.cosine(vectors.text, part);
      if (vectors.shown !== null) cosines.shown[part] = partVectors.cosine(vectors.shown, part);
    }
    takeParts(place);
    takeSession(place, exactMean);
    settleMeaning(place);
    return (scores[place] = scoreOf(place));
  }

  /** The signals that a round has from its parts. */
  function takeParts(place: number): void {
    const { from, to } = events[place] as IndexedEvent;
    signals.bestPart[place] = highestIn(cosines.text, from, to);
    if (party !== null) signals.speaker[place] = highestIn(cosines.text, from, to, columns.party, party);
    if (vectors.shown !== null) signals.pictureMeaning[place] = highestIn(cosines.shown, from, to, columns.caption, 1);
  }

  /** Those that it shares with its session. */
  function takeSession(place: number, mean: (session: number) => number): void {
    const session = columns.session[place] as number;
    signals.sessionWords[place] = sessionWords[session] as number;
    signals.sessionMeaning[place] = mean(session);
  }

  /** `signals.meaning` is the same array. */
  function settleMeaning(place: number): void {
    meaning[place] = eventVectors.cosine(vectors.text, place);
  }

  /** A bound of the mean of a session's highest, all its rounds seen finely. */
  function fineMean(session: number): number {
    const known = exactlyMeant.get(session) ?? finelyMeant.get(session);
    if (known !== undefined) return known;
    const places = sessions[session] as readonly number[];
    writeRuns(fine.event, places, meaning);
    const mean = bestOfGroup(meaning, places);
    finelyMeant.set(session, mean);
    return mean;
  }

  /** The mean of a session's highest, of which all are made exact that may be among the three. */
  function exactMean(session: number): number {
    const known = exactlyMeant.get(session);
    if (known !== undefined) return known;
    const places = sessions[session] as readonly number[];
    fineMean(session);
    const lowest = lowestTelling(meaning, places) - 2 * fine.event.error;
    for (const place of places) if ((meaning[place] as number) >= lowest) settleMeaning(place);
    const mean = bestOfGroup(meaning, places);
    exactlyMeant.set(session, mean);
    return mean;
  }
}

function valuesAt(values: Float64Array, places: readonly number[]): Float64Array {
  const found = new Float64Array(places.length);
  for (let at = 0; at < found.length; at++) found[at] = values[places[at] as number] as number;
  return found;
}
