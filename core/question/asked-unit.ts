import { canonicalUnit, convertUnit, isCurrency, sameDimension } from "../units.js";
import type { Annotated } from "./mark.js";
import type { Cell } from "./results.js";
import { isCue, placesOf } from "./view.js";
import type { Word } from "./words.js";

/** Longest name of a unit, in words: `miles per hour`. */
const LONGEST = 3;

/** The units that a question asks for an answer in: `in kg`, `in US dollars`, `how many kilometres`. In the order of the question. */
export function askedUnits(view: Annotated): string[] {
  const counted = placesOf(view, (mark) => isCue(mark, "how-many")).flatMap(
    (place) => unitAt(view.text, view.words, view.marks[place]?.to ?? view.words.length)?.unit ?? [],
  );
  return [...unitPhrases(view.text, view.words).map(({ unit }) => unit), ...counted];
}

/** Where a question says in which unit it wants its answer: the words of the unit, after `in`. */
export function unitPhrases(text: string, words: readonly Word[]): { readonly from: number; readonly to: number; readonly unit: string }[] {
  return words.flatMap(({ fold }, at) => {
    const named = /^(?:in|into)$/.test(fold) ? unitAt(text, words, at + 1) : null;
    return named === null || /^\d/.test(words[named.to]?.text ?? "") ? [] : [named];
  });
}

/** The longest name of a unit that begins at a word; single letters are too often something else. */
function unitAt(
  text: string,
  words: readonly Word[],
  from: number,
): { readonly from: number; readonly to: number; readonly unit: string } | null {
  for (let to = Math.min(words.length, from + LONGEST); to > from; to--) {
    const name = text.slice(words[from]?.start, words[to - 1]?.end);
    const unit = name.length < 2 ? null : canonicalUnit(name);
    if (unit !== null) return { from, to, unit };
  }
  return null;
}

/** The asked unit that a column's numbers can be told in, when it is another than the column's own; null otherwise. */
export function convertible(asked: readonly string[], own: string | null): string | null {
  return own === null ? null : (asked.find((unit) => unit !== own && sameDimension(unit, own)) ?? null);
}

/** A currency that is asked for although the column is on record in another: nothing converts it. */
export function otherCurrency(asked: readonly string[], own: string | null): string | null {
  return own === null || !isCurrency(own) || asked.includes(own) ? null : (asked.find(isCurrency) ?? null);
}

/** A cell told in another unit; what is no number stays. */
export function inUnit(cell: Cell, own: string | null, unit: string | null): Cell {
  return typeof cell !== "number" || unit === null ? cell : (convertUnit(cell, own, unit) ?? cell);
}
