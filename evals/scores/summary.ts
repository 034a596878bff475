import type { Evaluation, Scored } from "../harness/evaluate.js";
import { percentile } from "./percentile.js";
import { mean } from "../../core/numbers.js";

/** Figures over a group of questions; shares are in [0, 1], null where nothing in the group is scored so. */
export interface SummaryRow {
  readonly kind: string;
  /** Kind of question; `all` for the whole data set. */
  readonly point: string;
  readonly questions: number;
  readonly exact: number | null;
  readonly recall: number | null;
  /** Over the questions that did not fail. */
  readonly msP50: number | null;
  readonly msP95: number | null;
  readonly charsMax: number;
  readonly failed: number;
}

/** A row for each data set, followed by one for each of its kinds of question. */
export function summarize(scored: readonly Scored[]): SummaryRow[] {
  return [...groups(scored, ({ kind }) => kind)].flatMap(([kind, ofKind]) => {
    const points = [...groups(ofKind, ({ point }) => point)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [row(kind, "all", ofKind), ...points.map(([point, ofPoint]) => row(kind, point, ofPoint))];
  });
}

function groups(scored: readonly Scored[], key: (one: Scored) => string): Map<string, Scored[]> {
  const found = new Map<string, Scored[]>();
  for (const one of scored) {
    const group = found.get(key(one)) ?? [];
    found.set(key(one), group);
    group.push(one);
  }
  return found;
}

function row(kind: string, point: string, scored: readonly Scored[]): SummaryRow {
  const ms = scored.flatMap((one) => (one.error === null ? [one.ms] : []));
  return {
    kind,
    point,
    questions: scored.length,
    exact: mean(scored.flatMap(({ exact }) => (exact === null ? [] : [exact ? 1 : 0]))),
    recall: mean(scored.flatMap(({ recall }) => (recall === null ? [] : [recall]))),
    msP50: percentile(ms, 0.5),
    msP95: percentile(ms, 0.95),
    charsMax: scored.reduce((most, { chars }) => Math.max(most, chars), 0),
    failed: scored.filter(({ error }) => error !== null).length,
  };
}

const HEADINGS = ["data", "point", "questions", "exact %", "recall %", "p50 ms", "p95 ms", "chars max", "failed"];

/** The summary as a table for people, with malformed clues and files without questions named below it. */
export function summaryText({ scored, malformed, leftOut }: Evaluation): string {
  const rows = summarize(scored).map(({ kind, point, questions, exact, recall, msP50, msP95, charsMax, failed }) =>
    [kind, point, questions, percent(exact), percent(recall), rounded(msP50), rounded(msP95), charsMax, failed].map(String),
  );
  const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = [HEADINGS, ...rows].map((cells) =>
    cells
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join("  ")
      .trimEnd(),
  );
  return [
    ...lines,
    ...malformed.map(({ file, id, clue }) => `malformed evidence id, not counted: ${JSON.stringify(clue)} (${file}, question ${id})`),
    ...leftOut.map((file) => `no questions: ${file}`),
  ].join("\n");
}

/** Words to the left, numbers to the right. */
function pad(cell: string, width: number, column: number): string {
  return column < 2 ? cell.padEnd(width) : cell.padStart(width);
}

function percent(share: number | null): string {
  return share === null ? "–" : (share * 100).toFixed(1);
}

function rounded(value: number | null): string {
  return value === null ? "–" : String(Math.round(value));
}
