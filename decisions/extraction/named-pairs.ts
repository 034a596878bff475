import { attributeIn, isAttribute, isLabelled, isPhrasal } from "./attribute.js";
import { chain, pair, type Reader } from "./chain.js";
import { afterFrame, holdsFrame } from "./frame.js";
import { isNaming, mostlyNaming } from "./naming.js";
import { isMeasured } from "./quantities.js";
import { within, type Pair, type Span } from "./span.js";

/** `attribute = value; attribute = value`, as captions have it. One pair alone counts when it is measured or a naming word has a short value. */
export function equalsChain(statement: Span): Pair[] {
  if (!/[^=<>!]=[^=>]/.test(statement.text) || /`|\w\(|==|=>|\+=|(?<!\p{L})\p{L}\s*[+*^]\s*\p{L}(?!\p{L})/u.test(statement.text)) return [];
  const pairs = chain(statement, equalsPair);
  return pairs.length > 1
    ? pairs
    : pairs.filter(
        ({ attribute, value }) => isMeasured(value.text) || (isNaming(attribute) && /^[\p{L}\p{N}][^=,]{0,40}$/u.test(value.text)),
      );
}

const equalsPair: Reader = (segment, first) => {
  const sign = /(?<![=<>!])\s*=\s*(?![=>])/.exec(segment.text);
  if (sign === null) return null;
  const left = attributeIn(within(segment, 0, sign.index));
  return pair(first ? afterFrame(left) : left, within(segment, sign.index + sign[0].length));
};

/**
 * `the attribute was value; the attribute was value`. Between semicolons texts count as values too; between commas only
 * beside a measured value and when the attribute is a naming word.
 */
export function beingChain(statement: Span): Pair[] {
  if (!/\s(?:was|is|were|are|=)\s/.test(statement.text)) return [];
  return beingRecord(chain(statement, beingPair), statement.text.includes("; "), POINTED.test(statement.text));
}

/** Sentences from the first on that each say what one attribute was: their pairs, and how many they are. */
export function beingSentences(sentences: readonly Span[]): { readonly pairs: readonly Pair[]; readonly length: number } | null {
  const pairs: Pair[] = [];
  for (const sentence of sentences) {
    const own = /^(?:the|my|our)\s/i.test(sentence.text) ? beingPair(sentence, false) : null;
    if (own === null) break;
    pairs.push(own);
  }
  return pairs.length < 2 ? null : { pairs: beingRecord(pairs, false, false), length: pairs.length };
}

function beingRecord(pairs: readonly Pair[], bySemicolon: boolean, pointed: boolean): Pair[] {
  if (pairs.length === 1 && pointed)
    return pairs.filter(({ attribute, value }) => isNaming(attribute) && /^["“'‘]?[\p{Lu}\p{Nd}]/u.test(value.text));
  if (pairs.length < 2) return [];
  const measured = pairs.filter(({ value }) => isMeasured(value.text));
  const whole = pairs.length > 2 && pairs.every(({ value }) => !OPINION.test(value.text));
  const record = measured.length > (bySemicolon || whole ? 0 : 1);
  const plausible = ({ attribute, value }: Pair) =>
    isMeasured(value.text) ||
    (value.text.split(" ").length <= 8 && (record || (!OPINION.test(value.text) && (bySemicolon || isNaming(attribute)))));
  const kept = pairs.filter(plausible);
  const told = bySemicolon
    ? mostlyNaming(kept) || (kept.length === pairs.length && pointed)
    : whole && kept.length === pairs.length && kept.every(({ value }) => /^["“'‘]?[\p{Lu}\p{Nd}]/u.test(value.text));
  return measured.length > 0 || told ? kept : [];
}

/** A frame and a colon, or nothing, before clauses that each begin with "the" in a small letter. */
const POINTED = /^(?:[^:;]{3,60}:\s+)?the\s[^;]+(?:;\s+(?:and\s+)?the\s[^;]+)+$|^[^:;]{3,60}:\s+the\s[^;,:]{3,60}$/;

/** Values that judge instead of naming. */
const OPINION =
  /^(?:(?:nice|good|great|bad|fine|ok|okay|amazing|awesome|awful|terrible|horrible|lovely|beautiful|perfect|wonderful|excellent|delicious|fantastic|incredible|fun|cool|hard|easy|slow|fast|quick|cold|hot|warm|big|small|long|short|clear|busy|full|empty|quiet|loud)$|(?:so|too|very|really|quite|pretty|just|still|also|not|now|always|never|a bit|a little|such|more|less|as|perfect|great|good enough|like|there|here|in|on|at)\s)/;

/** Where a frame before the first attribute may end. */
const FRAME_SIGNS = /[:;,!(]\s+|\(|(?<=\s)(?:[-–—|·•→]|[-=]>)\s+/g;

const beingPair: Reader = (segment, first) => {
  const starts = first ? [0, ...[...segment.text.matchAll(FRAME_SIGNS)].map((mark) => mark.index + mark[0].length)] : [0];
  for (const start of starts) {
    const inner = within(segment, start);
    const verb = /\s+(?:was|is|were|are|came to|reached|measured|stood at)\s+/.exec(inner.text);
    if (verb === null) return null;
    const attribute = attributeIn(within(inner, 0, verb.index));
    const value = within(inner, verb.index + verb[0].length);
    if ((isAttribute(attribute.text) || isPhrasal(attribute.text)) && value.text !== "") return { attribute: attribute.text, value };
  }
  return null;
};

/** `attribute: value, attribute: value`, after a frame that may end in a colon too. */
export function colonChain(statement: Span): Pair[] {
  const colons = statement.text.match(/:\s/g)?.length ?? 0;
  if (colons < 2) return [];
  const lower = /[,;]\s+\p{Ll}[^,;:]*:\s/u.test(statement.text);
  const pairs = chain(statement, (segment, first) => colonPair(segment, first, lower));
  const measured = pairs.some(({ value }) => isMeasured(value.text));
  return pairs.length > 1 && (measured || mostlyNaming(pairs) || (lower && statement.text.includes(";"))) ? pairs : [];
}

/**
 * The colon after an attribute: the first whose attribute is a naming word, else the first before a measured value, else the
 * first. `lower`: the other attributes are written small, so a capitalised frame of the first is none.
 */
function colonPair(segment: Span, first: boolean, lower: boolean): Pair | null {
  const found: Pair[] = [];
  const colons = [...segment.text.matchAll(/:\s+/g)];
  let from = 0;
  for (const colon of colons) {
    const dash = Math.max(
      from,
      ...[...segment.text.slice(0, colon.index).matchAll(/\s[-–—]\s+/g)].map((mark) => mark.index + mark[0].length),
    );
    const before = attributeIn(within(segment, dash, colon.index));
    const left = first && (!isLabelled(before.text) || holdsFrame(before.text)) ? afterFrame(before) : before;
    const framed = first && lower && colons.length > 1 && isFrame(left.text, segment.text.slice(colon.index + colon[0].length));
    const one = framed ? null : pair(left, within(segment, colon.index + colon[0].length));
    if (one !== null) found.push(one);
    from = colon.index + colon[0].length;
  }
  return found.find(({ attribute }) => isNaming(attribute)) ?? found.find(({ value }) => isMeasured(value.text)) ?? found[0] ?? null;
}

/** Whether a text before a colon only introduces: capitals before what is written small, else a capitalised word ("Panel: US share: 5"). */
function isFrame(text: string, after: string): boolean {
  return /^\p{Ll}/u.test(after) ? /^\p{Lu}/u.test(text) : /^\p{Lu}\p{Ll}+(?:\s|$)/u.test(text);
}
