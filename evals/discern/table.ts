import { excludesZero, type Interval, pairedBootstrap } from "../../core/bootstrap.js";
import { mean } from "../../core/numbers.js";
import { signed } from "../scores/signed.js";
import type { StreamRun } from "./stream.js";

const [NO_MEMORY, FULL] = ["no memory", "discern"];
/** Of the bootstrap, which has nothing to do with the streams' seeds. */
const SEED = 1;

/** An arm of a host over all seeds, held against no memory and against the whole system. */
export interface Row {
  readonly host: string;
  readonly arm: string;
  readonly score: number;
  /** Paired over tasks, each task's scores averaged over the seeds; null where the other arm was not run. */
  readonly overNoMemory: Interval | null;
  readonly overDiscern: Interval | null;
  readonly rules: StreamRun["rules"];
  readonly replays: number;
}

/** A row for each host and arm, in the order of the runs. Counts of rules and replays are summed over the seeds. */
export function rowsOf(runs: readonly StreamRun[]): Row[] {
  const groups = new Map<string, StreamRun[]>();
  for (const run of runs) groups.set(key(run), [...(groups.get(key(run)) ?? []), run]);
  const scoresOf = (host: string, arm: string) => byTask(groups.get(key({ host, arm })) ?? []);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { host, arm } = first;
    const scores = byTask(group);
    const over = (other: string) => {
      const others = scoresOf(host, other);
      return others.length === 0 || other === arm ? null : pairedBootstrap(scores, others, { seed: SEED });
    };
    const sum = (count: (run: StreamRun) => number) => group.reduce((total, run) => total + count(run), 0);
    return [
      {
        host,
        arm,
        score: mean(scores) ?? 0,
        overNoMemory: over(NO_MEMORY as string),
        overDiscern: over(FULL as string),
        rules: {
          provisional: sum(({ rules }) => rules.provisional),
          active: sum(({ rules }) => rules.active),
          inactive: sum(({ rules }) => rules.inactive),
        },
        replays: sum(({ replays }) => replays),
      },
    ];
  });
}

/** The rows as Markdown; an interval that excludes 0 is in bold. */
export function tableOf(rows: readonly Row[], caption: string): string {
  return [
    caption,
    "",
    "| host | arm | score | over no memory (95 %) | over discern (95 %) | rules p/a/i | replays |",
    "|---|---|---|---|---|---|---|",
    ...rows.map(({ host, arm, score, overNoMemory, overDiscern, rules, replays }) => {
      const states = `${rules.provisional}/${rules.active}/${rules.inactive}`;
      return `| ${host} | ${arm} | ${points(score)} | ${cell(overNoMemory)} | ${cell(overDiscern)} | ${states} | ${replays} |`;
    }),
  ].join("\n");
}

function byTask(runs: readonly StreamRun[]): number[] {
  const [first] = runs;
  return (first?.scores ?? []).map((_, at) => mean(runs.map(({ scores }) => scores[at] ?? 0)) ?? 0);
}

function cell(interval: Interval | null): string {
  if (interval === null) return "";
  const text = `${gained(interval.mean)} [${gained(interval.low)}, ${gained(interval.high)}]`;
  return excludesZero(interval) ? `**${text}**` : text;
}

/** Scores as the paper tells them: of 100. */
export function points(score: number): string {
  return (100 * score).toFixed(2);
}

/** A difference of scores with its sign, of 100. */
export function gained(difference: number): string {
  return signed(100 * difference, 2);
}

function key({ host, arm }: Pick<StreamRun, "host" | "arm">): string {
  return `${host}\n${arm}`;
}
