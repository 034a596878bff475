/** Arithmetic over ISO 8601 dates cut to their precision, as they stand in their own zone: no zone of the machine enters. */

const ISO = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?)?)?/;
const DAY_MS = 86_400_000;

export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export type DatePart = "year" | "month" | "day" | "weekday" | "hour";

/** A part of a date: a number, or a weekday's name; null when the date is not that precise. */
export function datePart(part: DatePart, iso: string): number | string | null {
  const [, year, month, day, hour] = ISO.exec(iso) ?? [];
  if (part === "weekday") return day === undefined ? null : (WEEKDAYS[daysSinceMonday(dayNumber(iso))] ?? null);
  const text = { year, month, day, hour }[part];
  return text === undefined ? null : Number(text);
}

/** Days from one date to another, with the fraction where they have a time of day; null when one is no date. */
export function daysBetween(from: string, to: string): number | null {
  const [start, end] = [instant(from), instant(to)];
  return start === null || end === null ? null : (end - start) / DAY_MS;
}

/** Days since 1970-01-01 with the fraction of the day; null when it is no date. */
export function dayOf(iso: string): number | null {
  const at = instant(iso);
  return at === null ? null : at / DAY_MS;
}

/** The day so many days later. */
export function addDays(iso: string, days: number): string {
  return new Date((instant(iso) ?? 0) + days * DAY_MS).toISOString().slice(0, 10);
}

export const PERIODS = ["hour", "day", "week", "month", "year", "weekday"] as const;

export type Period = (typeof PERIODS)[number];

/** The period that a date falls in: `2012-03-04`, `2012-W09`, `2012-03`, `2012`, `Sunday`; null when it is not that precise. */
export function periodOf(period: Period, iso: string): string | null {
  const length = { hour: 13, day: 10, week: 10, month: 7, year: 4, weekday: 10 }[period];
  if (iso.length < length || instant(iso) === null) return null;
  if (period === "weekday") return WEEKDAYS[daysSinceMonday(dayNumber(iso))] ?? null;
  return period === "week" ? isoWeek(iso) : iso.slice(0, length);
}

/** How many periods there are from one to another, both counted; both as `periodOf` names them. */
export function periodsCounted(period: "day" | "week" | "month" | "year", first: string, last: string): number {
  if (period === "day") return dayNumber(last) - dayNumber(first) + 1;
  if (period === "week") return (mondayOf(last) - mondayOf(first)) / 7 + 1;
  const months = (name: string) => 12 * Number(name.slice(0, 4)) + (period === "month" ? Number(name.slice(5, 7)) : 0);
  return (months(last) - months(first)) / (period === "month" ? 1 : 12) + 1;
}

/** First and last day of an ISO 8601 week (`2012-W09`). */
export function weekDays(week: string): readonly [string, string] {
  const monday = addDays("1970-01-01", mondayOf(week));
  return [monday, addDays(monday, 6)];
}

/** The Monday of an ISO 8601 week (`2012-W09`), in days since 1970. The fourth of January lies in the first. */
function mondayOf(week: string): number {
  const fourth = dayNumber(`${week.slice(0, 4)}-01-04`);
  return fourth - daysSinceMonday(fourth) + 7 * (Number(week.slice(6)) - 1);
}

/** The ISO 8601 week: it begins on Monday and belongs to the year that holds its Thursday. */
function isoWeek(iso: string): string {
  const day = dayNumber(iso);
  const thursday = new Date((day - daysSinceMonday(day) + 3) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, "0")}`;
}

/** 1970-01-01 was a Thursday. */
function daysSinceMonday(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function dayNumber(iso: string): number {
  return Math.floor((instant(iso) ?? 0) / DAY_MS);
}

/** Milliseconds of the wall clock, as if it were UTC; a coarse date is its beginning. */
function instant(iso: string): number | null {
  const [whole, year, month = "01", day = "01", hour = "00", minute = "00", second = "00"] = ISO.exec(iso) ?? [];
  if (whole === undefined) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? null : at;
}
