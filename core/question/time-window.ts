import { datePart } from "../calendar.js";
import { atomsOf, type Atom } from "./time-atoms.js";
import { timesOf, type TimeFrame, type TimeMention, type TimeTest } from "./times.js";

/** When what a question asks for took place, as far as it says so. */
export interface TimeWindow {
  /** Whether something of that time may be meant. A time that is too coarse to tell may. */
  holds(iso: string): boolean;
  /** It sets a limit (`before 2020-06`, `since March`, `between …`) rather than only naming a time, which people remember roughly. */
  readonly bounded: boolean;
  /** The question without the words that name the time. */
  readonly rest: string;
}

/** `the week before 3 August` is a week, not all that was before. */
const SPAN_BEFORE = /\b(?:day|night|morning|evening|week|weekend|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\s*$/i;

/** `how many cats did I have as of June`: how things stood then, whenever that was told; and `moved from 4 years ago`. */
const OF_A_STATE = /^(?:as of|by)\b|^from\b.*\bago$/i;

/** The time that a question names; null when it names none. */
export function timeWindow(question: string, frame: TimeFrame): TimeWindow | null {
  const mentions = timesOf(question, frame, () => false).filter(({ tests }) => tests.length > 0);
  if (mentions.length === 0 || mentions.some(({ start }) => SPAN_BEFORE.test(question.slice(0, start)))) return null;
  const limits = mentions.filter((mention) => isLimit(mention) && !OF_A_STATE.test(question.slice(mention.start, mention.end)));
  const named = mentions.filter((mention) => !limits.includes(mention));
  return {
    holds: (iso) => limits.every((mention) => meets(mention, iso)) && (named.length === 0 || named.some((mention) => meets(mention, iso))),
    bounded: limits.length > 0,
    rest: mentions.reduceRight((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, question),
  };
}

function isLimit({ tests, ends }: TimeMention): boolean {
  return ends.length > 0 || tests.some(({ operator }) => /^[<>]/.test(operator));
}

function meets({ tests }: TimeMention, iso: string): boolean {
  return tests.every((test) => passes(test, iso));
}

function passes({ of, operator, value }: TimeTest, iso: string): boolean {
  if (of !== "date") {
    const part = datePart(of, iso);
    return part === null || [value].flat().includes(part);
  }
  const order = (limit: string | number) => orderWithin(iso, String(limit));
  switch (operator) {
    case "between": {
      const [first = "", last = ""] = [value].flat();
      return order(first) >= 0 && order(last) <= 0;
    }
    case "<":
      return order(String(value)) < 0;
    case "<=":
      return order(String(value)) <= 0;
    case ">":
      return order(String(value)) > 0;
    case ">=":
      return order(String(value)) >= 0;
    default:
      return [value].flat().some((one) => order(one) === 0);
  }
}

/** 0 for a time inside the month or year that is the limit, and for one that is too coarse to tell. */
function orderWithin(iso: string, limit: string): number {
  const length = Math.min(iso.length, limit.length);
  const [own, other] = [iso.slice(0, length), limit.slice(0, length)];
  return own < other ? -1 : own > other ? 1 : 0;
}

/** What a sentence may hold that names a time: looked for first, since few do. */
const NAMES_TIME =
  /\d|\b(?:today|yesterday|tomorrow|ago|last|past|previous|next|this|january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

/**
 * When what a sentence tells took place, ISO 8601: the first and last day of each time that it names, seen from when it was
 * said, else the time at which it was said. Empty when neither is known.
 */
export function eventTimes(sentence: string, said: string | null): string[] {
  const atoms = said === null || said.length < 10 || !NAMES_TIME.test(sentence) ? [] : atomsOf(sentence, said.slice(0, 10));
  const named = atoms.flatMap((atom) => daysOf(atom, said ?? ""));
  return named.length > 0 ? named : said === null ? [] : [said];
}

/** A time that a sentence names, as ISO 8601 in its precision: a month without a year is of the year of telling. */
export function isoOf({ range, year, month, day }: Atom, said: string | null): string | null {
  if (range !== null) return range[0] === range[1] ? range[0] : `${range[0]} to ${range[1]}`;
  const two = (part: number) => String(part).padStart(2, "0");
  const own = year === null ? (said?.slice(0, 4) ?? null) : String(year);
  if (own === null || (year === null && month === null)) return null;
  return [own, ...(month === null ? [] : [two(month)]), ...(month === null || day === null ? [] : [two(day)])].join("-");
}

function daysOf(atom: Atom, said: string): string[] {
  if (atom.range !== null) return [...atom.range];
  const iso = isoOf(atom, said);
  return iso === null ? [] : [iso];
}
