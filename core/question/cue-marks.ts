import { adjective, type Degree, type Dimension } from "./adjectives.js";
import { cueAt } from "./lexicon.js";
import type { Mark } from "./mark.js";
import type { Word } from "./words.js";

/** Cues and adjectives at the words that are free. `more expensive` and `least heavy` are one adjective. */
export function cueMarks(words: readonly Word[], isFree: (at: number) => boolean): Mark[] {
  const folds = words.map(({ fold }, at) => (isFree(at) ? fold : ""));
  const marks: Mark[] = [];
  for (let at = 0; at < words.length; at++) {
    if (isVerb(words, at)) continue;
    const mark = howFar(folds, at) ?? recordOf(words, at, isFree) ?? graded(folds, at) ?? cueMark(folds, at) ?? simpleAdjective(folds, at);
    if (mark === null) continue;
    marks.push(mark);
    at = mark.to - 1;
  }
  return marks;
}

/** `did I log`, `I recorded`: what people do, not the entry that they made. */
function isVerb(words: readonly Word[], at: number): boolean {
  return /^(?:log|record|note|report|sample|measure)$/.test(words[at]?.fold ?? "") && /^(?:i|we|you|they)$/.test(words[at - 1]?.fold ?? "");
}

/** `how low did the price go`: the end that it reached. */
function howFar(folds: readonly string[], at: number): Mark | null {
  const end = folds[at] !== "how" ? undefined : folds[at + 1];
  if ((end !== "high" && end !== "low") || !/^(?:did|has|have|does)$/.test(folds[at + 2] ?? "")) return null;
  const moved = folds.some((fold, place) => place > at + 2 && MOVES.test(fold));
  return moved ? { kind: "cue", cue: { kind: "extreme", order: end === "high" ? "desc" : "asc" }, from: at, to: at + 2 } : null;
}

const MOVES = /^(?:go|gone|get|got|gotten|climb|climbed|rise|risen|drop|dropped|fall|fallen|sink|sunk|reach|reached|run)$/;

/** `the record rainfall`, before the name of a column: the highest. */
function recordOf(words: readonly Word[], at: number, isFree: (at: number) => boolean): Mark | null {
  const named = words[at]?.fold === "record" && at + 1 < words.length && !isFree(at + 1);
  return named && /^(?:the|my|our|its|whats)$|^what$/.test(words[at - 1]?.fold ?? "")
    ? { kind: "cue", cue: { kind: "extreme", order: "desc" }, from: at, to: at + 1 }
    : null;
}

function cueMark(folds: readonly string[], at: number): Mark | null {
  const found = cueAt(folds, at);
  return found === null ? null : { kind: "cue", cue: found.cue, from: at, to: at + found.length };
}

const DEGREES: ReadonlyMap<string, readonly [degree: Degree, reversed: boolean]> = new Map([
  ["most", ["superlative", false]],
  ["least", ["superlative", true]],
  ["more", ["comparative", false]],
  ["less", ["comparative", true]],
]);

function graded(folds: readonly string[], at: number): Mark | null {
  const [degree, reversed] = DEGREES.get(folds[at] ?? "") ?? [];
  const next = degree === undefined ? null : adjective(folds[at + 1] ?? "");
  if (degree === undefined || next?.degree !== "plain") return null;
  const dimensions = next.dimensions.map((dimension): Dimension => ({
    ...dimension,
    order: (dimension.order === "asc") !== reversed ? "asc" : "desc",
  }));
  return { kind: "adjective", degree, dimensions, from: at, to: at + 2 };
}

function simpleAdjective(folds: readonly string[], at: number): Mark | null {
  const found = adjective(folds[at] ?? "");
  return found === null ? null : { kind: "adjective", ...found, from: at, to: at + 1 };
}
