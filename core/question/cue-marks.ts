import { adjective, type Degree, type Dimension } from "./adjectives.js";
import { cueAt } from "./lexicon.js";
import type { Mark } from "./mark.js";
import type { Word } from "./words.js";

/** Cues and adjectives at the words that are free. `more expensive` and `least heavy` are one adjective. */
export function cueMarks(words: readonly Word[], isFree: (at: number) => boolean): Mark[] {
  const folds = words.map(({ fold }, at) => (isFree(at) ? fold : ""));
  const marks: Mark[] = [];
  for (let at = 0; at < words.length; at++) {
    const mark = graded(folds, at) ?? cueMark(folds, at) ?? simpleAdjective(folds, at);
    if (mark === null) continue;
    marks.push(mark);
    at = mark.to - 1;
  }
  return marks;
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
