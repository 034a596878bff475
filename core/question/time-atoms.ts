import { addDays, datePart, WEEKDAYS } from "../calendar.js";
import { MONTH, monthNamed, WEEKDAY } from "../date-words.js";
import { isCalendarDate } from "../dates.js";

/** A time as it is named in one place of a text, before it is resolved against what is on record. */
export interface Atom {
  readonly start: number;
  readonly end: number;
  readonly year: number | null;
  /** 1 to 12. */
  readonly month: number | null;
  readonly day: number | null;
  /** First and last day, for what is told from the day of asking or spans several months. */
  readonly range: readonly [string, string] | null;
  readonly weekdays: readonly string[] | null;
}

const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(\d{4})`;
const UNIT = "days?|weeks?|months?|years?";

interface Pattern {
  readonly pattern: RegExp;
  /** Null when what matched is no time after all. */
  read(found: readonly (string | undefined)[], now: string): Partial<Atom> | null;
}

/** The more exact first: what one has read, later ones do not see. */
const PATTERNS: readonly Pattern[] = [
  {
    pattern: /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2})?)?(?![\d-])/g,
    read: ([year, month, day]) => calendar(year, month, day),
  },
  { pattern: /(?<![\d/-])(\d{4})[-/](\d{1,2})(?![\d/-])/g, read: ([year, month]) => calendar(year, month, undefined) },
  { pattern: /(?<![\d/.])(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?![\d/])/g, read: ([year, month, day]) => calendar(year, month, day) },
  {
    pattern: /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/])/g,
    read: ([first, mark, second, year]) => inFigures(first, mark, second, year),
  },
  {
    pattern: new RegExp(String.raw`\b${DAY}(?: of)? (${MONTH})\b\.?,? ${YEAR}\b`, "gi"),
    read: ([day, month, year]) => calendar(year, month, day),
  },
  {
    pattern: new RegExp(String.raw`\b(${MONTH})\b\.? (?:the )?${DAY},? ${YEAR}\b`, "gi"),
    read: ([month, day, year]) => calendar(year, month, day),
  },
  {
    pattern: new RegExp(String.raw`\b(${MONTH})\b\.?,?(?: of)? ${YEAR}\b`, "gi"),
    read: ([month, year]) => calendar(year, month, undefined),
  },
  { pattern: new RegExp(String.raw`\b${DAY}(?: of)? (${MONTH})\b`, "gi"), read: ([day, month]) => calendar(undefined, month, day) },
  {
    pattern: new RegExp(String.raw`\b(${MONTH})\b\.? (?:the )?${DAY}(?![\d.,]\d|\d)`, "gi"),
    read: ([month, day]) => calendar(undefined, month, day),
  },
  { pattern: /\bq([1-4])(?: of)?,? (\d{4})\b/gi, read: ([quarter, year]) => quarterOf(quarter, year) },
  {
    pattern: /\b(first|second|third|fourth) quarter(?: of)?,? (\d{4})\b/gi,
    read: ([quarter, year]) => quarterOf(String(["first", "second", "third", "fourth"].indexOf(quarter?.toLowerCase() ?? "") + 1), year),
  },
  { pattern: /\b(?:today|tomorrow|yesterday|the day before yesterday)\b/gi, read: dayAgo },
  {
    pattern: new RegExp(
      String.raw`\b(?:last|past|previous|the last|the past) (\d{1,3}|two|three|four|five|six|seven|ten|couple of|few) (${UNIT})\b`,
      "gi",
    ),
    read: ([count, unit], now) => lastFew(count, unit, now),
  },
  {
    pattern: new RegExp(String.raw`\b(last|past|previous|this|current|next) (week|month|year)\b`, "gi"),
    read: ([which, unit], now) => wholePeriod(which, unit, now),
  },
  {
    pattern: new RegExp(String.raw`\b(\d{1,3}|an?|one|two|three|four|five|six|seven|ten|(?:a )?(?:couple of|few)) (${UNIT}) ago\b`, "gi"),
    read: ([count, unit], now) => ago(COUNTS[count?.toLowerCase().replace(/^an? (?=\w)/, "") ?? ""] ?? Number(count), unit, now),
  },
  { pattern: new RegExp(String.raw`\blast (${WEEKDAY})\b`, "gi"), read: ([name], now) => lastWeekday(name, now) },
  {
    pattern: new RegExp(String.raw`\b(${WEEKDAY})s?\b`, "gi"),
    read: ([name]) => ({ weekdays: WEEKDAYS.filter((known) => known.toLowerCase() === name?.toLowerCase()) }),
  },
  { pattern: /\b(?:at|on|during|over)? ?(?:the )?weekends?\b/gi, read: () => ({ weekdays: ["Saturday", "Sunday"] }) },
  { pattern: /\bon (?:the )?(?:weekdays|working days|workdays)\b/gi, read: () => ({ weekdays: WEEKDAYS.slice(0, 5) }) },
  {
    pattern: new RegExp(
      String.raw`\b((?!(?:may|mar|march|dec|jan|jun|sep|oct|nov)\b)(?:${MONTH})|(?<=\b(?:in|of|during|since|until|by|last|next|this|from|and|to|than|or|before|after|for|between|early|mid|late|through|versus|vs) )(?:may|march|mar|dec|jan|jun|sep|oct|nov))\b`,
      "gi",
    ),
    read: ([month]) => calendar(undefined, month, undefined),
  },
  {
    pattern:
      /(?<=\b(?:in|of|during|since|until|till|by|throughout|from|to|than|before|after|for|between|and|or|year|versus|vs|through) (?:the year )?)((?:1[5-9]|20)\d{2})\b(?![-.,]?\d|\s*%)/gi,
    read: ([year]) => calendar(year, undefined, undefined),
  },
  { pattern: /\b((?:1[5-9]|20)\d{2})(?=['’]s\b)/g, read: ([year]) => calendar(year, undefined, undefined) },
];

/** The times that a text names, in order. `now` is the day of asking, ISO 8601. */
export function atomsOf(text: string, now: string): Atom[] {
  const atoms: Atom[] = [];
  let rest = text;
  for (const { pattern, read } of PATTERNS) {
    for (const match of rest.matchAll(pattern)) {
      const found = read([...match].slice(1).length > 0 ? [...match].slice(1) : [match[0]], now);
      if (found === null) continue;
      const end = match.index + match[0].length;
      atoms.push({ year: null, month: null, day: null, range: null, weekdays: null, ...found, start: match.index, end });
      rest = rest.slice(0, match.index) + "\u0001".repeat(match[0].length) + rest.slice(end);
    }
  }
  return atoms.toSorted((a, b) => a.start - b.start);
}

function calendar(year: string | undefined, month: string | undefined, day: string | undefined): Partial<Atom> | null {
  const number = month === undefined ? null : /^\d/.test(month) ? Number(month) : monthNamed(month);
  const [own, date] = [year === undefined ? null : Number(year), day === undefined ? null : Number(day)];
  return isCalendarDate(own ?? 2024, number ?? 1, date ?? 1) ? { year: own, month: number, day: date } : null;
}

/** `3/30/2012`, `30.3.2012`: the month first between slashes where it can be, else the day. */
function inFigures(
  first: string | undefined,
  mark: string | undefined,
  second: string | undefined,
  year: string | undefined,
): Partial<Atom> | null {
  const monthFirst = mark === "/" && Number(first) <= 12;
  return monthFirst ? calendar(year, first, second) : (calendar(year, second, first) ?? calendar(year, first, second));
}

function quarterOf(quarter: string | undefined, year: string | undefined): Partial<Atom> {
  const first = 3 * Number(quarter) - 2;
  const two = (month: number) => String(month).padStart(2, "0");
  return { range: [`${year}-${two(first)}`, `${year}-${two(first + 2)}`] };
}

function day(iso: string): Partial<Atom> {
  return { range: [iso, iso] };
}

function dayAgo([name = ""]: readonly (string | undefined)[], now: string): Partial<Atom> {
  return day(addDays(now, /before/i.test(name) ? -2 : /yesterday/i.test(name) ? -1 : /tomorrow/i.test(name) ? 1 : 0));
}

const LENGTHS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const COUNTS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
  "couple of": 2,
  few: 3,
};

/** The last so many days, today included; a month counts as thirty. */
function lastFew(count: string | undefined, unit: string | undefined, now: string): Partial<Atom> {
  const number = COUNTS[count?.toLowerCase() ?? ""] ?? Number(count);
  return { range: [addDays(now, 1 - number * lengthOf(unit)), now.slice(0, 10)] };
}

function lengthOf(unit: string | undefined): number {
  return LENGTHS[unit?.toLowerCase().replace(/s$/, "") ?? ""] ?? 1;
}

function ago(count: number, unit: string | undefined, now: string): Partial<Atom> {
  return day(addDays(now, -count * lengthOf(unit)));
}

/** The calendar week, month or year before the one of asking, or that one. */
function wholePeriod(which: string | undefined, unit: string | undefined, now: string): Partial<Atom> {
  const back = /this|current/i.test(which ?? "") ? 0 : /next/i.test(which ?? "") ? -1 : 1;
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))];
  const other =
    month - back < 1 ? { year: year - 1, month: 12 } : month - back > 12 ? { year: year + 1, month: 1 } : { year, month: month - back };
  switch (unit?.toLowerCase()) {
    case "year":
      return { year: year - back };
    case "month":
      return other;
    case "week": {
      const monday = addDays(now, -WEEKDAYS.findIndex((name) => name === datePart("weekday", now)) - 7 * back);
      return { range: [monday, addDays(monday, 6)] };
    }
    default:
      return day(addDays(now, -back));
  }
}

function lastWeekday(name: string | undefined, now: string): Partial<Atom> {
  const steps =
    [1, 2, 3, 4, 5, 6, 7].find((back) => String(datePart("weekday", addDays(now, -back))).toLowerCase() === name?.toLowerCase()) ?? 7;
  return day(addDays(now, -steps));
}
