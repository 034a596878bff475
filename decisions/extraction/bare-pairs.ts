import { readBoolean } from "../../core/values/words.js";
import { isAttribute, withoutPointing } from "./attribute.js";
import { CLAUSE, COMPOUNDING, INNER, MEASURING, NAMING } from "./lexicon.js";
import { isNaming, mostlyNaming } from "./naming.js";
import { hasKnownUnit, isMeasured } from "./quantities.js";
import { join, split, within, type Pair, type Span } from "./span.js";

/** Words of a segment with their places. */
interface Word {
  readonly text: string;
  readonly start: number;
}

/** A pair without a connector, and how sure its boundary is. */
interface Bare extends Pair {
  /** The value is measured, or begins where the writing changes (a capital, a digit, a quote), or the attribute is a known word. */
  readonly sure: boolean;
}

/** What may stand before the first pair of a statement. */
const FRAME_ENDS =
  /:\s+|\s[-–—]\s+|\b(?:showing|shows|displaying|displays|listing|lists|with|logged|recorded|noted|measured|reading|reads)\s+/gi;

/** Characters in which a frame ends. */
const LONGEST_FRAME = 120;

/**
 * `attribute value, attribute value …` with nothing between the two: "title Brazil, rating 8, genre Black Comedy". Taken
 * only when the statement consists of such pairs from its frame to its end, and enough of them are sure.
 */
export function bareChain(statement: Span, mustMeasure = false): Pair[] {
  if (!/[,;]\s/.test(statement.text)) return mustMeasure ? [] : loneBare(statement);
  const cuts = frameCuts(statement).map((start) => ({ start, pairs: barePairs(within(statement, start)) }));
  const [best] = cuts.sort((a, b) => rank(b.pairs) - rank(a.pairs));
  if (best === undefined || best.pairs.length < 2) return [];
  // What stands after a frame, or begins with a small letter, looks like a record.
  const framed = best.start > 0 || /^\p{Ll}/u.test(statement.text);
  return isRecord(best.pairs, framed, mustMeasure) ? best.pairs.map(({ attribute, value }) => ({ attribute, value })) : [];
}

/** With a measured value a third must be sure in a frame, else more than half; without one half, in a frame only. */
function isRecord(pairs: readonly Bare[], framed: boolean, mustMeasure: boolean): boolean {
  if (new Set(pairs.map(({ attribute }) => attribute.toLowerCase())).size < pairs.length) return false;
  const share = pairs.filter(({ sure }) => sure).length / pairs.length;
  if (pairs.some(({ value }) => isMeasured(value.text))) return framed ? share >= 1 / 3 : share > 1 / 2;
  return framed && !mustMeasure && share >= 1 / 2 && mostlyNaming(pairs);
}

/** Which cut of the frame is right: more sure pairs, then more measured ones, then attributes all written alike. */
function rank(pairs: readonly Bare[]): number {
  const count = (test: (pair: Bare) => boolean) => pairs.filter(test).length;
  const small = count(({ attribute }) => /^\p{Ll}/u.test(attribute));
  return count(({ sure }) => sure) * 10_000 + count(({ value }) => isMeasured(value.text)) * 100 + Math.max(small, pairs.length - small);
}

/** One pair alone: a measured one with a unit ("Weight 82 kg"), or after a colon also a naming word with its value. */
function loneBare(statement: Span): Pair[] {
  const frame = /^\p{Lu}[^:]{3,60}:\s+/u.exec(statement.text);
  const found = barePair(within(statement, frame?.[0].length ?? 0));
  if (found === null || !found.sure || !isNaming(found.attribute)) return [];
  const unit = hasKnownUnit(found.value.text);
  return unit || (frame !== null && found.value.text.split(" ").length <= 5) ? [{ attribute: found.attribute, value: found.value }] : [];
}

/** `- weight 82 kg`: an item of a list without a connector; null unless it is measured. */
export function bareItem(content: Span): Pair | null {
  const found = barePair(content);
  return found !== null && found.sure && isMeasured(found.value.text) ? { attribute: found.attribute, value: found.value } : null;
}

/** Where the first pair may begin: the whole statement, and after each end of a frame near its beginning. */
function frameCuts(statement: Span): number[] {
  return [0, ...[...statement.text.slice(0, LONGEST_FRAME).matchAll(FRAME_ENDS)].map((mark) => mark.index + mark[0].length)];
}

function barePairs(statement: Span): readonly Bare[] {
  const segments = split(statement, statement.text.includes(";") ? /\s*;\s+/g : /\s*,\s+(?:and\s+)?/g).filter(({ text }) => text !== "");
  const pairs: Bare[] = [];
  let joined = 0;
  for (const segment of segments) {
    const found = barePair(segment);
    const last = pairs.at(-1);
    if (last === undefined && found === null) return [];
    if (found !== null && !(last !== undefined && continues(segment, last))) pairs.push(found);
    else if (last !== undefined) {
      if (!isMeasured(last.value.text)) pairs[pairs.length - 1] = { ...last, value: join(statement, last.value, segment) };
      joined++;
    }
  }
  return joined > pairs.length ? [] : pairs;
}

/** A capitalised segment after a text value goes on with it where attributes are written small ("Tiger, Hidden Dragon"). */
function continues(segment: Span, last: Bare): boolean {
  return (
    /^\p{Lu}/u.test(segment.text) && /^\p{Ll}/u.test(last.attribute) && !isMeasured(last.value.text) && !hasKnownUnit(tail(segment.text))
  );
}

function tail(text: string): string {
  return /[-−]?\d.*$/.exec(text)?.[0] ?? "";
}

/** Splits one segment into attribute and value; null when it cannot be one. */
function barePair(segment: Span): Bare | null {
  const inner = withoutPointing(segment);
  const words = [...inner.text.matchAll(/\S+/g)].map((word): Word => ({ text: word[0], start: word.index }));
  if (words.length < 2 || words.length > 14) return null;
  const at = measuredBoundary(inner, words) ?? writingBoundary(words) ?? wordBoundary(words);
  if (at === null) return null;
  const attribute = within(inner, 0, words[at.word]?.start);
  const value = unbracketed(within(inner, words[at.word]?.start ?? 0));
  const opens = /^\p{Ll}+/u.exec(value.text)?.[0] ?? "";
  if (!isAttribute(attribute.text) || CLAUSE.has(opens)) return null;
  // A capitalised word before a colon is rather a frame ("Sky session: …").
  const framed = /^\p{Lu}/u.test(attribute.text) && /:\s/.test(value.text);
  return { attribute: attribute.text, value, sure: at.sure && !framed };
}

/** `Frogs (25)` counts 25 frogs; only an account's brackets mean less than nothing. */
function unbracketed(value: Span): Span {
  return /^\([^()]*\)$/.test(value.text) ? within(value, 1, value.text.length - 1) : value;
}

interface Boundary {
  /** Index of the value's first word. */
  readonly word: number;
  readonly sure: boolean;
}

/** The value is the quantity at the end. A number without unit at the end of a name ("model skylark 320", "size US 7") is part of it. */
function measuredBoundary(segment: Span, words: readonly Word[]): Boundary | null {
  for (let word = 1; word < words.length; word++) {
    const quantity = segment.text.slice(words[word]?.start);
    if (!/^[-+−–~<>≤≥(]?\s?(?:[A-Z]{0,2}\p{Sc})?[\p{Nd}.]/u.test(quantity) || !isMeasured(quantity)) continue;
    const before = lower(words[word - 1]);
    const counted = followsInName(words[word - 1]) || (/[^s]s$/.test(before) && word > 1);
    const coded = /^\p{Lu}{2,}$/u.test(words[word - 1]?.text ?? "") && namesProperty(words[word - 2]) && !hasKnownUnit(quantity);
    const named = NAMING.has(lower(words[0])) && word > 1 && !counted && !hasKnownUnit(quantity);
    const titled =
      words.slice(1, word).some(({ text }) => /^\p{Lu}\p{Ll}/u.test(text)) && /^\p{Ll}/u.test(words[0]?.text ?? "") && !counted;
    return named || titled || coded ? null : { word, sure: true };
  }
  return null;
}

/** The value begins where small letters give way to a capital, a digit or a quote. */
function writingBoundary(words: readonly Word[]): Boundary | null {
  const first = words[0]?.text ?? "";
  if (!/^\p{Ll}/u.test(first) && !NAMING.has(lower(words[0]))) return null;
  const word = words.findIndex(({ text }, index) => index > 0 && /^["“'‘(]?[\p{Lu}\p{Nd}]|^["“'‘#]/u.test(text));
  if (word < 1) return null;
  // After a naming word only another one may belong to the attribute: "vw 1131 deluxe" is all value in "model vw 1131 deluxe".
  const inValue = word > 1 && NAMING.has(lower(words[0])) && !namesProperty(words[word - 1]);
  return inValue || INNER.has(lower(words[word - 1])) ? null : { word, sure: true };
}

/** All in small letters: known words tell; else the first word is the attribute. */
function wordBoundary(words: readonly Word[]): Boundary | null {
  if (words.length === 2 && readBoolean(lower(words[1])) !== null) return { word: 1, sure: true };
  const head = [0, 1, 2].find((index) => index < words.length - 1 && (index === 0 ? namesProperty(words[0]) : followsInName(words[index])));
  if (head === undefined) return { word: 1, sure: false };
  let end = head;
  while (end + 2 < words.length && COMPOUNDING.has(lower(words[end + 1]))) end++;
  if (end + 3 < words.length && INNER.has(lower(words[end + 1]))) end += 2;
  return { word: end + 1, sure: head === 0 || COMPOUNDING.has(lower(words[head])) };
}

function namesProperty(word: Word | undefined): boolean {
  return NAMING.has(lower(word)) || followsInName(word);
}

/** Whether a word can be the later one in a name of several. */
function followsInName(word: Word | undefined): boolean {
  return COMPOUNDING.has(lower(word)) || MEASURING.has(lower(word));
}

function lower(word: Word | undefined): string {
  return word?.text.toLowerCase() ?? "";
}
