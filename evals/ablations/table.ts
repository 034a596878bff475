import { mean } from "../../core/numbers.js";
import { type Paired, pairedScores } from "../scores/paired.js";
import { signed } from "../scores/signed.js";
import { type ArmRun, type Metric, METRICS } from "./run.js";

/** A suite with a metric that it is scored by. */
export interface Measure {
  readonly suite: string;
  readonly metric: Metric;
  readonly questions: number;
}

const LABELS: Readonly<Record<Metric, string>> = {
  exact: "exact",
  recall: "evidence recall",
  f1: "F1",
  table: "right table",
  shown: "right table shown",
  strict: "right path",
};

/** What the runs are scored by, in order of suites and metrics. */
export function measuresOf(runs: readonly ArmRun[]): Measure[] {
  const [first] = runs;
  return [...(first?.scores ?? [])].flatMap(([suite, scores]) =>
    METRICS.map((metric) => ({ suite, metric, questions: scores[metric].size })).filter(({ questions }) => questions > 0),
  );
}

/** Of each suite what it is mainly scored by: exactness where its data ask for it, else recall. */
export function mainMeasures(runs: readonly ArmRun[]): Measure[] {
  const measures = measuresOf(runs);
  return measures.filter(({ suite }, at) => measures.findIndex((other) => other.suite === suite) === at);
}

export function measureName({ suite, metric }: Omit<Measure, "questions">): string {
  return `${suite}, ${LABELS[metric]}`;
}

/** Mean score of an arm in [0, 1]; null where it was not scored so. */
export function scoreOf({ scores }: ArmRun, { suite, metric }: Omit<Measure, "questions">): number | null {
  return mean([...(scores.get(suite)?.[metric].values() ?? [])]);
}

/** An arm less the full system, paired by question; null where either was not scored so. */
export function differenceFrom(full: ArmRun, run: ArmRun, { suite, metric }: Omit<Measure, "questions">): Paired | null {
  const none = new Map<string, number>();
  return pairedScores(run.scores.get(suite)?.[metric] ?? none, full.scores.get(suite)?.[metric] ?? none);
}

/**
 * One line an arm with what each suite is mainly scored by: scores of 100 with the difference from the first arm, the full system, and
 * its 95 % interval, paired by question; one that excludes 0 is in bold, and `=` stands where no question is scored otherwise.
 */
export function overview(runs: readonly ArmRun[]): string {
  const measures = mainMeasures(runs);
  return table(
    ["arm", ...measures.map((measure) => `${measureName(measure)} (${measure.questions})`), "tables, episodes, topics"],
    runs,
    (run) => {
      const { tables, episodes, topics } = run.derived;
      return [...measures.map((measure) => cell(run, runs[0], measure)), `${tables}, ${episodes}, ${topics}`];
    },
  );
}

/** All that one suite is scored by, and what its planner and its answers were given, a line an arm. */
export function suiteTable(runs: readonly ArmRun[], suite: string): string {
  const measures = measuresOf(runs).filter((measure) => measure.suite === suite);
  const sizes = ["tables shown", "episodes shown", "planning prompt, characters", "evidence, characters"];
  return table(["arm", ...measures.map(({ metric, questions }) => `${LABELS[metric]} (${questions})`), ...sizes], runs, (run) => {
    const { tables = 0, episodes = 0, prompt = 0, evidence = 0 } = run.sizes.get(suite) ?? {};
    const own = [tables.toFixed(1), episodes.toFixed(1), String(Math.round(prompt)), String(Math.round(evidence))];
    return [...measures.map((measure) => cell(run, runs[0], measure)), ...own];
  });
}

function table(head: readonly string[], runs: readonly ArmRun[], cellsOf: (run: ArmRun) => readonly string[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const nameOf = ({ arm, failed }: ArmRun) => `${arm.name}${failed > 0 ? ` (${failed} failed)` : ""}`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...runs.map((run) => line([nameOf(run), ...cellsOf(run)]))].join("\n");
}

function cell(run: ArmRun, full: ArmRun | undefined, measure: Measure): string {
  const score = scoreOf(run, measure);
  if (score === null) return "–";
  const own = (100 * score).toFixed(1);
  if (full === undefined || full === run) return own;
  const difference = differenceFrom(full, run, measure);
  if (difference === null) return own;
  return difference.wins + difference.losses === 0 ? "=" : `${own}, ${intervalText(difference)}`;
}

function intervalText({ mean: difference, low, high, told }: Paired): string {
  const [middle, from, to] = [difference, low, high].map((value) => signed(100 * value, 1));
  const text = `${middle} [${from}, ${to}]`;
  return told ? `**${text}**` : text;
}
