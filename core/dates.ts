import * as chrono from "chrono-node/en";
import { MONTH } from "./date-words.js";
import { foreignDate } from "./foreign-dates.js";
import type { Time, TimePrecision } from "./history.js";

/** What helps to read a date. */
export interface DateContext {
  /** When it was said: relative dates and missing years are resolved against it. */
  readonly time?: Time | null;
  /** BCP 47 tag of the text around it. */
  readonly language?: string;
}

/** A date in the wall-clock of its source; null when the text only looks like one, and `note` says why. */
export interface ReadDate {
  readonly date: { readonly iso: string; readonly precision: TimePrecision } | null;
  readonly note: string | null;
}

/**
 * Reads a whole text as one date: ISO, day and month in figures, month names, and what is relative to the time of telling
 * (`yesterday`, `last month`, `3 weeks ago at 7am`). Undefined when it is no date at all. All arithmetic is in UTC on
 * wall-clock fields, so no zone of the machine shifts a day.
 */
export function readDate(text: string, context: DateContext = {}): ReadDate | undefined {
  if (!/\d|day|month|year|tonight|tomorrow|ago|now|morning|evening/i.test(text) || text.length > 48) return undefined;
  return (
    readIso(text) ??
    readFigures(text, context.language) ??
    readHalfDay(text, context.language) ??
    readForeign(text) ??
    readWords(text, context.time ?? null)
  );
}

/** Whether year, month (1–12) and day exist in the calendar. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const IMPOSSIBLE: ReadDate = { date: null, note: "looks like a date, but there is no such day" };

function readIso(text: string): ReadDate | undefined {
  const day = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (day === null) return readMonth(text);
  const [, year = "", , month = "", date = "", hour, minute, second, zone] = day;
  if (!isCalendarDate(Number(year), Number(month), Number(date))) return IMPOSSIBLE;
  const iso = [year, month.padStart(2, "0"), date.padStart(2, "0")].join("-");
  if (hour === undefined) return { date: { iso, precision: "day" }, note: null };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59)
    return { date: null, note: "looks like a time, but there is no such hour" };
  const clock = `${iso}T${hour.padStart(2, "0")}:${minute}`;
  const note = zone === undefined ? null : `in the zone ${zone}`;
  return { date: second === undefined ? { iso: clock, precision: "minute" } : { iso: `${clock}:${second}`, precision: "second" }, note };
}

function readMonth(text: string): ReadDate | undefined {
  const month = /^((?:1[5-9]|20|21)\d{2})-(0[1-9]|1[0-2])$/.exec(text);
  return month === null ? undefined : { date: { iso: text, precision: "month" }, note: null };
}

/** `31/12/2024`, `12/31/24`, `31.12.2024`. Dots and languages other than English put the day first. */
function readFigures(text: string, language: string | undefined): ReadDate | undefined {
  const figures = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (figures === null) return undefined;
  const [, first = "", mark, second = "", written = ""] = figures;
  const year = written.length === 2 ? Number(written) + (Number(written) < 70 ? 2000 : 1900) : Number(written);
  const dayFirst = mark === "." || Number(first) > 12 || (Number(second) <= 12 && language !== undefined && !/^en/i.test(language));
  const [day, month] = dayFirst ? [Number(first), Number(second)] : [Number(second), Number(first)];
  if (!isCalendarDate(year, month, day)) return written.length === 2 ? undefined : IMPOSSIBLE;
  const guessed = mark !== "." && Number(first) <= 12 && Number(second) <= 12 && first !== second && (language === undefined || !dayFirst);
  const iso = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return {
    date: { iso, precision: "day" },
    note: guessed ? "read with the month first; day and month could be the other way round" : null,
  };
}

/** A date in figures with a time of the half day: `12/31/2023 11:59 PM`. */
function readHalfDay(text: string, language: string | undefined): ReadDate | undefined {
  const [whole, day = "", hour = "", minute = "", half = ""] =
    /^(\S+\d),? (\d{1,2}):([0-5]\d)(?::[0-5]\d)? ?([ap])\.? ?m\.?$/i.exec(text) ?? [];
  const read = whole === undefined ? undefined : (readIso(day) ?? readFigures(day, language));
  if (read?.date?.precision !== "day" || Number(hour) < 1 || Number(hour) > 12) return undefined;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return { ...read, date: { iso: `${read.date.iso}T${String(hours).padStart(2, "0")}:${minute}`, precision: "minute" } };
}

function readForeign(text: string): ReadDate | undefined {
  const found = foreignDate(text);
  if (found === null) return undefined;
  const { year, month, day } = found;
  if (!isCalendarDate(year, month, day ?? 1)) return IMPOSSIBLE;
  const iso = [String(year).padStart(4, "0"), month, ...(day === null ? [] : [day])].map((part) => String(part).padStart(2, "0")).join("-");
  return { date: { iso, precision: day === null ? "month" : "day" }, note: null };
}

/** `Feb 30 2024`: a month, a day and a year, whether or not there is such a day. */
const IMPOSSIBLE_WORDS = new RegExp(`^(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}|${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?),? \\d{4}$`, "i");
const NAMED_MONTH = new RegExp(`\\b${MONTH}\\b`, "i");
const RELATIVE = /\b(?:today|yesterday|tomorrow|tonight|ago|from now|last|next|this|in \d+|in an?|now)\b/i;
/** Said alone these name a day of every week, or a span that is no single day. */
const NO_DATE = /^(?:now|this|(?:last|next|this|past) (?:week|weekend)|[a-z]+day)$/i;
const STANDALONE = /^(?:today|yesterday|tomorrow)$/i;

function readWords(text: string, time: Time | null): ReadDate | undefined {
  const named = NAMED_MONTH.test(text) && /\d/.test(text);
  if ((!named && !RELATIVE.test(text)) || (NO_DATE.test(text) && !STANDALONE.test(text))) return undefined;
  const fields = wholeDate(text, time);
  if (fields === null) return IMPOSSIBLE_WORDS.test(text) ? IMPOSSIBLE : undefined;
  const yearless = named && !fields.isCertain("year");
  if (time === null && (yearless || !named)) return { date: null, note: "a date relative to a time that is not known" };
  const date = cut(fields);
  const zone = date?.precision !== "minute" || typeof time?.zone !== "string" ? "" : ` in the zone ${time.zone}`;
  const note = yearless ? "the year is taken from the time of telling" : named ? null : `"${text}" as told on ${time?.iso}${zone}`;
  return date === null ? undefined : { date, note };
}

type Fields = ReturnType<typeof chrono.parse>[number]["start"];

/** The one date that a text consists of, told at `time`, with its fields in UTC; null when there is more or less in it. */
function wholeDate(text: string, time: Time | null): Fields | null {
  const told = time?.iso ?? "2000-01-01";
  const instant = new Date(`${told.padEnd(10, "-01").slice(0, 10)}T${told.slice(11, 16) || "12:00"}:00Z`);
  const [found, ...others] = chrono.casual.parse(text, { instant, timezone: 0 });
  if (found === undefined || others.length > 0 || (found.end ?? null) !== null) return null;
  const rest = text.replace(found.text, "").replace(/\b(?:on|of|the|at)\b|[.,\s]/gi, "");
  return rest === "" ? found.start : null;
}

/** The parsed fields as ISO 8601, cut to what was said; null when that is no day, month or year. */
function cut(fields: Fields): { iso: string; precision: TimePrecision } | null {
  const two = (component: "month" | "day" | "hour" | "minute") => String(fields.get(component) ?? 0).padStart(2, "0");
  const year = String(fields.get("year")).padStart(4, "0");
  const day = `${year}-${two("month")}-${two("day")}`;
  if (fields.isCertain("hour")) return { iso: `${day}T${two("hour")}:${two("minute")}`, precision: "minute" };
  if (fields.isCertain("day") || fields.isCertain("weekday")) return { iso: day, precision: "day" };
  if (fields.isCertain("month")) return { iso: `${year}-${two("month")}`, precision: "month" };
  return fields.isCertain("year") ? { iso: year, precision: "year" } : null;
}
