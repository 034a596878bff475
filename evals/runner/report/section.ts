import { signed } from "../../scores/signed.js";
import type { Paired } from "../../scores/paired.js";
import type { Figures } from "../figures.js";

/** A table of texts. */
export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Whether each column holds figures, which go to the right. */
export function figureColumns({ head, rows }: ReportTable): boolean[] {
  return head.map((_, at) => rows.every((row) => /^(?:\*\*)?[−+–\d]/.test(row[at] ?? "")));
}

/** A part of a report under one heading. */
export interface ReportSection {
  readonly title: string;
  readonly notes: readonly string[];
  readonly tables: readonly ReportTable[];
  /** Of a section with a plot: intervals by score and subject. */
  readonly plot?: readonly Figures[];
  /** Whether it tells times, which are this machine's and this hour's alone. */
  readonly timed?: boolean;
  /** Markdown that another program printed. */
  readonly markdown?: string;
}

/** A share of 100. */
export function percent(share: number | null): string {
  return share === null ? "–" : (100 * share).toFixed(1);
}

/** Milliseconds, tokens, characters: without decimals. */
export function whole(value: number | null): string {
  return value === null ? "–" : Math.round(value).toLocaleString("en");
}

/** A difference in points of 100 with its interval; bold where that leaves out none. */
export function differenceText({ mean, low, high, told }: Paired): string {
  const text = `${points(mean)} (${points(low)} to ${points(high)})`;
  return told ? `**${text}**` : text;
}

function points(difference: number): string {
  return signed(100 * difference, 1);
}
