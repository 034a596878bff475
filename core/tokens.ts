import snowball from "snowball-stemmers";
import { STOP_WORDS } from "./stop-words.js";

/** Dropped from words: soft hyphens, joiners, marks of direction and the like. */
const INVISIBLE = /\u00AD|\u034F|\u061C|[\u200C-\u200F\u202A-\u202E\u2060-\u206F]|[\uFE00-\uFE0F]/g;
/** Numbers whole (`1,250.5`, `3.14`), then words; an apostrophe within a word ends it, and a possessive is left out. */
const WORD = /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\p{L}\d])|(?<!\d[.,])\d+[.,]\d+(?![.,]?[\p{L}\d])|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const POSSESSIVE = /(?<=\p{L})['’]s(?![\p{L}\p{N}])/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
/** Scripts that write no spaces and whose words only a dictionary can tell. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const DICTIONARY = new Intl.Segmenter("th", { granularity: "word" });

/**
 * A text as it is compared: without case (the same in every locale, so that `İzmir`, `IZMIR` and `izmir` are one), accents,
 * width and invisible characters, and with ASCII digits.
 */
export function folded(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036F]/g, "")
    .normalize("NFC")
    .replace(INVISIBLE, "");
  const lower = plain.toLowerCase().replace(/ı/g, "i").replace(/ß/g, "ss").replace(/ς/g, "σ");
  return lower.replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit)));
}

/** The words of a text in order. Nothing in it is an operator. Chinese, Japanese and Korean give characters and pairs of them. */
export function words(text: string): string[] {
  const found = folded(text).replace(POSSESSIVE, "").match(WORD) ?? [];
  return found.flatMap((word) => (/^[\d.,]+$/.test(word) ? [numeral(word)] : splitScripts(word)));
}

/** The words that carry meaning, as stems: without function words and single letters. */
export function terms(text: string): string[] {
  return words(text)
    .filter((word) => !STOP_WORDS.has(word) && !/^[a-z]$/.test(word))
    .map(stem);
}

const english = snowball.newStemmer("english");
const stems = new Map<string, string>();
/** Stems kept at hand: more than the words of a long life's chats. */
const KEPT = 100_000;

/** The stem of an English word in lower case; any other word as it is. */
export function stem(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= KEPT) stems.clear();
  const made = english.stem(word);
  stems.set(word, made);
  return made;
}

/** Thousands commas dropped; any other comma is a decimal one. */
function numeral(word: string): string {
  return /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(word) ? word.replace(/,/g, "") : word.replace(",", ".");
}

function splitScripts(word: string): string[] {
  if (/^[\x20-\x7F]*$/.test(word)) return [word];
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: run } of word.matchAll(CJK)) {
    parts.push(...spelt(word.slice(from, index)), ...characters(run));
    from = index + run.length;
  }
  return [...parts, ...spelt(word.slice(from))];
}

function spelt(word: string): string[] {
  if (word === "") return [];
  if (!UNSPACED.test(word)) return [word];
  return [...DICTIONARY.segment(word)].filter(({ isWordLike }) => isWordLike === true).map(({ segment }) => segment);
}

function characters(run: string): string[] {
  const single = [...run];
  return [...single, ...single.slice(1).map((character, index) => `${single[index]}${character}`)];
}

/** Decimal digits of every script stand in rows of ten that begin with their zero. */
function digitValue(digit: string): number {
  let value = 0;
  for (let code = (digit.codePointAt(0) ?? 0) - 1; value < 10 && /\p{Nd}/u.test(String.fromCodePoint(code)); code--) value++;
  return value % 10;
}
