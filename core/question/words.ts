import { folded, terms } from "../tokens.js";

/** A word, number or date of a question, with its place in the text. */
export interface Word {
  readonly text: string;
  /** Without case and accents; a possessive ending is dropped. */
  readonly fold: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** Begins with a capital letter although it does not begin a sentence. */
  readonly capital: boolean;
}

/** ISO dates whole, then numbers with their separators, then words; an apostrophe inside a word belongs to it. Signs of order too. */
const WORD =
  /\d{4}-\d{2}(?:-\d{2}(?:T[\d:]+)?)?(?![\p{L}\d])|\d[\d.,]*\d(?![\p{L}\d])|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*|[<>]=?|[≤≥≠]|!=/gu;

/** The words of a text. Names of columns and values are cut in the same way, so that equal texts give equal words. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => {
    const fold = folded(word.replace(/['’]s$/i, "").replace(/['’]/g, ""));
    const opens = /(?:^|[.!?:]\s*["“]?)$/.test(text.slice(0, index).trimEnd()) && !/["“]$/.test(text.slice(0, index));
    return { text: word, fold, stem: stemOf(fold), start: index, end: index + word.length, capital: /^\p{Lu}/u.test(word) && !opens };
  });
}

/** A name cut into words: also where a capital letter begins a word inside it (`airTemp`). */
export function nameWords(name: string): Word[] {
  return wordsOf(name.replace(/_/g, " ").replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " "));
}

export function stemOf(word: string): string {
  return terms(word)[0] ?? word;
}

const NUMBERS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
  "twenty",
];
const OTHER_NUMBERS: Readonly<Record<string, number>> = { dozen: 12, thirty: 30, forty: 40, fifty: 50, hundred: 100, couple: 2 };
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** A count written in a word or in figures; null for anything else. */
export function countOf(fold: string): number | null {
  if (/^\d{1,4}$/.test(fold)) return Number(fold);
  const spelt = NUMBERS.indexOf(fold);
  return spelt > 0 ? spelt : Object.hasOwn(OTHER_NUMBERS, fold) ? (OTHER_NUMBERS[fold] ?? null) : null;
}

/** `second`, `3rd`: the place in a ranking; null for anything else. */
export function ordinalOf(fold: string): number | null {
  const spelt = ORDINALS.indexOf(fold) + 1;
  return spelt > 0 ? spelt : /^\d{1,2}(?:st|nd|rd|th)$/.test(fold) ? Number.parseInt(fold, 10) : null;
}
