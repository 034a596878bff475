import { readBoolean } from "../../core/values/words.js";
import { COMPOUNDING, INNER, MEASURING, NAMING, RANKING, STATES, STOP } from "./lexicon.js";
import { hasKnownUnit, isMeasured } from "./quantities.js";
import type { Span } from "./span.js";

/** Where a value begins in a segment that holds nothing between attribute and value. */
export interface Boundary {
  /** Index of the value's first word. */
  readonly word: number;
  /** It is measured, the writing changes, or a known word says so. */
  readonly sure: boolean;
}

/** A word of a segment with its place there. */
export interface Word {
  readonly text: string;
  readonly start: number;
}

/** The boundary in a segment of two words or more: the quantity at its end tells, else the writing, else known words. */
export function boundaryOf(segment: Span, words: readonly Word[]): Boundary {
  return measuredBoundary(segment, words) ?? writingBoundary(words) ?? wordBoundary(words);
}

/** The value is the quantity at the end. A number at the end of a name ("model skylark 320", "size US 7") is part of it. */
function measuredBoundary(segment: Span, words: readonly Word[]): Boundary | null {
  for (let word = 1; word < words.length; word++) {
    const quantity = segment.text.slice(words[word]?.start);
    if (!/^[-+−–~<>≤≥(]?\s?(?:[A-Z]{0,2}\p{Sc})?[\p{Nd}.]/u.test(quantity) || !isMeasured(quantity)) continue;
    // `S&P 500 974.5`: after an abbreviation figures apart are no thousands.
    if (/^\d{1,3} \d{3}(?!\d)/.test(quantity) && /^\p{Lu}[\p{Lu}&.]+$/u.test(words[word - 1]?.text ?? "")) continue;
    return endsName(words.slice(0, word), quantity) ? null : { word, sure: true };
  }
  return null;
}

/** `measure by 21`; other prepositions say when or where ("left at 7"). */
function isRate(words: readonly Word[]): boolean {
  return words.length === 2 && /^(?:by|per)$/.test(lower(words[1]));
}

/** What stands before a number that belongs to a name: "wisconsin no. 38". */
const NUMBERING = /^(?:no|nr|num|vol|pt|ep|ch)\.$/i;

/** Whether a quantity after these words belongs to a name that they begin, or to a quantity ("3.1 per 1,000"). */
function endsName(words: readonly Word[], quantity: string): boolean {
  const [first, last] = [words[0]?.text ?? "", words.at(-1)?.text ?? ""];
  if (NUMBERING.test(last) || (INNER.has(last.toLowerCase()) && !isRate(words))) return true;
  const counts = followsInName(words.at(-1)) || (/[^s]s$/.test(last) && words.length > 1);
  const counted = counts && !(/^\p{Ll}/u.test(first) && /^\p{Lu}\p{Ll}/u.test(last));
  const titled = /^\p{Ll}/u.test(first) && words.slice(1).some(({ text }) => /^\p{Lu}\p{Ll}/u.test(text)) && !counted;
  if (titled || hasKnownUnit(quantity)) return titled;
  const coded = /^\p{Lu}{2,}$/u.test(last) && namesProperty(words.at(-2));
  // Names end in whole numbers.
  const ranked = RANKING.has(lower(words[0])) && words.every(({ text }) => /^\p{Ll}+$/u.test(text));
  const named = NAMING.has(lower(words[0])) && !ranked && words.length > 1 && !counted && /^\p{Nd}+$/u.test(quantity);
  return coded || named;
}

/** The value begins where small letters give way to a capital, a digit or a quote. */
function writingBoundary(words: readonly Word[]): Boundary | null {
  const first = words[0]?.text ?? "";
  if (!/^\p{Ll}/u.test(first) && !NAMING.has(lower(words[0]))) return null;
  const word = words.findIndex(({ text }, index) => index > 0 && /^["“'‘(]?[\p{Lu}\p{Nd}]|^["“'‘#]/u.test(text));
  if (word < 1) return null;
  // After a naming word only another one may belong to the attribute: "vw 1131 deluxe" is all value in "model vw 1131 deluxe".
  const inValue = word > 1 && NAMING.has(lower(words[0])) && !namesProperty(words[word - 1]);
  const before = words[word - 1]?.text ?? "";
  return inValue || INNER.has(before.toLowerCase()) || NUMBERING.test(before) ? null : { word, sure: true };
}

/** All in small letters: known words tell; else the first word is the attribute. */
function wordBoundary(words: readonly Word[]): Boundary {
  const last = words.length - 1;
  const nothing = words.findIndex((word, index) => index > 0 && saysNothing(lower(word), index === last));
  if (nothing > 0 && nothing <= MOST_BEFORE_STATE) return { word: nothing, sure: true };
  const head = [0, 1, 2].find((index) => index < last && (index === 0 ? namesProperty(words[0]) : endsProperty(words, index)));
  if (head === undefined) return { word: isState(words) ? last : 1, sure: isState(words) };
  const word = endOfName(words, head) + 1;
  return { word, sure: head === 0 || COMPOUNDING.has(lower(words[head])) || (word === last && isState(words)) };
}

/** Index of the last word of a name whose head is at `head`: "cause of death natural", "battery charge full". */
function endOfName(words: readonly Word[], head: number): number {
  let end = head;
  while (end + 2 < words.length && (COMPOUNDING.has(lower(words[end + 1])) || (end + 3 === words.length && isState(words)))) end++;
  const goesOn = end + 3 < words.length && /^(?:of|per|to)$/.test(lower(words[end + 1])) && !STOP.has(lower(words[end + 2]));
  return goesOn ? end + 2 : end;
}

/** Whether a value that begins with this word says that there is nothing; yes and no stand alone. */
function saysNothing(word: string, isLast: boolean): boolean {
  return /^(?:none|nothing|nil|no|not)$/.test(word) || (isLast && readBoolean(word) !== null);
}

/** Longest attribute before a state or nothing, in words. */
const MOST_BEFORE_STATE = 3;

/** Words that only say how much of a state there is. */
const DEGREE = /(?:ly|ing)$|^(?:rather|quite|pretty|bit|half|almost|more|less|most)$/;

/** Whether the last word alone is the value: a state ("fruit set light"), and not the end of one ("ground soaking wet"). */
function isState(words: readonly Word[]): boolean {
  const [before, last] = [lower(words.at(-2)), lower(words.at(-1))];
  return (
    words.length - 1 <= MOST_BEFORE_STATE && STATES.has(last) && ![STATES, STOP].some((list) => list.has(before)) && !DEGREE.test(before)
  );
}

/** Whether the name of a property ends with this word. What can be measured is as often a thing ("salt lake"), so one word must follow. */
function endsProperty(words: readonly Word[], index: number): boolean {
  const isQualified = index === 1 && QUALIFYING.test(lower(words[0])) && NAMING.has(lower(words[1]));
  return COMPOUNDING.has(lower(words[index])) || isQualified || (followsInName(words[index]) && index === words.length - 2);
}

/** Adjectives that stand before the name of a property: "nearest town", "ruling king". */
const QUALIFYING = /^(?:main|home|next|previous|current|favou?rite|chief|birth|other|\p{L}{2,}(?:est|al|ary|ive|ous|ern|ing))$/u;

function namesProperty(word: Word | undefined): boolean {
  return NAMING.has(lower(word)) || followsInName(word);
}

/** Endings of words for qualities and processes: variability, affiliation, darkness. */
const ABSTRACT = /\p{L}{3}(?:ity|tion|sion|ness|ment|ance|ence|ancy|ency|ature)$/u;

/** Whether a word can be the later one in a name of several. */
function followsInName(word: Word | undefined): boolean {
  return COMPOUNDING.has(lower(word)) || MEASURING.has(lower(word)) || ABSTRACT.test(lower(word));
}

function lower(word: Word | undefined): string {
  return word?.text.toLowerCase() ?? "";
}
