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

export function partCosines({ partVectors }: Snapshot, vectors: AskedVectors): PartCosines {
  return { text: partVectors.cosines(vectors.text), shown: partVectors.cosines(vectors.shown) };
}

/** What speaks for each round of the memory as evidence for the question (core/relevance.ts). */
export function signalsOf(snapshot: Snapshot, asked: Asked, vectors: AskedVectors, parts: PartCosines): Signals {
  const { sessions, words, sessionWords, columns } = snapshot;
  const meaning = snapshot.eventVectors.cosines(vectors.text);
  const coverage = words.coverage(asked.terms);
  const party = namedParty(snapshot, asked);
  return {
    meaning,
    bestPart: bestOfParts(snapshot, parts.text),
    words: shareOfBest(words.score(asked.terms)),
    coverage,
    nearby: besideEach(coverage, sessions),
    sessionWords: forSessions(snapshot, shareOfBest(sessionWords.score(asked.terms))),
    sessionMeaning: bestOfGroup(meaning, sessions),
    time: timeMatches(snapshot, asked),
    pictureMeaning: asked.shown === "" ? nothing(snapshot) : bestOfParts(snapshot, parts.shown, columns.caption, 1),
    pictureWords: shareOfBest(words.score(asked.shownTerms)),
    shows: asked.aboutPictures ? bestOfParts(snapshot, Float64Array.from(columns.caption)) : nothing(snapshot),
    speaker: party === null ? nothing(snapshot) : bestOfParts(snapshot, parts.text, columns.party, party),
  };
}

/** The one party whose name the question holds; null when it names none, or several. */
export function namedParty({ parties }: Snapshot, asked: Asked): number | null {
  const named = parties.flatMap((names, party) => (names.some((name) => asked.words.has(name)) ? [party] : []));
  return named.length === 1 ? (named[0] ?? null) : null;
}

function nothing({ events }: Snapshot): Float64Array {
  return new Float64Array(events.length);
}

/** For every round the highest value, at least 0, of its parts: of all, or of those whose `column` holds `wanted`. */
function bestOfParts(snapshot: Snapshot, values: Float64Array, column?: Uint32Array | Uint8Array, wanted?: number): Float64Array {
  const best = nothing(snapshot);
  const { place } = snapshot.columns;
  for (let part = 0; part < values.length; part++) {
    const round = place[part] ?? 0;
    const value = values[part] ?? 0;
    if (value > (best[round] ?? 0) && (column === undefined || column[part] === wanted)) best[round] = value;
  }
  return best;
}

/** Each session's value for all its rounds. */
function forSessions(snapshot: Snapshot, values: Float64Array): Float64Array {
  const out = nothing(snapshot);
  snapshot.sessions.forEach((places, session) => {
    for (const place of places) out[place] = values[session] ?? 0;
  });
  return out;
}

function timeMatches(snapshot: Snapshot, { dates }: Asked): Float64Array {
  const matches = nothing(snapshot);
  if (dates.length === 0) return matches;
  snapshot.events.forEach(({ time }, place) => {
    if (time !== null) matches[place] = dates.reduce((best, cue) => Math.max(best, cueMatch(cue, time)), 0);
  });
  return matches;
}
