import { attributeIn, isAttribute, isLabelled, isPhrasal } from "./attribute.js";
import { afterFrame } from "./frame.js";
import { isNaming, mostlyNaming } from "./naming.js";
import { isMeasured } from "./quantities.js";
import { join, split, within, type Pair, type Span } from "./span.js";

/** One segment read as attribute, connector and value. */
type Reader = (segment: Span, first: boolean) => Pair | null;

/** `attribute = value; attribute = value`, as captions have it. One pair alone counts only when it is measured. */
export function equalsChain(statement: Span): Pair[] {
  if (!/[^=<>!]=[^=>]/.test(statement.text) || /`|\w\(|==|=>|\+=|(?<!\p{L})\p{L}\s*[+*^]\s*\p{L}(?!\p{L})/u.test(statement.text)) return [];
  const pairs = chain(statement, equalsPair);
  return pairs.length > 1 ? pairs : pairs.filter(({ value }) => isMeasured(value.text));
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
  const bySemicolon = statement.text.includes("; ");
  const pairs = chain(statement, beingPair);
  if (pairs.length < 2) return [];
  const measured = pairs.filter(({ value }) => isMeasured(value.text));
  const record = measured.length > (bySemicolon ? 0 : 1);
  const plausible = ({ attribute, value }: Pair) =>
    isMeasured(value.text) ||
    (value.text.split(" ").length <= 8 && (record || (!OPINION.test(value.text) && (bySemicolon || isNaming(attribute)))));
  const kept = pairs.filter(plausible);
  const told = bySemicolon && (mostlyNaming(kept) || (kept.length === pairs.length && POINTED.test(statement.text)));
  return measured.length > 0 || told ? kept : [];
}

/** A frame and a colon, or nothing, before clauses that each begin with "the" in a small letter. */
const POINTED = /^(?:[^:;]{3,60}:\s+)?the\s[^;]+(?:;\s+(?:and\s+)?the\s[^;]+)+$/;

/** Values that judge instead of naming. */
const OPINION =
  /^(?:(?:nice|good|great|bad|fine|ok|okay|amazing|awesome|awful|terrible|horrible|lovely|beautiful|perfect|wonderful|excellent|delicious|fantastic|incredible|fun|cool|hard|easy|slow|fast|quick|cold|hot|warm|big|small|long|short|clear|busy|full|empty|quiet|loud)$|(?:so|too|very|really|quite|pretty|just|still|also|not|now|always|never|a bit|a little|such|more|less|as|perfect|great|good enough|like|there|here|in|on|at)\s)/;

const beingPair: Reader = (segment, first) => {
  const starts = first ? [0, ...[...segment.text.matchAll(/:\s+|\s[-–—]\s+|,\s+/g)].map((mark) => mark.index + mark[0].length)] : [0];
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
  const pairs = chain(statement, (segment, first) => colonPair(segment, first && lower));
  const measured = pairs.some(({ value }) => isMeasured(value.text));
  return pairs.length > 1 && (measured || mostlyNaming(pairs) || (lower && statement.text.includes(";"))) ? pairs : [];
}

/**
 * The colon after an attribute: the first whose attribute is a naming word, else the first before a measured value, else the
 * first. `lower`: the other attributes are written small, so a capitalised frame is none.
 */
function colonPair(segment: Span, lower: boolean): Pair | null {
  const found: Pair[] = [];
  const colons = [...segment.text.matchAll(/:\s+/g)];
  let from = 0;
  for (const colon of colons) {
    const dash = Math.max(
      from,
      ...[...segment.text.slice(0, colon.index).matchAll(/\s[-–—]\s+/g)].map((mark) => mark.index + mark[0].length),
    );
    const left = attributeIn(within(segment, dash, colon.index));
    const framed = lower && colons.length > 1 && isFrame(left.text, segment.text.slice(colon.index + colon[0].length));
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

/**
 * Reads a statement's segments one after another. The separator is `;` where there is one, else `,` (or "and"). A segment
 * that is no pair belongs to the value before it: values hold separators too, unless they are measured.
 */
function chain(statement: Span, read: Reader): Pair[] {
  const segments = split(statement, statement.text.includes(";") ? /\s*;\s+/g : /\s*,\s+(?:and\s+)?|\s+and\s+(?=the\s)/g).filter(
    ({ text }) => text !== "",
  );
  const pairs: Pair[] = [];
  for (const segment of segments) {
    const found = read(segment, pairs.length === 0);
    const last = pairs.at(-1);
    if (found !== null) pairs.push(found);
    else if (last !== undefined && !isMeasured(last.value.text))
      pairs[pairs.length - 1] = { ...last, value: join(statement, last.value, segment) };
  }
  return pairs;
}

/** Two spans around a colon or an equals sign as a pair, when the first can be an attribute. */
export function pair(attribute: Span, value: Span): Pair | null {
  return value.text !== "" && isLabelled(attribute.text) ? { attribute: attribute.text, value } : null;
}
