import type { FilterInput } from "../read-filters.js";
import type { ColumnCard } from "./card.js";
import type { Cue } from "./lexicon.js";
import type { Annotated, Mark, MarkOf } from "./mark.js";

/** A condition that the question puts on rows. */
export interface Condition {
  readonly filter: FilterInput;
  /** Index of the column; null for the row's time. */
  readonly column: number | null;
  readonly kind: "value" | "bound" | "time" | "missing" | "yes";
  /** Places of its marks. */
  readonly places: readonly number[];
  /** As a person would say it. */
  readonly label: string;
}

/** Most rows that are asked for by their number. */
const MOST_ROWS = 1_000;

/** A bare whole number that can say how many: `last five`, not `last ½`. */
export function isCount(mark: Mark | undefined): mark is MarkOf<"quantity"> {
  return mark?.kind === "quantity" && mark.unit === null && Number.isInteger(mark.number) && mark.number >= 1 && mark.number <= MOST_ROWS;
}

export function isCue<Kind extends Cue["kind"]>(
  mark: Mark | undefined,
  ...kinds: readonly Kind[]
): mark is MarkOf<"cue"> & { readonly cue: Extract<Cue, { readonly kind: Kind }> } {
  return mark?.kind === "cue" && (kinds as readonly string[]).includes(mark.cue.kind);
}

export function placesOf(view: Annotated, test: (mark: Mark) => boolean): number[] {
  return view.marks.flatMap((mark, place) => (test(mark) ? [place] : []));
}

export function hasCue(view: Annotated, ...kinds: readonly Cue["kind"][]): boolean {
  return view.marks.some((mark) => isCue(mark, ...kinds));
}

/** The one column that a mention means: the first of those that it fits equally. */
export function columnAt(view: Annotated, place: number): number | null {
  const mark = view.marks[place];
  return mark?.kind === "column" ? (mark.columns[0] ?? null) : null;
}

export function cardAt(view: Annotated, column: number): ColumnCard | null {
  return view.card.columns[column] ?? null;
}

/** `between the first and the last weighing`: over all rows, from end to end. */
export function spansEnds(view: Annotated): boolean {
  const ends = view.marks.flatMap((mark) => (isCue(mark, "aggregate") ? [mark.cue.operator] : []));
  const between = view.marks.some((mark) => isCue(mark, "bound") && mark.cue.operator === "between");
  return between && ends.includes("first") && ends.includes("last");
}

/** A mark that stands between two others without parting them. */
export function isFiller(mark: Mark | undefined): boolean {
  return mark?.kind === "noise" || isCue(mark, "any", "all");
}

/** The nearest place before or after that is no filler; null at the end. */
export function neighbour(view: Annotated, place: number, step: 1 | -1): number | null {
  for (let at = place + step; at >= 0 && at < view.marks.length; at += step) if (!isFiller(view.marks[at])) return at;
  return null;
}

/** How far apart two places are, fillers counting little. */
export function distance(view: Annotated, a: number, b: number): number {
  const between = view.marks.slice(Math.min(a, b) + 1, Math.max(a, b));
  return between.reduce((sum, mark) => sum + (isFiller(mark) ? 0.25 : isCue(mark, "and") ? 2 : 1), 0);
}

/** The text of some marks as it stands in the question. */
export function textOf(view: Annotated, from: number, to: number): string {
  const [first, last] = [view.marks[from], view.marks[to]];
  const [start, end] = [view.words[first?.from ?? 0]?.start ?? 0, view.words[(last?.to ?? 1) - 1]?.end ?? 0];
  return view.text.slice(start, end);
}

/** A column's name as an expression may hold it. */
export function quoted(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

/** Whether a `not` stands directly before a place. */
export function isNegated(view: Annotated, place: number): boolean {
  for (let at = place - 1, steps = 0; at >= 0 && steps < 3; at--, steps++) {
    if (isCue(view.marks[at], "not")) return true;
    if (!isFiller(view.marks[at]) && view.marks[at]?.kind !== "column") return false;
  }
  return false;
}
