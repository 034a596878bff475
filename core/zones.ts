import type { Time } from "./history.js";

/** An offset from UTC: `Z`, `+09:00`, `-0330`. */
const OFFSET = /^(?:(Z|UTC)|([+-])(\d{2}):?(\d{2}))$/i;

/** Whether a text names a zone: an offset from UTC, or a name of the zone data (`Europe/Berlin`). */
export function isZone(text: string): boolean {
  return OFFSET.test(text) || formatter(text) !== null;
}

/**
 * A time on the clock of a zone. One whose own zone is not known, or that has no time of day, stays as it is: it is taken to be
 * on that clock already. Null for the zone: on the clock that the source gave.
 */
export function inZone(time: Time | null, zone: string | null | undefined): Time | null {
  if (time === null || zone === null || zone === undefined || time.zone === null || time.iso.length < "2024-05-01T10:00".length)
    return time;
  const instant = Date.parse(`${time.iso.length === 16 ? `${time.iso}:00` : time.iso}${time.zone}`);
  if (Number.isNaN(instant)) return time;
  const minutes = offsetAt(instant, zone);
  return { ...time, iso: wallClock(instant, minutes).slice(0, time.iso.length), zone: offsetText(minutes) };
}

/** The day of an instant on the clock of a zone (null: UTC), ISO 8601. */
export function dayIn(instant: Date, zone: string | null | undefined): string {
  return wallClock(instant.getTime(), zone === null || zone === undefined ? 0 : offsetAt(instant.getTime(), zone)).slice(0, 10);
}

function wallClock(instant: number, minutes: number): string {
  return new Date(instant + 60_000 * minutes).toISOString();
}

/** How many minutes a zone's clock is before UTC's at an instant. */
function offsetAt(instant: number, zone: string): number {
  const [whole, utc, sign, hours = "0", minutes = "0"] = OFFSET.exec(zone) ?? [];
  if (whole !== undefined) return utc !== undefined ? 0 : (sign === "-" ? -1 : 1) * (60 * Number(hours) + Number(minutes));
  const parts = new Map(
    formatter(zone)
      ?.formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const at = (part: string) => parts.get(part as Intl.DateTimeFormatPartTypes) ?? 0;
  const wall = Date.UTC(at("year"), at("month") - 1, at("day"), at("hour"), at("minute"), at("second"));
  return Math.round((wall - instant) / 60_000);
}

function offsetText(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const size = Math.abs(minutes);
  return minutes === 0 ? "Z" : `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const formatters = new Map<string, Intl.DateTimeFormat | null>();

/** Null when the zone data have no such name. */
function formatter(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  let made: Intl.DateTimeFormat | null = null;
  try {
    const fields = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
    made = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", calendar: "gregory", ...fields });
  } catch {
    // Asked for as a test of the name.
  }
  formatters.set(zone, made);
  return made;
}
