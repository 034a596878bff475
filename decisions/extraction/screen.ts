import { attributeIn, isAttribute } from "./attribute.js";
import { isMeasured, leadingQuantity } from "./quantities.js";
import { split, within, type Pair, type Span } from "./span.js";

/** A label on a screen: words without digits, one of them of three letters or an abbreviation in capitals. */
const LABEL = /^\p{L}[\p{L}&%/()'’. -]*$/u;
/** Longest value that is not measured, in words. */
const MOST_WORDS = 4;

/** Between the columns of a line. */
const COLUMNS = /\s{3,}/g;

/** What a line of a screen gives. */
interface Row {
  readonly pairs: readonly Pair[];
  /** Lines used: 2 when the values stand below their labels. */
  readonly lines: number;
}

/**
 * Labels and values as a screen shows them, from text that a picture reader found, columns apart by three spaces:
 * `Time in range   82 %`, `Weight: 70 kg`, several in a line, or labels with their values in the next line. Words count as
 * values only beside two measured pairs, and fewer than two pairs in a picture are taken for chance.
 */
export function screenPairs(text: string): Pair[] {
  const lines = split({ text, start: 0 }, /\r?\n/g).filter((line) => line.text !== "");
  const pairs: Pair[] = [];
  for (let at = 0; at < lines.length;) {
    const row = rowAt(lines[at] as Span, lines[at + 1]);
    pairs.push(...row.pairs);
    at += row.lines;
  }
  const measured = pairs.filter(({ value }) => isMeasured(value.text));
  if (measured.length > 1) return pairs;
  return pairs.length > 1 ? measured : [];
}

function rowAt(line: Span, below: Span | undefined): Row {
  const columns = split(line, COLUMNS);
  const stacked = below === undefined ? [] : stackedPairs(columns, split(below, COLUMNS));
  return stacked.length > 0 ? { pairs: stacked, lines: 2 } : { pairs: linePairs(line), lines: 1 };
}

/** Pairs within one line: `Label: value`, two columns, or label and quantity again and again. */
function linePairs(line: Span): Pair[] {
  const cells = split(line, COLUMNS);
  const parts = cells.length === 2 ? cells : split(line, /\s*[:=|]\s*(?=\S)/g);
  const [label, value] = parts;
  if (parts.length === 2 && label !== undefined && value !== undefined && isLabel(label.text) && isShort(value.text))
    return [{ attribute: attributeIn(label).text, value: measuredPart(value) }];
  return quantitiesAlong(line);
}

/** A value cell without the unread rest after its number. */
function measuredPart(value: Span): Span {
  const quantity = leadingQuantity(value.text);
  return quantity !== null && hasNoWords(value.text.slice(quantity.length)) ? within(value, 0, quantity.length) : value;
}

function quantitiesAlong(line: Span): Pair[] {
  const pairs: Pair[] = [];
  let rest = line;
  for (;;) {
    const number = /(?<=^|\s|[:=|])[-+−]?(?:\p{Sc}\s?)?\d/u.exec(rest.text);
    const value = number === null ? null : leadingQuantity(rest.text.slice(number.index));
    const label = number === null ? "" : within(rest, 0, number.index).text.replace(/[\s.·:=|_-]+$/, "");
    if (number === null || value === null || !isLabel(label)) return hasNoWords(rest.text) ? pairs : [];
    pairs.push({ attribute: label, value: within(rest, number.index, number.index + value.length) });
    rest = within(rest, number.index + value.length);
  }
}

/** As many values as labels, one below each; at least one of them measured. */
function stackedPairs(labels: readonly Span[], values: readonly Span[]): Pair[] {
  if (labels.length !== values.length || !labels.every(({ text }) => isLabel(text)) || !values.every(({ text }) => isShort(text)))
    return [];
  const pairs = labels.map((label, column) => ({ attribute: label.text, value: measuredPart(values[column] as Span) }));
  return pairs.some(({ value }) => isMeasured(value.text)) ? pairs : [];
}

function isShort(text: string): boolean {
  return isMeasured(text) || (/^[\p{L}\p{N}]/u.test(text) && text.split(/\s+/).length <= MOST_WORDS);
}

function hasNoWords(text: string): boolean {
  return !/\p{L}{2}/u.test(text);
}

function isLabel(text: string): boolean {
  return LABEL.test(text) && /\p{L}{3}|^[A-Z]{2}/u.test(text) && isAttribute(text);
}
