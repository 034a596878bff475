import type { Asked } from "../../core/asked.js";
import { bestPlaces, totalOf, type SignalWeights } from "../../core/relevance.js";
import type { Clusters } from "./clusters.js";
import { COARSE, type FirstScores } from "./round-scores.js";
import { ownSignals, sessionShares, type AskedVectors, type RoundSignals } from "./signals.js";
import { writeRuns } from "./small-rows.js";
import type { Snapshot } from "./snapshot.js";

/** How many rounds are looked at. */
export interface CandidateSizes {
  /** For their likeness to the question: at least so many, and at least this share of all. */
  readonly near: number;
  readonly nearShare: number;
  /** For all else that speaks for them. */
  readonly told: number;
  /** For their sessions: of so many sessions, as long as they have no more rounds than that. */
  readonly sessions: number;
  readonly ofSessions: number;
}

const SIZES: CandidateSizes = { near: 3_000, nearShare: 0.02, told: 600, sessions: 64, ofSessions: 1_000 };

/**
 * First scores of those rounds alone that could be among the best: around the centroids most like the question; those that words,
 * times and captions speak for most, with their neighbours; and those of the sessions that then promise most.
 */
export function candidateScores(
  snapshot: Snapshot,
  clusters: Clusters,
  asked: Asked,
  vectors: AskedVectors,
  weights: SignalWeights,
  sizes: CandidateSizes = SIZES,
): FirstScores {
  const { events, sessions, columns, neighbours, eventVectors, scratch } = snapshot;
  const meaning = scratch.takeUsed(events.length);
  const own = ownSignals(snapshot, asked, meaning);
  const sessionWords = sessionShares(snapshot, asked);
  const bounds = eventVectors.bounds(vectors.text, COARSE);
  const told = toldOf(own, weights, (place) => sessionWords[columns.session[place] as number] as number);

  const isTaken = new Uint8Array(events.length);
  const highestMeaning = scratch.take(sessions.length);
  /** Takes those of the places that are not taken yet. */
  const take = (places: ArrayLike<number>) => {
    const fresh: number[] = [];
    for (let at = 0; at < places.length; at++) if (isTaken[places[at] as number] === 0) fresh.push(places[at] as number);
    writeRuns(bounds, fresh, meaning);
    for (const place of fresh) {
      isTaken[place] = 1;
      const session = columns.session[place] as number;
      if ((meaning[place] as number) > (highestMeaning[session] as number)) highestMeaning[session] = meaning[place] as number;
    }
  };

  const wanted = Math.max(sizes.near, sizes.nearShare * events.length);
  for (const unit of [vectors.text, vectors.shown]) if (unit !== null) clusters.near(unit, wanted, take);
  const most = highest(spokenFor(own), told, sizes.told);
  take(most);
  // Reading beyond an array's end, where nobody is, would be slow.
  for (const beside of [neighbours.before, neighbours.after])
    take(most.map((place) => beside[place] as number).filter((place) => place < events.length));

  const promises = scratch.takeUsed(sessions.length);
  for (let session = 0; session < promises.length; session++)
    promises[session] =
      weights.sessionMeaning * (highestMeaning[session] as number) + weights.sessionWords * (sessionWords[session] as number);
  let left = sizes.ofSessions;
  for (const session of bestPlaces(promises, sizes.sessions)) {
    const places = sessions[session] as readonly number[];
    left -= places.length;
    if (left < 0) break;
    take(places);
  }

  const signals = { ...own, nearby: scratch.takeUsed(events.length) };
  const [places, scores, total] = [marked(isTaken), scratch.takeUsed(events.length), totalOf(weights)];
  for (const place of places) {
    const nearby = coveredAt(neighbours.before[place] as number) + coveredAt(neighbours.after[place] as number);
    signals.nearby[place] = nearby;
    const ofSession = weights.sessionMeaning * (highestMeaning[columns.session[place] as number] as number);
    scores[place] = (told(place) + weights.nearby * nearby + weights.meaning * (meaning[place] as number) + ofSession) / total;
  }
  return { places, signals, sessionWords, scores };

  /** Nothing where nobody is. */
  function coveredAt(place: number): number {
    return place < own.coverage.length ? (own.coverage[place] as number) : 0;
  }
}

type OwnSignals = Omit<RoundSignals, "nearby">;

/** What speaks for a round by itself but its likeness to the question, and its session's words, in weights. */
function toldOf(
  { nothing, words, coverage, time, pictureWords, shows }: OwnSignals,
  weights: SignalWeights,
  sessionWords: (place: number) => number,
): (place: number) => number {
  const ofWords = (place: number) =>
    weights.words * (words[place] as number) + weights.coverage * (coverage[place] as number) + weights.sessionWords * sessionWords(place);
  if (time === nothing && pictureWords === nothing && shows === nothing) return ofWords;
  return (place) =>
    ofWords(place) +
    weights.time * (time[place] as number) +
    weights.pictureWords * (pictureWords[place] as number) +
    weights.shows * (shows[place] as number);
}

/** Places of the rounds that hold a word of the question, or whose time or captions speak for them. */
function spokenFor({ nothing, coverage, holding, time, pictureWords, shows }: OwnSignals): readonly number[] {
  const seldom = [time, pictureWords, shows].filter((values) => values !== nothing);
  if (seldom.length === 0) return holding;
  const spoken = new Uint8Array(coverage.length);
  for (const place of holding) spoken[place] = 1;
  for (const values of seldom) for (let place = 0; place < values.length; place++) if ((values[place] as number) > 0) spoken[place] = 1;
  return marked(spoken);
}

/** Steps that values are told apart by. */
const STEPS = 512;

/** So many of the places, with the highest values above 0; which of about equal ones is left open. */
function highest(places: readonly number[], valueOf: (place: number) => number, count: number): readonly number[] {
  if (places.length <= count) return places;
  const values = new Float64Array(places.length);
  let most = 0;
  for (let at = 0; at < places.length; at++) {
    const value = (values[at] = valueOf(places[at] as number));
    if (value > most) most = value;
  }
  const stepOf = (value: number) => Math.floor(((STEPS - 1) * value) / most);
  const sizes = new Uint32Array(STEPS);
  for (let at = 0; at < values.length; at++) {
    const step = stepOf(values[at] as number);
    sizes[step] = (sizes[step] as number) + 1;
  }
  let [lowest, above] = [STEPS - 1, 0];
  while (above + (sizes[lowest] as number) < count) above += sizes[lowest--] as number;
  const found: number[] = [];
  for (let at = 0, equal = count - above; at < values.length; at++) {
    const step = stepOf(values[at] as number);
    if (step > lowest || (step === lowest && equal-- > 0)) found.push(places[at] as number);
  }
  return found;
}

/** Places marked with 1, in order. */
function marked(marks: Uint8Array): number[] {
  const places: number[] = [];
  for (let place = marks.indexOf(1); place >= 0; place = marks.indexOf(1, place + 1)) places.push(place);
  return places;
}
