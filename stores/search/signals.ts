import type { Asked } from "../../core/asked.js";
import { cueMatch } from "../../core/date-cues.js";
import { besideEach, bestOfGroup, shareOfBest, shareOfBestAt, type Signals } from "../../core/relevance.js";
import type { Snapshot } from "./snapshot.js";

/** Vectors of a question: of its words, and of what its pictures show. */
export interface AskedVectors {
  readonly text: Float32Array | null;
  readonly shown: Float32Array | null;
}

/** Cosines of a question to every part of every round, by part. */
export interface PartCosines {
  readonly text: Float64Array;
  readonly shown: Float64Array;
}

/** Cosines of a question to every round, by place, and to their parts. */
export interface Cosines extends PartCosines {
  readonly event: Float64Array;
}

export function exactCosines({ eventVectors, partVectors }: Snapshot, { text, shown }: AskedVectors): Cosines {
  return { event: eventVectors.cosines(text), text: partVectors.cosines(text), shown: partVectors.cosines(shown) };
}

/** Signals that come from the parts of a round, and those that it shares with its session. */
type OfParts = "bestPart" | "pictureMeaning" | "speaker";
type OfSessions = "sessionWords" | "sessionMeaning";

/** What speaks for each round of the memory as evidence for the question (core/relevance.ts). In the snapshot's scratch arrays. */
export function signalsOf(snapshot: Snapshot, asked: Asked, { event, ...parts }: Cosines): Signals {
  const { columns, nothing } = snapshot;
  const party = namedParty(snapshot, asked);
  const meanings = Float64Array.from(snapshot.sessions, (places) => bestOfGroup(event, places));
  const forRounds = (values: Float64Array) => Float64Array.from(columns.session, (session) => values[session] as number);
  return {
    ...roundSignals(snapshot, asked, event),
    sessionWords: forRounds(sessionShares(snapshot, asked)),
    sessionMeaning: forRounds(meanings),
    bestPart: bestOfParts(snapshot, parts.text),
    pictureMeaning: asked.shown === "" ? nothing : bestOfParts(snapshot, parts.shown, columns.caption, 1),
    speaker: party === null ? nothing : bestOfParts(snapshot, parts.text, columns.party, party),
  };
}

/** Signals of a round as a whole; `holding` are the places of rounds that hold a word of the question. */
export type RoundSignals = Omit<Signals, OfParts | OfSessions> & { readonly holding: readonly number[] };

export function roundSignals(snapshot: Snapshot, asked: Asked, meaning: Float64Array): RoundSignals {
  const own = ownSignals(snapshot, asked, meaning);
  const sums = snapshot.scratch.take(meaning.length);
  return { ...own, nearby: besideEach(own.coverage, own.holding, snapshot.neighbours, sums) };
}

/** The same but for what the rounds beside it say. */
export function ownSignals(snapshot: Snapshot, asked: Asked, meaning: Float64Array): Omit<RoundSignals, "nearby"> {
  const { words, nothing, scratch } = snapshot;
  const fresh = () => scratch.take(nothing.length);
  const holding: number[] = [];
  const coverage = words.coverage(asked.terms, fresh(), holding);
  const shownWords = asked.shownTerms.length === 0 ? nothing : words.score(asked.shownTerms, fresh());
  return {
    nothing,
    holding,
    meaning,
    words: shareOfBestAt(holding, words.score(asked.terms, fresh())),
    coverage,
    time: asked.dates.length === 0 ? nothing : timeMatches(snapshot, asked),
    pictureWords: shownWords === nothing ? nothing : shareOfBest(shownWords, shownWords),
    shows: asked.aboutPictures ? bestOfParts(snapshot, Float64Array.from(snapshot.columns.caption)) : nothing,
  };
}

/** BM25 of every session, as a share of the best one's. */
export function sessionShares({ sessionWords }: Snapshot, asked: Asked): Float64Array {
  return shareOfBest(sessionWords.score(asked.terms));
}

/** The one party whose name the question holds; null when it names none, or several. */
export function namedParty({ parties }: Snapshot, asked: Asked): number | null {
  const named = parties.flatMap((names, party) => (names.some((name) => asked.words.has(name)) ? [party] : []));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** For every round the highest value, at least 0, of its parts: of all, or of those whose `column` holds `wanted`. */
function bestOfParts(snapshot: Snapshot, values: Float64Array, column?: Uint32Array | Uint8Array, wanted?: number): Float64Array {
  const best = snapshot.scratch.take(snapshot.events.length);
  const { place } = snapshot.columns;
  for (let part = 0; part < values.length; part++) {
    const round = place[part] as number;
    const value = values[part] as number;
    if (value > (best[round] as number) && (column === undefined || column[part] === wanted)) best[round] = value;
  }
  return best;
}

/** The same of the parts from one to another. */
export function highestIn(values: Float64Array, from: number, to: number, column?: Uint32Array | Uint8Array, wanted?: number): number {
  let best = 0;
  for (let part = from; part < to; part++)
    if ((values[part] as number) > best && (column === undefined || column[part] === wanted)) best = values[part] as number;
  return best;
}

/** A question's dates are compared with each day once, however many rounds it has. */
function timeMatches({ days, columns, scratch, nothing }: Snapshot, { dates }: Asked): Float64Array {
  const matches = Float64Array.from(days, (day) => dates.reduce((best, cue) => Math.max(best, cueMatch(cue, day)), 0));
  const into = scratch.takeUsed(nothing.length);
  for (let place = 0; place < into.length; place++) into[place] = matches[columns.day[place] as number] ?? 0;
  return into;
}
