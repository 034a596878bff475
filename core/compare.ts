import type { Value } from "./observation.js";

/** Words of plain ASCII with single spaces, as most cells are: nothing of them folds but their case. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Text as it is compared: compatibility-folded, in lower case (the i's with and without a dot are one), white space single. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/i\u0307|ı/g, "i")
    .replace(/\s+/g, " ")
    .trim();
}

/** The number that stands for a value in arithmetic: of a range its midpoint. Null when it is not a number. */
export function numberOf(value: Value): number | null {
  if (value.kind === "number") return value.number;
  return value.kind === "range" ? (value.low + value.high) / 2 : null;
}

/** Numbers come first, then dates, booleans and text, in either direction of a ranking. */
export function kindRank(value: Value): number {
  return KIND_RANKS[value.kind];
}

const KIND_RANKS: Readonly<Record<Value["kind"], number>> = { number: 0, range: 0, date: 1, boolean: 2, text: 3 };

/**
 * Order of two values of one kind: negative, 0 or positive; NaN when they are of different kinds. Numbers are taken
 * to be in one unit. With `within`, every day of March 2012 equals `2012-03` as the second, and a first that is too coarse
 * to tell is NaN; else a coarser date sorts before every finer one inside it.
 */
export function orderValues(a: Value, b: Value, within = false): number {
  const [first, second] = [numberOf(a), numberOf(b)];
  if (first !== null && second !== null) return first - second;
  if (a.kind === "date" && b.kind === "date") return orderDates(a.date, b.date, within);
  if (a.kind === "boolean" && b.kind === "boolean") return Number(a.boolean) - Number(b.boolean);
  if (a.kind === "text" && b.kind === "text") return orderText(foldText(a.text), foldText(b.text));
  return Number.NaN;
}

function orderDates(a: string, b: string, within: boolean): number {
  if (!within) return orderText(a, b);
  return a.length < b.length && b.startsWith(a) ? Number.NaN : orderText(a.slice(0, b.length), b);
}

function orderText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Equal values have equal keys: what groups and distinct counts are made by. Numbers are taken to be in one unit. */
export function valueKey(value: Value): string {
  switch (value.kind) {
    case "number":
      return `n:${value.number}`;
    case "range":
      return `r:${value.low}:${value.high}`;
    case "date":
      return `d:${value.date}`;
    case "boolean":
      return `b:${value.boolean}`;
    case "text":
      return `t:${foldText(value.text)}`;
  }
}

/** As `valueKey`; numbers are their own keys, which is faster than a text for each. */
export function groupingKey(value: Value): string | number {
  return value.kind === "number" ? value.number : valueKey(value);
}
