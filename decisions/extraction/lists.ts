import { attributeIn, isAttribute, isProseLabel } from "./attribute.js";
import { bareItem } from "./bare-pairs.js";
import { pair } from "./chain.js";
import { isNaming } from "./naming.js";
import { hasKnownUnit, isMeasured, leadingQuantity } from "./quantities.js";
import { split, within, type Pair, type Span } from "./span.js";

/** What begins an item of a list. */
const BULLET = /^\s*(?:[-*•+‣▪▸▹►◦○●■□–→⇒»›]|\p{So}\uFE0F?|\d{1,2}[.)]|\[[ xX]\])\s+(?:\[[ xX]\]\s+)?/u;
/** Between an item's attribute and its value. */
const CONNECTOR =
  /^(.{1,60}?)(?:\*\*|__)?\s*(?:(?!(?<=\d):\d):(?!\S*\/\/)(?:\*\*|__)?\s*|\s=\s|\t+|\s{3,}|\s*[–—]\s+|\s-\s|\s*→\s*|\s+\|\s+(?!.*\s\|))(?=\S)(.+)$/su;
/** An item may say it in words: `- the rating was 8`. */
const BEING = /^(.{1,60}?)\s+(?:was|is|were|are)\s+(?=\S)(.+)$/su;

/** A list item or a label line, before it is decided whether its list gives records. */
export interface Item {
  readonly pair: Pair;
  /** A bullet stood before it. */
  readonly bulleted: boolean;
}

/** `- attribute: value` and `attribute: value` on a line of its own; null for other lines. */
export function itemOf(line: Span): Item | null {
  const bullet = BULLET.exec(line.text)?.[0].length ?? 0;
  const content = within(line, bullet);
  const signed = CONNECTOR.exec(content.text);
  const told = bullet > 0 ? BEING.exec(content.text) : null;
  const parts = signed !== null && (signed[1]?.length ?? 0) <= (told?.[1]?.length ?? Infinity) ? signed : told;
  if (parts === null) {
    const bare = bullet > 0 ? bareItem(content) : null;
    return bare === null ? null : { pair: bare, bulleted: true };
  }
  const [, left = "", right = ""] = parts;
  const value = unmarked(within(content, content.text.length - right.length));
  const found = pair(attributeIn(within(content, 0, left.length)), value);
  return found === null ? null : { pair: found, bulleted: bullet > 0 };
}

/** A value without bold marks and quotes around it, and without the stop after a number. */
export function unmarked(value: Span): Span {
  const marks = /^(?:\*\*|__|[*_`"“])+(.+?)(?:\*\*|__|[*_`"”])+$/su.exec(value.text);
  const inner =
    marks?.[1] === undefined ? value : within(value, value.text.indexOf(marks[1]), value.text.indexOf(marks[1]) + marks[1].length);
  const number = /^(.*[\p{L}\p{N}%°)])[.!;,]$/u.exec(inner.text);
  return number?.[1] !== undefined && isMeasured(number[1]) ? within(inner, 0, number[1].length) : inner;
}

/** Longest text values, in words, of what a person lists, of what is listed beside no number, and of a lone item. */
const WORDS = { beside: 12, alone: 6, single: 4 } as const;

/**
 * The pairs of consecutive items. A person's list with bullets, or with a number or a code in it, is a record and
 * counts whole, as far as its values are short; other label lines count when most of their attributes are naming words. An
 * assistant's list counts only where it is measured, and when most of it is.
 */
export function itemPairs(listed: readonly Item[], byPerson: boolean): Pair[] {
  const items = byPerson ? listed.map((item) => ({ ...item, pair: withoutClause(item.pair) })) : listed;
  const measured = items.filter(({ pair }) => isMeasured(pair.value.text));
  if (!byPerson) return measured.length > 1 && measured.length * 2 > items.length ? measured.map(({ pair }) => pair) : [];
  if (items.length === 1)
    return items
      .map(({ pair }) => pair)
      .filter((pair) => isMeasured(pair.value.text) || (items[0]?.bulleted === true && isShortlyNamed(pair)));
  const bulleted = items.every((item) => item.bulleted);
  const figures = items.some(({ pair: { value } }) => isMeasured(value.text) || /^\S*\p{Nd}\S*$/u.test(value.text));
  const named = items.filter(({ pair: { attribute } }) => isNaming(attribute) && !isProseLabel(attribute)).length * 2 > items.length;
  const longest = figures ? WORDS.beside : WORDS.alone;
  return figures || named || bulleted
    ? items.map(({ pair }) => pair).filter(({ value }) => value.text.split(/\s+/).length <= longest && !isClause(value.text))
    : [];
}

/** A pair whose value is measured and followed by a clause (`45,210 km, all good`), without the clause; any other as it is. */
function withoutClause(pair: Pair): Pair {
  if (isMeasured(pair.value.text)) return pair;
  const quantity = leadingQuantity(pair.value.text);
  if (quantity === null || !(hasKnownUnit(quantity) || isNaming(pair.attribute))) return pair;
  return CLAUSE_AFTER.test(pair.value.text.slice(quantity.length)) ? { ...pair, value: within(pair.value, 0, quantity.length) } : pair;
}

/** What goes on about a measured value: after a comma, a dash or in brackets, without another figure. */
const CLAUSE_AFTER = /^(?:\s*[,;.!]\s+|\s+(?:[-–—]\s+|\())(?=[\p{L}(])[^\p{Nd}:=|]*$/u;

/** A word or few under a word that names properties: what stands alone and is still a record. */
function isShortlyNamed({ attribute, value }: Pair): boolean {
  return isNaming(attribute) && !isProseLabel(attribute) && value.text.split(/\s+/).length <= WORDS.single && !isClause(value.text);
}

/** Prose rather than a value: it speaks of someone, or goes on after a full stop. */
function isClause(text: string): boolean {
  return (
    /\b(?:you|we|they|I['’]m|it['’]s|you['’]re|don['’]t)\b|(?<!\p{Lu}\p{Ll}+ )\bI(?= \p{Ll}|['’])/u.test(text) ||
    (/[.!?]\s+\p{Lu}\p{Ll}+\s+\p{Ll}+\s+\p{Ll}+/u.test(text) && text.split(" ").length > 8)
  );
}

/**
 * `| a | b |` with its rule. One row gives each value under the name above it; so do several that begin with a date or a
 * number: these are records, and a round's row in a table holds the first. Rows that begin with a name give each value
 * under that name with the column's ("Squat reps").
 */
export function tablePairs(lines: readonly Span[]): Pair[] {
  const [header, , ...rows] = lines.map(cells);
  if (header === undefined || rows.length === 0) return [];
  if (rows.length === 1 || rows.every(([first]) => first !== undefined && isMeasured(first.text)))
    return rows.flatMap((row) => header.flatMap((name, column) => cellPair(attributeIn(name).text, row[column])));
  const generic =
    header.length === 2 && /^(?:values?|amounts?|readings?|results?|data|measurements?|figures?|numbers?|)$/i.test(header[1]?.text ?? "");
  return rows.flatMap(([name, ...values]) =>
    values.flatMap((value, column) =>
      name === undefined || (!isMeasured(value.text) && !generic)
        ? []
        : cellPair(generic ? name.text : `${name.text} ${header[column + 1]?.text.toLowerCase()}`, value),
    ),
  );
}

/** A line of names over a line of values, as a sheet is pasted: `date;weight;mood` and `2024-05-01;82 kg;good`. Not several rows. */
export function delimitedPairs([header, row, more]: readonly Span[]): Pair[] {
  if (header === undefined || row === undefined) return [];
  for (const separator of [/\t/g, /;/g, /,(?!\s)/g]) {
    const names = split(header, separator);
    const values = split(row, separator);
    if (names.length < 2 || names.length !== values.length || (more !== undefined && split(more, separator).length === names.length))
      continue;
    const named = names.every(({ text }) => isAttribute(text) && !isMeasured(text));
    const measured = values.filter(({ text }) => isMeasured(text)).length;
    const told = names.length > 2 ? measured > 0 : measured === 2 && names.every(({ text }) => isNaming(text));
    if (named && told) return names.flatMap((name, column) => cellPair(attributeIn(name).text, values[column]));
  }
  return [];
}

function cellPair(attribute: string, value: Span | undefined): Pair[] {
  return value === undefined || value.text === "" || !isAttribute(attribute) ? [] : [{ attribute, value: unmarked(value) }];
}

function cells(line: Span): Span[] {
  const from = line.text.startsWith("|") ? 1 : 0;
  const to = line.text.endsWith("|") ? line.text.length - 1 : line.text.length;
  const inside = within(line, from, to);
  const parts: Span[] = [];
  let start = 0;
  for (let at = 0; at <= inside.text.length; at++) {
    if (at < inside.text.length && (inside.text[at] !== "|" || inside.text[at - 1] === "\\")) continue;
    parts.push(unmarked(within(inside, start, at)));
    start = at + 1;
  }
  return parts;
}
