import type { Observation } from "./observation.js";
import { convertUnit } from "./units.js";

/** How far the words of each source are taken: what a person wrote, a caption, what was read from a picture, what an assistant said. */
const OF_SOURCE = { user: 0.95, caption: 0.9, picture: 0.75, assistant: 0.6 } as const;
/** What a note takes from that: the value could mean another thing, was told otherwise, or is rough. */
const OPEN = 0.6;
const TOLD_OTHERWISE = 0.6;
const ROUGH = 0.85;

/** Begins the part of a note that says what else was told of the same thing in the same round. */
const OTHERWISE = "otherwise told as ";

/** How sure a value is, in (0, 1): by who told it, and by what is noted of it. Two digits. */
export function certainty({ source, note }: Pick<Observation, "source" | "note">): number {
  const open = note !== null && /could|ambiguous|several|not known|no such/.test(note) ? OPEN : 1;
  const rough = note !== null && /^(?:approximate|a lower bound|an upper bound)/.test(note) ? ROUGH : 1;
  const rivals = toldOtherwise(note) === null ? 1 : TOLD_OTHERWISE;
  return Math.round(100 * OF_SOURCE[source.kind] * open * rough * rivals) / 100;
}

/** The values that contradict a cell, as its note has them; null when none do. */
export function toldOtherwise(note: string | null): string | null {
  const at = note?.indexOf(OTHERWISE) ?? -1;
  return at < 0 || note === null ? null : note.slice(at + OTHERWISE.length);
}

/** A note without what was told otherwise. */
export function ownNote(note: string | null): string | null {
  const own = note?.split(`; ${OTHERWISE}`)[0] ?? null;
  return own === null || own.startsWith(OTHERWISE) ? null : own;
}

/**
 * The observation with its contradictions noted: values that the same round gives the same attribute in another turn or another
 * kind of source. Several values of one text are a list, not a contradiction.
 */
export function withRivals(own: Observation, others: readonly Observation[]): Observation {
  const rivals = others.filter((other) => isElsewhere(own, other) && !saySame(own, other)).map(({ value }) => value.slice(0, LONGEST));
  if (rivals.length === 0) return own;
  const told = `${OTHERWISE}${[...new Set(rivals)]
    .slice(0, MOST)
    .map((value) => JSON.stringify(value))
    .join(", ")}`;
  return { ...own, note: own.note === null ? told : `${own.note}; ${told}` };
}

const LONGEST = 60;
const MOST = 3;

function isElsewhere({ source: a }: Observation, { source: b }: Observation): boolean {
  return a.kind !== b.kind || a.turn !== b.turn;
}

/** Nearly the same number, however it is rounded and in whichever unit; else the same text. */
function saySame({ typed: a, value: one }: Observation, { typed: b, value: other }: Observation): boolean {
  if (a.kind === "number" && b.kind === "number") {
    const number = a.unit === null || b.unit === null ? b.number : convertUnit(b.number, b.unit, a.unit);
    return number !== null && Math.abs(number - a.number) <= NEARLY * Math.max(Math.abs(a.number), Math.abs(number));
  }
  return a.kind === b.kind && plain(one) === plain(other);
}

const NEARLY = 0.01;

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
