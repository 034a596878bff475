import { mean } from "../../core/numbers.js";
import { type Paired, pairedScores } from "../scores/paired.js";
import { signed } from "../scores/signed.js";
import { type ArmRun, type Metric, METRICS } from "./run.js";

/** A kind of data with a metric that it is scored by. */
export interface Measure {
  readonly kind: string;
  readonly metric: Metric;
  readonly questions: number;
}

/** What the runs are scored by, in order of kinds and metrics. */
export function measuresOf(runs: readonly ArmRun[]): Measure[] {
  const [first] = runs;
  return [...(first?.scores ?? [])].flatMap(([kind, scores]) =>
    METRICS.map((metric) => ({ kind, metric, questions: scores[metric].size })).filter(({ questions }) => questions > 0),
  );
}

/** Mean score of an arm in [0, 1]; null where it was not scored so. */
export function scoreOf({ scores }: ArmRun, { kind, metric }: Measure): number | null {
  return mean([...(scores.get(kind)?.[metric].values() ?? [])]);
}

/**
 * One line an arm: its scores of 100 with the difference from the first arm, the full system, and its 95 % interval, paired by
 * question; one that excludes 0 is in bold, and `=` stands where no question is scored otherwise.
 */
export function tableOf(runs: readonly ArmRun[]): string {
  const [full] = runs;
  const measures = measuresOf(runs);
  const heads = measures.map(({ kind, metric, questions }) => `${kind} ${LABELS[metric]} (${questions})`);
  const kinds = [...new Set(measures.map(({ kind }) => kind))];
  return [
    `| arm | ${[...heads, ...kinds.map((kind) => `${kind} characters`), "tables, episodes, topics"].join(" | ")} |`,
    `|---|${measures.map(() => "---|").join("")}${kinds.map(() => "--:|").join("")}---|`,
    ...runs.map((run) => {
      const cells = measures.map((measure) => cell(run, full, measure));
      const characters = kinds.map((kind) => String(Math.round(run.chars.get(kind) ?? 0)));
      const { tables, episodes, topics } = run.derived;
      const name = `${run.arm.name}${run.failed > 0 ? ` (${run.failed} failed)` : ""}`;
      return `| ${[name, ...cells, ...characters, `${tables}, ${episodes}, ${topics}`].join(" | ")} |`;
    }),
  ].join("\n");
}

const LABELS: Readonly<Record<Metric, string>> = { exact: "exact", recall: "evidence recall", f1: "F1" };

function cell(run: ArmRun, full: ArmRun | undefined, measure: Measure): string {
  const score = scoreOf(run, measure);
  if (score === null) return "–";
  const own = (100 * score).toFixed(1);
  if (full === undefined || full === run) return own;
  const difference = pairedOf(run, full, measure);
  if (difference === null) return own;
  return difference.wins + difference.losses === 0 ? "=" : `${own}, ${intervalText(difference)}`;
}

function pairedOf(run: ArmRun, full: ArmRun, { kind, metric }: Measure): Paired | null {
  const none = new Map<string, number>();
  return pairedScores(run.scores.get(kind)?.[metric] ?? none, full.scores.get(kind)?.[metric] ?? none);
}

function intervalText({ mean: difference, low, high, told }: Paired): string {
  const [middle, from, to] = [difference, low, high].map((value) => signed(100 * value, 1));
  const text = `${middle} [${from}, ${to}]`;
  return told ? `**${text}**` : text;
}
