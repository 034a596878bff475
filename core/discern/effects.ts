import { mean } from "../numbers.js";
import type { Effect, EffectSign, Rule } from "./rule.js";
import type { TrajectoryStep } from "./trajectory.js";

/** Rounding of floating-point differences: 0.51 − 0.5 is not above 0.01. */
const ROUNDING = 1e-9;

/** What was scored with a rule and without it. */
export type Measured = Pick<Effect, "with" | "without" | "joint">;

/**
 * Δ(q) = s(q; m) − s(q; ∅), DiscernMem eq. 4. In [-1, 1]. Beyond the paper, where rules were also replayed together: the mean
 * of what the rule adds to none and of what it adds to all others, which for two rules is each one's Shapley value.
 */
export function effectOf({ with: supplied, without, joint }: Measured): number {
  const alone = supplied - without;
  return joint === undefined ? alone : (alone + joint.with - joint.without) / 2;
}

/** Sign of a difference of scores: positive above ε, negative below −ε, neutral otherwise. DiscernMem §3.2. */
export function signOf(difference: number, tolerance: number): EffectSign {
  if (difference > tolerance + ROUNDING) return "positive";
  return difference < -tolerance - ROUNDING ? "negative" : "neutral";
}

export function effectSign(effect: Measured, tolerance: number): EffectSign {
  return signOf(effectOf(effect), tolerance);
}

/** Mean of Δ over the tasks on record; null when there are none. DiscernMem eq. 14. */
export function meanEffect(effects: readonly Effect[]): number | null {
  return mean(effects.map(effectOf));
}

/** Whether a paired replay shows any difference, in score or in what was said and done. Appendix A.1. */
export function replayChanged(supplied: Played, without: Played): boolean {
  return (
    supplied.score !== without.score ||
    supplied.steps.length !== without.steps.length ||
    supplied.steps.some((step, at) => {
      const other = without.steps[at];
      return step.role !== other?.role || step.kind !== other.kind || step.text !== other.text;
    })
  );
}

interface Played {
  readonly score: number;
  readonly steps: readonly TrajectoryStep[];
}

/**
 * The rule with an effect on record under the version in force. A task counts once, by its newest measurement; the source
 * task never does. DiscernMem §3.1, eq. 14.
 */
export function recordEffect(rule: Rule, effect: Effect): Rule {
  if (effect.task === rule.sourceTask) return rule;
  const versions = rule.versions.map((version, at) =>
    at === rule.versions.length - 1
      ? { ...version, effects: [...version.effects.filter(({ task }) => task !== effect.task), effect] }
      : version,
  );
  return { ...rule, versions };
}

/**
 * What the rule did by task, over all versions, the newest measurement of each, in order of the stream. The lifecycle looks
 * at the version in force alone; scope and retention belong to the rule.
 */
export function effectsOfRule(rule: Rule): readonly Effect[] {
  const newest = new Map(rule.versions.flatMap(({ effects }) => effects.map((effect) => [effect.task, effect] as const)));
  return [...newest.values()].sort((a, b) => a.ordinal - b.ordinal);
}

/** Whether it is known that no avoidance condition matched. */
export function isClear({ avoidMatch, undecided }: Effect): boolean {
  return !avoidMatch && undecided === undefined;
}

/** 𝒯⁺: uses with a positive paired effect and no avoidance match, one a task. DiscernMem §3.2. */
export function positiveUses(rule: Rule, tolerance: number): readonly Effect[] {
  return effectsOfRule(rule).filter((effect) => isClear(effect) && effectSign(effect, tolerance) === "positive");
}
