import { stemOf, wordsOf, type Word } from "./words.js";

/** Where a question names a value: places of its first word and of the one after its last. */
export interface ValueSpan {
  readonly from: number;
  readonly to: number;
  /** 1: word for word; less for another form of the word, or for the beginning of a longer value. */
  readonly strength: number;
}

const ARTICLES = new Set(["the", "a", "an"]);
const FORM_STRENGTH = 0.8;
const BEGINNING_STRENGTH = 0.6;
/** Endings that make an adjective or a form of a noun or verb: rain → rainy, Europe → European. */
const ENDING = /^(?:s|es|y|ny|my|gy|ty|ly|n|an|ean|ian|ese|ish|ed|ing|er|ers|ic|al)$/;
const NATIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    american: ["usa", "us", "united states", "america"],
    british: ["uk", "united kingdom", "great britain", "britain", "england"],
    english: ["england", "uk"],
    german: ["germany"],
    french: ["france"],
    dutch: ["netherlands", "holland"],
    chinese: ["china"],
    spanish: ["spain"],
    italian: ["italy"],
    swiss: ["switzerland"],
    swedish: ["sweden"],
    danish: ["denmark"],
    norwegian: ["norway"],
    finnish: ["finland"],
    polish: ["poland"],
    turkish: ["turkey"],
    greek: ["greece"],
    irish: ["ireland"],
    welsh: ["wales"],
    portuguese: ["portugal"],
    belgian: ["belgium"],
    brazilian: ["brazil"],
    mexican: ["mexico"],
    canadian: ["canada"],
    argentinian: ["argentina"],
    hungarian: ["hungary"],
    czech: ["czech republic", "czechia"],
    thai: ["thailand"],
  }),
);

/** A value cut into words as a question is; a leading article may be left out in the question. */
export function valueWords(value: string): string[] {
  const folds = wordsOf(value).map(({ fold }) => fold);
  return folds.length > 1 && ARTICLES.has(folds[0] ?? "") ? folds.slice(1) : folds;
}

/** Every place where a question names a value. */
export function valueSpans(question: readonly Word[], value: readonly string[]): ValueSpan[] {
  if (value.length === 0) return [];
  const exact = places(question, (at) => value.every((word, offset) => question[at + offset]?.fold === word)).map((from) => ({
    from,
    to: from + value.length,
    strength: 1,
  }));
  if (exact.length > 0) return exact;
  const forms = value.length > 2 ? [] : formSpans(question, value);
  return forms.length > 0 ? forms : beginningSpans(question, value);
}

function places(question: readonly Word[], test: (at: number) => boolean): number[] {
  return question.flatMap((_, at) => (test(at) ? [at] : []));
}

/** One word that is another form of the value. */
function formSpans(question: readonly Word[], value: readonly string[]): ValueSpan[] {
  const whole = value.join(" ");
  return places(question, (at) => isFormOf(question[at], whole)).map((from) => ({ from, to: from + 1, strength: FORM_STRENGTH }));
}

function isFormOf(word: Word | undefined, value: string): boolean {
  if (word === undefined) return false;
  if (word.stem === stemOf(value) && !/[\d ]/.test(value)) return true;
  if (NATIONS.get(word.fold)?.includes(value) === true) return true;
  if (value.length < 3 || /[\d ]/.test(value)) return false;
  if (word.fold.startsWith(value)) return ENDING.test(word.fold.slice(value.length)) || word.fold === `${value}${value.at(-1)}y`;
  const bare = value.replace(/[ey]$/, "");
  return bare.length >= 3 && bare !== value && word.fold.startsWith(bare) && ENDING.test(word.fold.slice(bare.length));
}

/** The first words of a longer value, at least two. */
function beginningSpans(question: readonly Word[], value: readonly string[]): ValueSpan[] {
  for (let length = value.length - 1; length >= 2; length--) {
    const found = places(question, (at) => value.slice(0, length).every((word, offset) => question[at + offset]?.fold === word));
    if (found.length > 0) return found.map((from) => ({ from, to: from + length, strength: BEGINNING_STRENGTH * (length / value.length) }));
  }
  return [];
}

/** Values that a question names, at most `limit`, those named by most words first. */
export function mentionedValues(
  question: readonly Word[],
  values: readonly { readonly text: string; readonly words: readonly string[] }[],
  limit: number,
): string[] {
  const beginnings = new Set(question.map(({ fold }) => fold.slice(0, 2)));
  const nations = new Set(question.flatMap(({ fold }) => NATIONS.get(fold) ?? []));
  return values
    .filter(({ words }) => beginnings.has((words[0] ?? "").slice(0, 2)) || nations.has(words.join(" ")))
    .map(({ text, words }) => ({
      text,
      covered: Math.max(0, ...valueSpans(question, words).map(({ from, to, strength }) => (to - from) * strength)),
    }))
    .filter(({ covered }) => covered > 0)
    .toSorted((a, b) => b.covered - a.covered)
    .slice(0, limit)
    .map(({ text }) => text);
}
