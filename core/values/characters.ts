import { attributeName } from "../names.js";

/** First digits (zeros) of the decimal digit runs that people write with, beside ASCII. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0,
  0x1810, 0xff10,
];

const VULGAR: Readonly<Record<string, string>> = {
  "¼": ".25",
  "½": ".5",
  "¾": ".75",
  "⅓": ".333333333333",
  "⅔": ".666666666667",
  "⅛": ".125",
  "⅜": ".375",
  "⅝": ".625",
  "⅞": ".875",
};

/** A value's text for people and for comparison: invisible characters dropped, white space single, ends trimmed. */
export function cleanText(text: string): string {
  return attributeName(text);
}

/**
 * The same text as a number reader wants it: compatibility forms folded (full width, `㎏`, `²`), every script's digits
 * as ASCII, all minus signs `-`, the Arabic decimal mark `.` and its thousands mark `_`, vulgar fractions as decimals.
 */
export function plainNumerals(text: string): string {
  const plain = text
    .replace(/^(?:minus|negative) (?=[\d.])/i, "-")
    // `5.-`, `12,—`: no cents; a stop or comma that the sentence goes on with.
    .replace(/(?<=\d)[.,][-–—](?=$|\s*\p{Sc}|\s*[A-Z]{3}$)/u, "")
    .replace(/(?<=\d)[.,;]$/, "");
  if (/^[\x20-\x7e]*$/.test(plain)) return plain;
  return cleanText(plain)
    .replace(/^[–—](?=\s?[\d.\p{Sc}])/u, "-")
    .replace(/(\d*)\s?([¼½¾⅓⅔⅛⅜⅝⅞])/g, (_, whole: string, part: string) => `${whole === "" ? "0" : whole}${VULGAR[part] ?? ""}`)
    .normalize("NFKC")
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\u2010-\u2012\u2212](?=\s?\d|\s?\p{Sc})/gu, "-")
    .replace(/(?<=\d)٫(?=\d)/g, ".")
    .replace(/(?<=\d)٬(?=\d)/g, "_")
    .replace(/[\u00a0\u2007\u2009\u202f]/g, " ");
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}
