import { isAttribute, isPhrasal, withoutPointing } from "./attribute.js";
import { boundaryOf, type Word } from "./boundary.js";
import { isDeed } from "./deeds.js";
import { ADVERBS, CLAUSE } from "./lexicon.js";
import { isNaming, mostlyNaming } from "./naming.js";
import { hasKnownUnit, isMeasured } from "./quantities.js";
import { bySeparator } from "./separators.js";
import { join, split, within, type Pair, type Span } from "./span.js";

/** A pair without a connector, and how sure its boundary is. */
interface Bare extends Pair {
  /** The value is measured, or begins where the writing changes (a capital, a digit, a quote), or the attribute is a known word. */
  readonly sure: boolean;
}

/** What may stand before the first pair of a statement. */
const FRAME_ENDS =
  /[:;!]\s+|(?<=\s)(?:[-–—|·•→]|[-=]>)\s+|\b(?:showing|shows|displaying|displays|listing|lists|with|logged|recorded|noted|measured|reading|reads)\s+/gi;

/** A few words and a comma before pairs written small: `Evening note, weight 82 kg, sleep 7 h`. */
const HEADING = /^\p{Lu}[^,;:]{2,40},\s+(?=\p{Ll})/u;

/** Characters in which a frame ends. */
const LONGEST_FRAME = 120;

/**
 * `attribute value, attribute value …` with nothing between the two: "title Brazil, rating 8, genre Black Comedy". Taken
 * only when the statement consists of such pairs from its frame to its end, and enough of them are sure.
 */
export function bareChain(statement: Span, mustMeasure = false): Pair[] {
  if (!/[,;]\s|\s[|·•‖/]\s/.test(statement.text)) return mustMeasure ? [] : loneBare(statement);
  const chained = longestChain(statement, mustMeasure);
  const clause = /,\s+(?=\p{Ll})[^\p{Nd}:=|]{0,120}$/u.exec(statement.text);
  return chained.length > 0 || mustMeasure || clause === null ? chained : loneBare(within(statement, 0, clause.index));
}

function longestChain(statement: Span, mustMeasure: boolean): Pair[] {
  const cuts = frameCuts(statement).map((start) => ({ start, pairs: barePairs(within(statement, start)) }));
  const [best] = cuts
    .filter(({ start, pairs }) => pairs.length > 1 && isRecord(pairs, frameOf(statement, start), mustMeasure))
    .sort((a, b) => rank(b.pairs) - rank(a.pairs) || (mustMeasure ? b.start - a.start : 0));
  return best?.pairs.map(({ attribute, value }) => ({ attribute, value })) ?? [];
}

/** How a statement introduces its pairs: what stands after a frame, or begins with a small letter, looks like a record. */
interface Frame {
  readonly framed: boolean;
  /** By a colon, or by a sentence before. */
  readonly pointed: boolean;
}

function frameOf({ text }: Span, start: number): Frame {
  const pointed = start === 0 ? /^\p{Ll}/u.test(text) : /(?:[:;!|·•→]|[-=]>)\s*$/.test(text.slice(0, start));
  return { framed: (start > 0 && !/,\s*$/.test(text.slice(0, start))) || pointed, pointed };
}

/**
 * With a measured value a third must be sure in a frame, else more than half. Without one, and in a frame only, half, when
 * most attributes are naming words; or all after a colon, when one is and none may be a verb ("met Anna").
 */
function isRecord(pairs: readonly Bare[], { framed, pointed }: Frame, mustMeasure: boolean): boolean {
  if (new Set(pairs.map(({ attribute }) => attribute.toLowerCase())).size < pairs.length) return false;
  const share = pairs.filter(({ sure }) => sure).length / pairs.length;
  if (pairs.some(({ value }) => isMeasured(value.text))) return framed ? share >= 1 / 3 : share > 1 / 2;
  if (!framed || mustMeasure) return false;
  const naming = pairs.filter(({ attribute }) => isNaming(attribute));
  const nouns = pairs.every((pair) => naming.includes(pair) || /(?:\p{L}{5}|\s\p{L}+)(?<!ed|ing)$/u.test(pair.attribute));
  return (share >= 1 / 2 && mostlyNaming(pairs)) || (pointed && share === 1 && naming.length > 0 && nouns);
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
  const unit = found !== null && hasKnownUnit(found.value.text);
  if (found === null || !found.sure || !(isNaming(found.attribute) || (unit && isThing(found.attribute)))) return [];
  return unit || (frame !== null && found.value.text.split(" ").length <= 5) ? [{ attribute: found.attribute, value: found.value }] : [];
}

/** A word or two that are no verb and no hedge: `Groceries 12,99 €`. */
function isThing(name: string): boolean {
  const words = name.toLowerCase().split(" ");
  return /^\p{L}{3,}(?: \p{L}{2,})?$/u.test(name) && !words.some((word) => isDeed(word) || HEDGES.has(word) || /(?:ed|ing|ly)$/.test(word));
}

const HEDGES = new Set("maybe another exactly almost yet more less got took made lost won left".split(" "));

/** `- weight 82 kg`: an item of a list without a connector; null unless it is measured. */
export function bareItem(content: Span): Pair | null {
  const found = barePair(content);
  return found !== null && found.sure && isMeasured(found.value.text) ? { attribute: found.attribute, value: found.value } : null;
}

/** Where the first pair may begin: the whole statement, and after each end of a frame near its beginning. */
function frameCuts(statement: Span): number[] {
  const heading = HEADING.exec(statement.text)?.[0].length;
  const marks = [...statement.text.slice(0, LONGEST_FRAME).matchAll(FRAME_ENDS)].map((mark) => mark.index + mark[0].length);
  return [0, ...(heading === undefined ? [] : [heading]), ...marks];
}

function barePairs(statement: Span): readonly Bare[] {
  return bySeparator(statement.text, (separator) => barePairsBy(statement, separator));
}

function barePairsBy(statement: Span, separator: RegExp): readonly Bare[] {
  const segments = split(statement, separator).filter(({ text }) => text !== "");
  const pairs: Bare[] = [];
  let joined = 0;
  for (const segment of segments) {
    const found = barePair(segment);
    const last = pairs.at(-1);
    if (last === undefined && found === null) return [];
    if (found !== null && !(last !== undefined && continues(segment, last, found))) pairs.push(found);
    else if (last !== undefined) {
      if (!isMeasured(last.value.text)) pairs[pairs.length - 1] = { ...last, value: join(statement, last.value, segment) };
      joined++;
    }
  }
  return joined > pairs.length ? [] : pairs;
}

/**
 * A capitalised segment after a text value goes on with it where attributes are written small ("Tiger, Hidden Dragon"), but
 * for a measured one of capitals: "GDP per capita 1,391".
 */
function continues(segment: Span, last: Bare, found: Bare): boolean {
  const isAbbreviated = /^\p{Lu}[\p{Lu}\p{Nd}]/u.test(segment.text) && isMeasured(found.value.text);
  const isCapitalised = /^\p{Lu}/u.test(segment.text) && /^\p{Ll}/u.test(last.attribute);
  return isCapitalised && !isAbbreviated && !isMeasured(last.value.text) && !hasKnownUnit(tail(segment.text));
}

function tail(text: string): string {
  return /[-−]?\d.*$/.exec(text)?.[0] ?? "";
}

/** Splits one segment into attribute and value; null when it cannot be one. */
function barePair(segment: Span): Bare | null {
  const inner = withoutPointing(segment);
  const words = [...inner.text.matchAll(/\S+/g)].map((word): Word => ({ text: word[0], start: word.index }));
  if (words.length < 2 || words.length > 14) return null;
  const at = boundaryOf(inner, words);
  const attribute = within(inner, 0, words[at.word]?.start);
  const value = unbracketed(within(inner, words[at.word]?.start ?? 0));
  const opens = /^\p{Ll}+/u.exec(value.text)?.[0] ?? "";
  if (
    !(isAttribute(attribute.text) || isPhrasal(attribute.text)) ||
    CLAUSE.has(opens) ||
    ADVERBS.has(value.text) ||
    /^(?:at|of) /.test(value.text)
  )
    return null;
  // A capitalised word before a colon is rather a frame ("Sky session: …").
  const framed = /^\p{Lu}/u.test(attribute.text) && /:\s/.test(value.text);
  return { attribute: attribute.text, value, sure: at.sure && !framed };
}

/** `Frogs (25)` counts 25 frogs; only an account's brackets mean less than nothing. */
function unbracketed(value: Span): Span {
  return /^\([^()]*\)$/.test(value.text) ? within(value, 1, value.text.length - 1) : value;
}
