import { dayOf } from "./calendar.js";
import { MONTH, monthNamed } from "./date-words.js";

/** A time that a question names, as precisely as it does: a year, a month of any or one year, a part of it, a day. */
export interface DateCue {
  readonly year: number | null;
  /** 1 to 12. */
  readonly month: number | null;
  readonly day: number | null;
  readonly part: "early" | "mid" | "late" | null;
}

const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
/** What makes a bare `may` or `march` a month. */
const LEADS_TO_MONTH = "(?:in|of|during|since|until|by|last|next|this|from|and|early|mid|late|beginning of|start of|middle of|end of)";
const PARTS: Readonly<Record<string, DateCue["part"]>> = {
  early: "early",
  beginning: "early",
  start: "early",
  mid: "mid",
  middle: "mid",
  late: "late",
  end: "late",
};

/** The most precise reading first: what one has read, the later ones do not see. */
const READERS: readonly { readonly pattern: RegExp; read(found: readonly (string | undefined)[]): DateCue }[] = [
  { pattern: /(?<![\d-])(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?![\d-])/g, read: ([year, month, day]) => cue(year, month, day) },
  {
    pattern: /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/])/g,
    read: ([first, mark, second, year]) => (mark === "/" && Number(first) <= 12 ? cue(year, first, second) : cue(year, second, first)),
  },
  {
    pattern: new RegExp(`\\b${DAY}(?: of)? (${MONTH})\\b\\.?,?(?: ?(\\d{4}))?`, "gi"),
    read: ([day, month, year]) => cue(year, month, day),
  },
  { pattern: new RegExp(`\\b(${MONTH})\\b\\.? ${DAY}(?!\\d),?(?: ?(\\d{4}))?`, "gi"), read: ([month, day, year]) => cue(year, month, day) },
  {
    pattern: new RegExp(`(?:\\b(early|mid|late|beginning|start|middle|end)(?:[- ]+of)?[- ]+)?\\b(${MONTH})\\b\\.?,? ?(\\d{4})\\b`, "gi"),
    read: ([part, month, year]) => cue(year, month, undefined, part),
  },
  {
    pattern: new RegExp(
      `\\b(?:(early|mid|late|beginning|start|middle|end)(?:[- ]+of)?[- ]+)?((?!(?:may|mar|march)\\b)${MONTH}|(?<=${LEADS_TO_MONTH}[- ])(?:may|march))\\b`,
      "gi",
    ),
    read: ([part, month]) => cue(undefined, month, undefined, part),
  },
  { pattern: /\b(?:in|of|during|since|until|by|throughout) ((?:19|20)\d{2})\b/gi, read: ([year]) => cue(year, undefined) },
];

/** Times that a text names by the calendar: `2024-07-16`, `8th December, 2023`, `late June`, `in May 2024`, `in 2023`. */
export function dateCues(text: string): DateCue[] {
  const cues: DateCue[] = [];
  let rest = text;
  for (const { pattern, read } of READERS) {
    rest = rest.replace(pattern, (whole: string, ...found: unknown[]) => {
      const made = read(found.map((part) => (typeof part === "string" ? part : undefined)));
      if (!possible(made)) return whole;
      cues.push(made);
      return " ".repeat(whole.length);
    });
  }
  return cues;
}

/** How far from a named day, or from a span of days, a time still counts for something. */
const NEAR_DAY = { days: 14, at: 0.6 };
const NEAR_SPAN = { days: 10, at: 0.4 };
const PART_DAYS = { early: [1, 12], mid: [9, 22], late: [19, 31] } as const;

/**
 * How well a time (ISO 8601, cut to its precision) meets a cue: 1 inside it, less the farther it is, 0 beyond two weeks.
 * A time told soon after is the usual case: people tell what happened a few days ago.
 */
export function cueMatch({ year, month, day, part }: DateCue, iso: string): number {
  const at = dayOf(iso);
  if (at === null) return 0;
  const own = year ?? Number(iso.slice(0, 4));
  const [first, last] = day !== null ? [day, day] : part !== null ? PART_DAYS[part] : [1, 31];
  const [from, to] = [dayNumber(own, month ?? 1, first), dayNumber(own, month ?? 12, Math.min(last, daysIn(own, month ?? 12)))];
  const today = Math.floor(at);
  const away = Math.max(from - today, today - to, 0);
  const near = day !== null ? NEAR_DAY : NEAR_SPAN;
  return away === 0 ? 1 : Math.max(0, near.at * (1 - away / near.days));
}

function cue(year: string | undefined, month: string | undefined, day?: string, part?: string): DateCue {
  return {
    year: year === undefined ? null : Number(year),
    month: month === undefined ? null : /^\d/.test(month) ? Number(month) : monthNamed(month),
    day: day === undefined ? null : Number(day),
    part: part === undefined ? null : (PARTS[part.toLowerCase()] ?? null),
  };
}

function possible({ year, month, day }: DateCue): boolean {
  return (month === null || (month >= 1 && month <= 12)) && (day === null || (day >= 1 && day <= daysIn(year ?? 2024, month ?? 1)));
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 86_400_000;
}
