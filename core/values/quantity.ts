import { canonicalUnit, convertUnit, isCurrency } from "../units.js";
import { NUMERAL, readNumber, type NumberContext } from "./number.js";

/** A number with its unit, canonical or the source's own word. */
export interface Quantity {
  readonly number: number;
  readonly unit: string | null;
  readonly note: string | null;
}

const SIGN = String.raw`[+-]`;
const CURRENCY_SIGN = String.raw`(?:(?:[A-Z]{1,3})?\p{Sc}|[A-Z]{3}(?![\p{L}]))`;
const QUANTITY = new RegExp(
  `^(?<sign>${SIGN})?\\s*(?<currency>${CURRENCY_SIGN})?\\s*(?<inner>${SIGN})?(?<numeral>${NUMERAL})(?<rest>.*)$`,
  "u",
);

/** Words before a number that weaken it, with what they are noted as. */
const HEDGES: readonly (readonly [RegExp, string])[] = [
  [/^(?:about|around|approximately|approx\.?|roughly|nearly|almost|circa|ca\.?|some|~|≈)\s*(?=\S)/i, "approximate"],
  [/^(?:more than|over|at least|above|minimum of|min\.|>=?|≥)\s*(?=\S)/i, "a lower bound"],
  [/^(?=[^<>~]*\d\s*(?:\+|or more|and up|and above|or above)$)/i, "a lower bound"],
  [/^(?:less than|fewer than|under|at most|below|up to|maximum of|max\.|<=?|≤)\s*(?=\S)/i, "an upper bound"],
];

/** `5+`, `10 or more`. */
const MORE = /\s*(?:\+|or more|and up|and above|or above)$/i;

/** Whether a quantity's note says that it was only roughly told. */
export function isHedged(note: string | null): boolean {
  return HEDGES.some(([, meaning]) => meaning === note);
}

/** Magnitudes that are words; they may stand apart from the number. */
const MAGNITUDE_WORDS: Readonly<Record<string, number>> = {
  thousand: 1e3,
  tsd: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  million: 1e6,
  millions: 1e6,
  mio: 1e6,
  mln: 1e6,
  crore: 1e7,
  crores: 1e7,
  billion: 1e9,
  billions: 1e9,
  bn: 1e9,
  mrd: 1e9,
  millionen: 1e6,
  millones: 1e6,
  milioni: 1e6,
  milhões: 1e6,
  miljoen: 1e6,
  milliard: 1e9,
  milliards: 1e9,
  milliarde: 1e9,
  milliarden: 1e9,
  miliardi: 1e9,
  miljard: 1e9,
  tausend: 1e3,
  hundred: 1e2,
  dozen: 12,
  trillion: 1e12,
  trillions: 1e12,
  tn: 1e12,
};
/** Letters that scale when they touch the number; `m` and `t` only money, which has no metres and tonnes. */
const SUFFIXES: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, mn: 1e6, mm: 1e6, B: 1e9, b: 1e9, m: 1e6, t: 1e12, T: 1e12 };
const MONEY_ONLY = new Set(["m", "t", "T", "b", "mm"]);

/** Pairs that people say together, larger first, with how many of the smaller make the larger. */
const COMPOUNDS: Readonly<Record<string, number>> = {
  "ft in": 12,
  "h min": 60,
  "min s": 60,
  "lb oz": 16,
  "st lb": 14,
  "day h": 24,
  "m cm": 100,
  "kg g": 1000,
  "km m": 1000,
  "week day": 7,
  "year month": 12,
};

/**
 * Reads a whole text as one quantity: sign, currency before or after, magnitude, unit; `(2,300)` is negative, as in
 * accounts; `8/10` counts out of ten; `5 ft 11 in` is one length in the smaller unit. Null when it is anything else.
 */
export function readQuantity(text: string, context: NumberContext = {}): Quantity | null {
  const accounting = /^\((.*)\)$/.exec(text);
  if (accounting !== null) return negated(readQuantity((accounting[1] ?? "").trim(), context));
  const trailing = /^([^-+]*\d)-$/.exec(text)?.[1];
  if (trailing !== undefined) return readQuantity(`-${trailing}`, context);
  for (const [words, meaning] of HEDGES) {
    const said = words.exec(text);
    if (said === null) continue;
    const inner = readQuantity(text.slice(said[0].length).replace(MORE, ""), context);
    return inner === null ? null : { ...inner, note: inner.note ?? meaning };
  }
  return readMarks(text, context) ?? readFraction(text, context) ?? readPlain(text, context) ?? readCompound(text, context);
}

function negated(quantity: Quantity | null): Quantity | null {
  return quantity === null
    ? null
    : { ...quantity, number: -Math.abs(quantity.number), note: quantity.note ?? "brackets are read as a negative number" };
}

/** `8/10`, `4.5 out of 5 stars`. */
function readMarks(text: string, context: NumberContext): Quantity | null {
  const marks = /^(\d+(?:[.,]\d+)?) ?(?:\/|out of) ?(5|10|20|100)(?: (?:stars?|points?))?$/i.exec(text);
  const number = marks === null ? null : readNumber(marks[1] ?? "", context);
  return number === null || number.number > Number(marks?.[2])
    ? null
    : { number: number.number, unit: `/${marks?.[2]}`, note: number.note };
}

/** `1 1/2 cups`, `3/4 cup`. A bare `3/4` stays text: it may be a date. */
function readFraction(text: string, context: NumberContext): Quantity | null {
  const fraction = /^(?:(\d+) )?([1-9])\/([2-9]|16)(?= ?\p{L}|$)(.*)$/u.exec(text);
  if (fraction === null || (fraction[1] === undefined && fraction[4] === "")) return null;
  const unit = readPlain(`1${fraction[4]}`, context);
  return unit === null ? null : { ...unit, number: unit.number * (Number(fraction[1] ?? 0) + Number(fraction[2]) / Number(fraction[3])) };
}

function readPlain(text: string, context: NumberContext): Quantity | null {
  const { sign, currency, inner, numeral = "", rest = "" } = QUANTITY.exec(text)?.groups ?? {};
  const money = currency === undefined ? null : canonicalUnit(currency);
  if (numeral === "" || (currency !== undefined && (money === null || !isCurrency(money)))) return null;
  const tail = readTail(rest, money, { decade: /^[12]\d\d0$/.test(numeral), ordinal: /^(?:\d*[02-9])?1$/.test(numeral) });
  const number = tail === null ? null : readNumber(numeral, isWholeKind(tail) ? { ...context, whole: true } : context);
  if (number === null || tail === null) return null;
  const signed = number.number * tail.magnitude * (sign === "-" ? -1 : 1) * (inner === "-" ? -1 : 1);
  return { number: exact(signed, tail.magnitude), unit: tail.unit, note: number.note };
}

/** Whether three digits after a mark cannot be decimals: of an amount of money (not a price for each litre), and of things. */
function isWholeKind({ magnitude, unit }: Tail): boolean {
  const money = unit?.replace(/\/(?:h|day|week|month|year)$/, "") ?? "";
  return magnitude === 1 && (isCurrency(money) || (unit !== null && canonicalUnit(unit) === null && /^\p{Ll}{3,}s$/u.test(unit)));
}

/** Scaling by powers of ten leaves no float remainder: `3.7 million` is 3700000. */
function exact(number: number, magnitude: number): number {
  return magnitude === 1 ? number : Number(number.toPrecision(15));
}

interface Tail {
  readonly magnitude: number;
  readonly unit: string | null;
}

/** What follows the numeral: magnitude, then unit or currency. Null when it is neither. */
function readTail(rest: string, money: string | null, { decade, ordinal }: { decade: boolean; ordinal: boolean }): Tail | null {
  const text = rest.trim();
  if (text === "") return { magnitude: 1, unit: money };
  const apart = rest.startsWith(" ");
  const [, word = "", after = ""] = /^-?(\p{L}+)\.?(?![\p{L}\d/²³^])(.*)$/u.exec(text) ?? [];
  const scaled = MAGNITUDE_WORDS[word.toLowerCase()] ?? (apart ? undefined : suffix(word, money ?? currencyIn(after)));
  if (scaled !== undefined) {
    const unit = readUnit(after.trim().replace(/^(?:d['’]|(?:de|of) )/i, ""), money);
    return unit === undefined ? null : { magnitude: scaled, unit };
  }
  // `1990s` is a decade, `120/80` no marks out of eighty.
  if (/^\/ ?\d/.test(text) || (text === "s" && !apart && decade)) return null;
  // `21st` is a place in an order, `11st` a weight.
  if (text === "st" && !apart && ordinal) return null;
  const unit = readUnit(text.replace(/^-(?=\p{L})/u, ""), money, apart);
  return unit === undefined ? null : { magnitude: 1, unit };
}

function suffix(word: string, money: string | null): number | undefined {
  return MONEY_ONLY.has(word) && money === null ? undefined : SUFFIXES[word];
}

function currencyIn(text: string): string | null {
  const unit = canonicalUnit(text);
  return unit !== null && isCurrency(unit) ? unit : null;
}

/** A unit's canonical form, or one own word that stands apart; undefined when the text is neither. */
function readUnit(text: string, money: string | null, apart = true): string | null | undefined {
  if (text === "") return money;
  if (money !== null) {
    if (canonicalUnit(text) === money) return money;
    const per = /^(?:\/ ?|(?:per|an?) )(.+)$/i.exec(text);
    return per === null ? undefined : `${money}/${canonicalUnit(per[1] ?? "") ?? per[1]}`;
  }
  return canonicalUnit(text) ?? (apart ? ownWord(text) : undefined);
}

/** A word that counts things (`12 visits`, `40 kg/person`), or a symbol (`400 IU`, `2 mIU/l`). Other capitals make a name (`12 Monkeys`). */
function ownWord(text: string): string | undefined {
  if (/^(?:st|nd|rd|th|am|pm)$/i.test(text)) return undefined;
  return /^(?:\p{Ll}[\p{Ll}-]{1,20}|\p{Lu}{2,3}|\p{Ll}{1,2}\p{Lu}{1,3})(?:\/[\p{L}-]{1,20})?$/u.test(text) ? text : undefined;
}

function readCompound(text: string, context: NumberContext): Quantity | null {
  const feet = text.replace(
    /^(\d+) ?['′] ?(?:(\d+(?:\.\d+)?) ?(?:"|″|''))?$/,
    (_, whole: string, inches?: string) => `${whole} ft${inches === undefined ? "" : ` ${inches} in`}`,
  );
  const parts = new RegExp(`^(${NUMERAL} ?\\p{L}+\\.?),?(?: and)? ?(${NUMERAL} ?\\p{L}+\\.?)$`, "u").exec(feet);
  if (parts === null) return feet === text ? null : readPlain(feet, context);
  const [large, small] = [readPlain(parts[1] ?? "", context), readPlain(parts[2] ?? "", context)];
  if (large === null || small === null || COMPOUNDS[`${large.unit} ${small.unit}`] === undefined) return null;
  const times = COMPOUNDS[`${large.unit} ${small.unit}`] ?? 1;
  return small.number >= times ? null : { number: large.number * times + small.number, unit: small.unit, note: large.note ?? small.note };
}

/** Two quantities as the ends of one range, in one unit; null when they are none. */
export function sameUnitPair(low: Quantity, high: Quantity): readonly [number, number, string | null] | null {
  if (low.unit === high.unit || high.unit === null) return [low.number, high.number, low.unit];
  if (low.unit === null) return [low.number, high.number, high.unit];
  const converted = convertUnit(low.number, low.unit, high.unit);
  return converted === null ? null : [converted, high.number, high.unit];
}
