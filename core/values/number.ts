/** What helps to read an ambiguous number. */
export interface NumberContext {
  /** BCP 47 tag of the text around it. */
  readonly language?: string;
  /** The decimal mark that other numbers of the text use; counts before the language. */
  readonly decimal?: "." | ",";
  /** It counts money or things: nobody writes three decimals there. Counts before the language. */
  readonly whole?: boolean;
}

/** A number as read; `note` says what was uncertain. */
export interface ReadNumber {
  readonly number: number;
  readonly note: string | null;
}

/** A numeral with or without separators, no sign: what `readNumber` takes, as a pattern for larger expressions. */
export const NUMERAL = String.raw`(?:\d(?:[\d_]|[.,'’](?=\d)| (?=\d{3}(?!\d)))*|[.,]\d+)(?:[eE][+-]?\d+(?![\p{L}\d]))?`;

const marks = new Map<string, "." | "," | undefined>();

/** The decimal mark that is known: of the text's other numbers, else of its language. */
function decimalMark({ decimal, language }: NumberContext): "." | "," | undefined {
  if (decimal !== undefined || language === undefined) return decimal;
  if (!marks.has(language)) marks.set(language, markOf(language));
  return marks.get(language);
}

/** As the locale data have it; a language that they do not know has none. The Arabic mark is read as a dot. */
function markOf(language: string): "." | "," | undefined {
  try {
    const mark = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal")?.value;
    return mark === "," ? "," : ".";
  } catch {
    return undefined;
  }
}

/**
 * Reads an unsigned numeral with its separators. Null when it is a code rather than a number: leading zeros, more digits
 * than a double holds, groups that are no thousands.
 *
 * The rule for separators: of two kinds the later one is the decimal mark; one that occurs more than once groups
 * thousands; a single one not followed by exactly three digits is the decimal mark; a single one followed by three is read
 * as the text's other numbers say, else groups thousands of money and of things, else is read as the language says. Without
 * any of these `1,234` is a thousand (`1.234` a decimal) and noted as uncertain.
 */
export function readNumber(numeral: string, context: NumberContext = {}): ReadNumber | null {
  const exponent = /[eE][+-]?\d+$/.exec(numeral)?.[0] ?? "";
  const mantissa = numeral
    .slice(0, numeral.length - exponent.length)
    .replace(/[_’' ]/g, (mark, at: number) => (mark === "_" || grouped(numeral, at) ? "" : mark));
  if (!/^[\d.,]*\d$/.test(mantissa)) return null;
  const { whole, fraction, note } = separate(mantissa, context);
  if (whole === null || isCode(whole, fraction)) return null;
  return { number: Number(`${whole === "" ? "0" : whole}${fraction === "" ? "" : `.${fraction}`}${exponent}`), note };
}

/** Whether a note says that a separator could have meant the other thing. */
export function isSeparatorOpen(note: string | null): boolean {
  return note !== null && /^"[\d.,]+" is read as [\d.]+; it could be [\d.]+$/.test(note);
}

/** A space or apostrophe that stands before exactly three digits. */
function grouped(numeral: string, at: number): boolean {
  return /^.\d{3}(?!\d)/.test(numeral.slice(at));
}

interface Parts {
  /** Digits before the decimal mark; null when the separators make no number. */
  readonly whole: string | null;
  readonly fraction: string;
  readonly note: string | null;
}

function separate(mantissa: string, context: NumberContext): Parts {
  const found = [...mantissa].filter((character) => character === "." || character === ",");
  const last = found.at(-1);
  if (last === undefined) return { whole: mantissa, fraction: "", note: null };
  const kinds = new Set(found).size;
  const [before, after] = cut(mantissa, last);
  if (kinds === 2)
    return found.filter((mark) => mark === last).length > 1
      ? NONE
      : { whole: thousands(before, last === "." ? "," : "."), fraction: after, note: null };
  if (found.length > 1) return { whole: thousands(mantissa, last), fraction: "", note: null };
  const couldGroup = after.length === 3 && /^[1-9]\d{0,2}$/.test(before);
  if (!couldGroup) return { whole: before, fraction: after, note: null };
  if (context.decimal === undefined && context.whole === true) return { whole: before + after, fraction: "", note: null };
  return single(mantissa, before, after, last, decimalMark(context));
}

const NONE: Parts = { whole: null, fraction: "", note: null };

/** One separator before three digits: thousands or decimals? */
function single(mantissa: string, before: string, after: string, mark: string, decimal: "." | "," | undefined): Parts {
  const isDecimal = decimal === undefined ? mark === "." : mark === decimal;
  const note =
    decimal === undefined
      ? `"${mantissa}" is read as ${isDecimal ? `${before}.${after}` : before + after}; it could be ${isDecimal ? before + after : `${before}.${after}`}`
      : null;
  return isDecimal ? { whole: before, fraction: after, note } : { whole: before + after, fraction: "", note };
}

function cut(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The digits of a number grouped in threes, or as in India in twos before the last three; null when they are not. */
function thousands(text: string, mark: string): string | null {
  const [first = "", ...rest] = text.split(mark);
  const threes = /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
  const indian =
    mark === "," &&
    /^\d{1,2}$/.test(first) &&
    /^\d{3}$/.test(rest.at(-1) ?? "") &&
    rest.slice(0, -1).every((group) => /^\d{2}$/.test(group));
  const plain = rest.length === 0 && /^\d+$/.test(first);
  return threes || indian || plain ? [first, ...rest].join("") : null;
}

/** `007`, `007.10`, and integers that a double cannot hold exactly. */
function isCode(whole: string, fraction: string): boolean {
  return /^0\d/.test(whole) || (fraction === "" && !Number.isSafeInteger(Number(whole)));
}
