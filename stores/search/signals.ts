import type { Asked } from "../../core/asked.js";
import { cueMatch } from "../../core/date-cues.js";
import { besideEach, bestOfGroup, shareOfBest, type Signals } from "../../core/relevance.js";
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

/** What speaks for each round of the memory as evidence for the question (core/relevance.ts). In the snapshot's scratch arrays. */
export function signalsOf(snapshot: Snapshot, asked: Asked, { event: meaning, ...parts }: Cosines): Signals {
  const { sessions, words, sessionWords, columns, nothing, scratch } = snapshot;
  const fresh = () => scratch.take(nothing.length);
  const shares = (scores: Float64Array) => shareOfBest(scores, scores);
  const coverage = words.coverage(asked.terms, fresh());
  const party = namedParty(snapshot, asked);
  return {
    nothing,
    meaning,
    bestPart: bestOfParts(snapshot, parts.text),
    words: shares(words.score(asked.terms, fresh())),
    coverage,
    nearby: besideEach(coverage, sessions, fresh()),
    sessionWords: forSessions(snapshot, shareOfBest(sessionWords.score(asked.terms))),
    sessionMeaning: bestOfGroup(meaning, sessions, fresh()),
    time: asked.dates.length === 0 ? nothing : timeMatches(snapshot, asked),
    pictureMeaning: asked.shown === "" ? nothing : bestOfParts(snapshot, parts.shown, columns.caption, 1),
    pictureWords: asked.shownTerms.length === 0 ? nothing : shares(words.score(asked.shownTerms, fresh())),
    shows: asked.aboutPictures ? bestOfParts(snapshot, Float64Array.from(columns.caption)) : nothing,
    speaker: party === null ? nothing : bestOfParts(snapshot, parts.text, columns.party, party),
  };
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

/** Each session's value for all its rounds. */
function forSessions(snapshot: Snapshot, values: Float64Array): Float64Array {
  const out = snapshot.scratch.take(snapshot.events.length);
  snapshot.sessions.forEach((places, session) => {
    for (const place of places) out[place] = values[session] ?? 0;
  });
  return out;
}

function timeMatches(snapshot: Snapshot, { dates }: Asked): Float64Array {
  const matches = snapshot.scratch.take(snapshot.events.length);
  snapshot.events.forEach(({ time }, place) => {
    if (time !== null) matches[place] = dates.reduce((best, cue) => Math.max(best, cueMatch(cue, time)), 0);
  });
  return matches;
}
