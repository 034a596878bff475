import { addDays, datePart, type DatePart } from "../calendar.js";
import { atomsOf, type Atom } from "./time-atoms.js";

/** A condition on a date column: of the date itself, or of a part of it. */
export interface TimeTest {
  readonly of: "date" | DatePart;
  readonly operator: "=" | "<" | "<=" | ">" | ">=" | "between" | "in";
  readonly value: string | number | readonly (string | number)[];
}

/** A time that a question names: the tests that it stands for, all of which must hold. */
export interface TimeMention {
  readonly start: number;
  readonly end: number;
  readonly tests: readonly TimeTest[];
  /** For `between A and B` and `from A to B`: each end by itself, as two times to compare. */
  readonly ends: readonly (readonly TimeTest[])[];
  /** One day, month or year as ISO 8601, when that is all it is. */
  readonly iso: string | null;
}

/** What times are resolved against: the day of asking, and the first and last day that are on record. */
export interface TimeFrame {
  readonly now: string;
  readonly from: string | null;
  readonly to: string | null;
  /** First and last year of a column of years. */
  readonly years?: readonly [number, number];
}

const BEFORE: readonly (readonly [RegExp, "<" | "<=" | ">" | ">="])[] = [
  [/\b(?:since|starting(?: from| in| on)?|from|as of|beginning(?: in| on)?)(?: the)?\s*$/i, ">="],
  [/\b(?:after|later than|following|past)(?: the)?\s*$/i, ">"],
  [/\b(?:before|prior to|earlier than|preceding)(?: the)?\s*$/i, "<"],
  [/\b(?:until|till|up to|through|by|no later than|up until)(?: the)?(?: end of)?\s*$/i, "<="],
];
/** `the day after 5 March` is one day. */
const BESIDE = /\b(?:on )?the (?:next |previous )?day (after|before)(?: the)?\s*$/i;
const LINK = /^\s*(?:,\s*)?(?:and|to|through|until|till|–|—|-)\s*(?:the\s+)?$/i;
const LEAD = /\b(?:(from|between)|in|on|at|during|for|of|within|throughout|over)(?: the)?(?: (?:month|year|day|week|date) (?:of )?)?\s*$/i;

/** The times in a text, in order. `taken` says which characters belong to something else. */
export function timesOf(text: string, frame: TimeFrame, taken: (start: number, end: number) => boolean): TimeMention[] {
  const atoms = atomsOf(text, frame.now).filter((atom) => !taken(atom.start, atom.end) && isYear(text, atom, frame));
  const mentions: TimeMention[] = [];
  for (let at = 0; at < atoms.length; at++) {
    const [atom, next] = [atoms[at], atoms[at + 1]];
    if (atom === undefined) continue;
    const pair = next === undefined ? null : rangeOf(text, atom, next, frame);
    mentions.push(pair ?? single(text, atom, frame));
    if (pair !== null) at++;
  }
  return mentions;
}

/** A bare year needs a word that leads to years, or must be on record: `more than 2000` is none. */
function isYear(text: string, { start, year, month, range }: Atom, { from, to, years }: TimeFrame): boolean {
  if (
    year === null ||
    month !== null ||
    range !== null ||
    /\b(?:in|during|since|until|throughout|year|before|after)\s+$/i.test(text.slice(0, start))
  )
    return true;
  if (
    years !== undefined &&
    year >= years[0] &&
    year <= years[1] &&
    !/\b(?:than|over|above|below|under|exceed\w*)\s+$/i.test(text.slice(0, start))
  )
    return true;
  return from !== null && to !== null && String(year) >= from.slice(0, 4) && String(year) <= to.slice(0, 4);
}

/** `from A to B`, `between A and B`, `A to B`; null when the two are separate times (`A and B`). */
function rangeOf(text: string, a: Atom, b: Atom, frame: TimeFrame): TimeMention | null {
  const link = text.slice(a.end, b.start);
  if (!LINK.test(link)) return null;
  const lead = LEAD.exec(text.slice(0, a.start));
  if (/and/i.test(link) && lead?.[1]?.toLowerCase() !== "between") return null;
  const [first, last] = [
    resolve({ ...a, year: a.year ?? b.year, month: a.month ?? (a.day === null ? null : b.month) }, frame),
    resolve(b, frame),
  ];
  const [start, end] = [a.start - (lead?.[0].length ?? 0), b.end];
  const ends = [first.tests, last.tests];
  if (first.iso !== null && last.iso !== null)
    return { start, end, ends, iso: null, tests: [{ of: "date", operator: "between", value: [first.iso, last.iso] }] };
  const [from, to] = [a.month, b.month];
  if (from === null || to === null) return null;
  const months = from <= to ? span(from, to) : [...span(from, 12), ...span(1, to)];
  return { start, end, ends, iso: null, tests: [{ of: "month", operator: "in", value: months }] };
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
}

function single(text: string, atom: Atom, frame: TimeFrame): TimeMention {
  const before = text.slice(0, atom.start);
  const { tests, iso } = resolve(atom, frame);
  const beside = BESIDE.exec(before);
  if (beside !== null && iso?.length === 10) {
    const day = addDays(iso, beside[1]?.toLowerCase() === "after" ? 1 : -1);
    return { start: atom.start - beside[0].length, end: atom.end, tests: [{ of: "date", operator: "=", value: day }], ends: [], iso: day };
  }
  const open = BEFORE.map(([pattern, operator]) => ({ found: pattern.exec(before), operator })).find(({ found }) => found !== null);
  const bound = boundOf(tests, iso) ?? (open?.found === undefined ? null : latestBound(atom, frame));
  if (open?.found !== undefined && open.found !== null && bound !== null) {
    return {
      start: atom.start - open.found[0].length,
      end: atom.end,
      ends: [],
      iso: null,
      tests: [
        { of: "date", operator: open.operator, value: open.operator.startsWith(">") === (open.operator === ">=") ? bound[0] : bound[1] },
      ],
    };
  }
  const lead = LEAD.exec(before);
  return { start: atom.start - (lead?.[0].length ?? 0), end: atom.end, tests, ends: [], iso };
}

/** `since March`, where several years are on record: the March before the day of asking. */
function latestBound({ year, month, day }: Atom, { now }: TimeFrame): readonly [string, string] | null {
  if (year !== null || month === null) return null;
  const own = Number(now.slice(0, 4));
  const iso = isoOf(own, month, day);
  const past = iso <= now.slice(0, iso.length) ? iso : isoOf(own - 1, month, day);
  return [past, past];
}

/** First and last day of what the tests allow; null for a part of any year. */
function boundOf(tests: readonly TimeTest[], iso: string | null): readonly [string, string] | null {
  if (iso !== null) return [iso, iso];
  const [test] = tests;
  return test?.operator === "between" && Array.isArray(test.value) ? [String(test.value[0]), String(test.value[1])] : null;
}

/** An atom as tests. A month or day without a year means the one on record when there is just one. */
function resolve(atom: Atom, frame: TimeFrame): { tests: readonly TimeTest[]; iso: string | null } {
  if (atom.range !== null)
    return { tests: [{ of: "date", operator: "between", value: atom.range }], iso: atom.range[0] === atom.range[1] ? atom.range[0] : null };
  if (atom.weekdays !== null) return { tests: [{ of: "weekday", operator: "in", value: atom.weekdays }], iso: null };
  const { year, month, day } = atom;
  const years = year !== null ? [year] : yearsOnRecord(month, day, frame);
  const [only] = years;
  if (only !== undefined && years.length === 1) {
    const iso = isoOf(only, month, day);
    return { tests: [{ of: "date", operator: "=", value: iso }], iso };
  }
  const parts: TimeTest[] = [];
  if (month !== null) parts.push({ of: "month", operator: "=", value: month });
  if (day !== null) parts.push({ of: "day", operator: "=", value: day });
  return { tests: parts, iso: null };
}

function isoOf(year: number, month: number | null, day: number | null): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return [
    String(year).padStart(4, "0"),
    ...(month === null ? [] : [two(month)]),
    ...(month === null || day === null ? [] : [two(day)]),
  ].join("-");
}

/** Years between the first and the last day on record in which the month or day lies between them. */
function yearsOnRecord(month: number | null, day: number | null, { from, to }: TimeFrame): number[] {
  const [first, last] = [from, to].map((iso) => (iso === null ? null : (datePart("year", iso) as number | null)));
  if (from === null || to === null || first === null || first === undefined || last === null || last === undefined) return [];
  const years = span(first, last).filter((year) => {
    const iso = isoOf(year, month, day);
    return iso >= from.slice(0, iso.length) && iso <= to.slice(0, iso.length);
  });
  return years.length > 0 ? years : first === last ? [first] : [];
}
