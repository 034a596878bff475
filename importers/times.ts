import { monthNamed } from "../core/date-words.js";
import type { Time } from "../core/history.js";

const ISO =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ]+(?:\([a-z]{2,9}\) )?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?\.?\s?m?\.?`;
const DAY_FIRST = String.raw`(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?,?\s+(\d{4})`;
const MONTH_FIRST = String.raw`([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})`;
/** The day in words, with a clock before or after it: `7:42 pm on 3 June, 2023`, `June 3, 2023 19:42`. */
const WORDED = new RegExp(`^(?:${CLOCK},?\\s+(?:on\\s+)?)?(?:${DAY_FIRST}|${MONTH_FIRST})(?:,?\\s+(?:at\\s+)?${CLOCK})?$`, "i");

/** Epoch seconds from 1973, and the same in milliseconds; smaller numbers are no times. */
const SECONDS = { from: 1e8, below: 1e11 };
const MILLISECONDS_BELOW = 1e14;

/**
 * A time as files give it: ISO 8601 in any precision, a day in English words with or without a clock, or the epoch in
 * seconds or milliseconds (then in UTC). Null for anything else and for days, clocks and zones that do not exist.
 */
export function readTime(value: unknown): Time | null {
  if (typeof value === "number") return fromEpoch(value);
  if (typeof value !== "string") return null;
  const text = value.replace(/\s+/g, " ").trim();
  if (/^\d{9,}(\.\d+)?$/.test(text)) return fromEpoch(Number(text));
  return fromIso(text) ?? fromWords(text);
}

function fromEpoch(value: number): Time | null {
  if (!(value >= SECONDS.from && value < MILLISECONDS_BELOW)) return null;
  const instant = new Date(value < SECONDS.below ? value * 1000 : value);
  return { iso: instant.toISOString().slice(0, 19), precision: "second", zone: "Z" };
}

function fromIso(text: string): Time | null {
  const [, year, month, day, hour, minute, second, zone] = ISO.exec(text) ?? COMPACT.exec(text) ?? [];
  return compose({ year, month, day, hour, minute, second }, zone);
}

function fromWords(text: string): Time | null {
  const match = WORDED.exec(text);
  if (match === null) return null;
  const [, h1, m1, s1, half1, dayA, monthA, yearA, monthB, dayB, yearB, h2, m2, s2, half2] = match;
  const month = monthNamed(monthA ?? monthB ?? "");
  const hour = h1 ?? h2;
  return compose(
    {
      year: yearA ?? yearB,
      month: String(month),
      day: dayA ?? dayB,
      hour: hour === undefined ? undefined : halfDay(hour, half1 ?? half2),
      minute: m1 ?? m2,
      second: s1 ?? s2,
    },
    undefined,
  );
}

/** The hour of a twelve-hour clock on the twenty-four-hour one; `"99"`, which is no hour, for 13 pm and the like. */
function halfDay(hour: string, half: string | undefined): string {
  if (half === undefined) return hour;
  if (Number(hour) < 1 || Number(hour) > 12) return "99";
  return String((Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0));
}

type Parts = Readonly<Record<"year" | "month" | "day" | "hour" | "minute" | "second", string | undefined>>;

function compose({ year, month, day, hour, minute, second }: Parts, zone: string | undefined): Time | null {
  if (year === undefined || !exists(Number(year), month, day) || !isClock(hour, minute, second) || !isZone(zone)) return null;
  if (month === undefined) return { iso: year, precision: "year", zone: null };
  if (day === undefined) return { iso: `${year}-${pad(month)}`, precision: "month", zone: null };
  const date = `${year}-${pad(month)}-${pad(day)}`;
  if (hour === undefined || minute === undefined) return { iso: date, precision: "day", zone: null };
  const clock = `${date}T${pad(hour)}:${minute}`;
  return {
    iso: second === undefined ? clock : `${clock}:${second}`,
    precision: second === undefined ? "minute" : "second",
    zone: zoneName(zone),
  };
}

function pad(part: string): string {
  return part.padStart(2, "0");
}

function exists(year: number, month = "1", day = "1"): boolean {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, Number(month) - 1, Number(day));
  return year > 0 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function isClock(hour = "0", minute = "0", second = "0"): boolean {
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

/** Clocks were never more than fifteen hours and 59 minutes off. */
function isZone(zone = "Z"): boolean {
  return zone.toUpperCase() === "Z" || (Number(zone.slice(1, 3)) < 16 && Number(zone.slice(-2)) < 60);
}

function zoneName(zone: string | undefined): string | null {
  if (zone === undefined) return null;
  return zone.toUpperCase() === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
}
