import { type Interval, pairedBootstrap } from "../core/bootstrap.js";
import { effectOf } from "../core/discern/effects.js";
import { cumulativeReuse, pairedScores } from "../core/discern/report.js";
import type { Rule, RuleState } from "../core/discern/rule.js";
import { currentVersion } from "../core/discern/versions.js";
import { discernRun } from "../nodes/discern/stream.js";
import type { MemoryStore } from "../stores/contract.js";
import { failedDecisions } from "./failed-decisions.js";
import { RESAMPLING_SEED } from "./rules-view.js";

/** What a rule did, as far as two tasks or more show it. */
export interface MeasuredRule {
  readonly id: string;
  readonly owner: string;
  readonly state: RuleState;
  readonly body: string;
  /** Paired bootstrap of score with less score without, over the tasks of the version in force. */
  readonly effect: Interval;
}

/** What is drawn from a stream beside its summary. */
export interface StreamDetail {
  /** Paired bootstrap of the tasks' scores less those of the same team without rules; null before the first task. */
  readonly gain: Interval | null;
  /** By effect, the most helpful first. */
  readonly effects: readonly MeasuredRule[];
  /** Share of the injections that the n most used rules received, from n = 1. */
  readonly reuse: readonly number[];
  /** Decisions that failed and have not been made since, by name. */
  readonly failed: Readonly<Record<string, number>>;
}

/** Intervals, concentration and failures of a stream. */
export async function streamDetail(
  { rules: store, decisions }: Pick<MemoryStore, "rules" | "decisions">,
  stream: string,
): Promise<StreamDetail> {
  const [tasks, rules, failed] = await Promise.all([
    store.tasks(stream),
    store.rules(stream),
    failedDecisions(decisions, discernRun(stream)),
  ]);
  const pairs = pairedScores(tasks, rules);
  return {
    gain: pairedBootstrap(
      pairs.map(({ supplied }) => supplied),
      pairs.map(({ without }) => without),
      { seed: RESAMPLING_SEED },
    ),
    effects: rules.flatMap(measuredRule).sort((a, b) => b.effect.mean - a.effect.mean),
    reuse: cumulativeReuse(rules),
    failed,
  };
}

function measuredRule(rule: Rule): MeasuredRule[] {
  const { effects, body } = currentVersion(rule);
  const { id, owner, state } = rule;
  // The mean is that of `effectOf`, also where rules were measured together.
  const without = effects.map((effect) => effect.with - effectOf(effect));
  const effect = pairedBootstrap(
    effects.map((one) => one.with),
    without,
    { seed: RESAMPLING_SEED },
  );
  return effect === null || effects.length < 2 ? [] : [{ id, owner, state, body, effect }];
}
