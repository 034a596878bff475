const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const ISO = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d))?)?)?/;

/** A time as the source has it, to its precision and on its own clock: "2 Feb 2026, 21:05". */
export function sayTime(iso: string | null): string {
  if (iso === null) return "time unknown";
  const [, year, month, day, clock] = ISO.exec(iso) ?? [];
  if (year === undefined) return iso;
  const name = MONTHS[Number(month) - 1];
  const date = [day === undefined ? "" : String(Number(day)), name ?? "", year].filter((part) => part !== "").join(" ");
  return clock === undefined ? date : `${date}, ${clock}`;
}

/** From one time to another, with what both share said once: "2 – 14 Feb 2026". */
export function saySpan(from: string | null, to: string | null): string {
  const [a, b] = [sayDay(from), sayDay(to)];
  if (from === null || to === null || a === b) return a;
  if (from.slice(0, 7) === to.slice(0, 7) && from.length >= 10) return `${Number(from.slice(8, 10))} – ${b}`;
  return `${a} – ${b}`;
}

export function sayDay(iso: string | null): string {
  return sayTime(iso?.slice(0, 10) ?? null);
}

/** Milliseconds since the epoch for placing on an axis, where a time without zone counts as UTC; null when unknown. */
export function placeOf(iso: string | null): number | null {
  if (iso === null) return null;
  const [, year, month = "01", day = "01", clock = "00:00"] = ISO.exec(iso) ?? [];
  const place = Date.parse(`${year}-${month}-${day}T${clock}:00Z`);
  return Number.isNaN(place) ? null : place;
}

/** A moment that the server recorded, on this reader's clock. */
export function sayMoment(iso: string): string {
  const date = new Date(iso);
  const clock = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}, ${clock}`;
}

export function sayMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 90_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
