import { effectSign, isClear, meanEffect, signOf } from "./effects.js";
import type { Effect, EffectSign, Rule, RuleState, Transition } from "./rule.js";
import { currentVersion } from "./versions.js";

/** Tasks on record for promotion (≥). Appendix A.1, as all of these. */
const PROMOTION_TASKS = 2;
/** Tasks on record for retiring a provisional rule, and negative ones among them (≥). */
const HARM_TASKS = 3;
const HARM_NEGATIVES = 2;
/** Most recent effects of an active rule that must all be negative. */
const HARM_RECENT = 3;
/** Tasks whose replay the rule changed to no effect (≥). */
const INEFFECTIVE_TASKS = 5;

/** When and on which task something happened to a rule. */
export interface Moment {
  readonly task: string;
  readonly ordinal: number;
}

/**
 * The rule's state after an effect is on record: at most one transition. Of a use attributed to Content it is asked once
 * the repair is over, since a failed repair goes before everything else (`failRepair`). DiscernMem appendix A.1.
 */
export function settle(rule: Rule, effect: Effect, tolerance: number): Rule {
  const next = nextState(rule, effect, tolerance);
  return next === null ? rule : enter(rule, next.to, next.reason, effect);
}

/** The transition that is due after `effect`, or none. */
export function nextState(rule: Rule, effect: Effect, tolerance: number): Pick<Transition, "to" | "reason"> | null {
  const { effects } = currentVersion(rule);
  if (!effects.some(({ task }) => task === effect.task)) return null;
  const sign = (one: Effect) => effectSign(one, tolerance);
  switch (rule.state) {
    case "inactive":
      return effect.origin === "attachment" && sign(effect) === "positive" ? { to: "provisional", reason: "revival" } : null;
    case "active":
      return effect.attribution !== "scope" && isHarmfulLately(effects, sign) ? { to: "inactive", reason: "sustained-harm" } : null;
    case "provisional":
      if (isProven(effects, sign, tolerance)) return { to: "active", reason: "promotion" };
      if (effect.attribution !== "scope" && isHarmful(effects, sign, tolerance)) return { to: "inactive", reason: "sustained-harm" };
      return isIneffective(effects, sign) ? { to: "inactive", reason: "ineffective" } : null;
  }
}

type SignOf = (effect: Effect) => EffectSign;

/** Promotion: |𝒬| ≥ 2, mean above ε, none negative. */
function isProven(effects: readonly Effect[], sign: SignOf, tolerance: number): boolean {
  return (
    effects.length >= PROMOTION_TASKS &&
    signOf(meanEffect(effects) ?? 0, tolerance) === "positive" &&
    !effects.some((effect) => sign(effect) === "negative")
  );
}

/** Sustained harm of a provisional rule: |𝒬| ≥ 3, mean below −ε, at least two negative, none positive; uses out of scope left out. */
function isHarmful(effects: readonly Effect[], sign: SignOf, tolerance: number): boolean {
  const counted = withinScope(effects);
  const signs = counted.map(sign);
  return (
    counted.length >= HARM_TASKS &&
    signOf(meanEffect(counted) ?? 0, tolerance) === "negative" &&
    signs.filter((one) => one === "negative").length >= HARM_NEGATIVES &&
    !signs.includes("positive")
  );
}

/** Sustained harm of an active rule: its three most recent effects are negative; uses out of scope left out. */
function isHarmfulLately(effects: readonly Effect[], sign: SignOf): boolean {
  const recent = withinScope(effects)
    .sort((a, b) => a.ordinal - b.ordinal)
    .slice(-HARM_RECENT);
  return recent.length === HARM_RECENT && recent.every((effect) => sign(effect) === "negative");
}

/** Persistent ineffectiveness: five changed replays without an avoidance match, and every effect neutral. */
function isIneffective(effects: readonly Effect[], sign: SignOf): boolean {
  return (
    effects.filter((effect) => effect.changed && isClear(effect)).length >= INEFFECTIVE_TASKS &&
    effects.every((effect) => sign(effect) === "neutral")
  );
}

/** What was harmful only for being used out of scope informs the boundary, not the lifecycle. */
function withinScope(effects: readonly Effect[]): Effect[] {
  return effects.filter(({ attribution }) => attribution !== "scope");
}

/**
 * The rule after a defect of its content could not be repaired: inactive, before any other rule of the lifecycle. After
 * calibration it stays as it is. Not for a repair that was cut off (by a budget): that has not failed.
 */
export function failRepair(rule: Rule, cause: "reuse" | "attachment" | "calibration", at: Moment): Rule {
  return cause === "calibration" || rule.state === "inactive" ? rule : enter(rule, "inactive", "failed-repair", at);
}

/** The rule in a state, with the reason on record. */
export function enter(rule: Rule, to: RuleState, reason: Transition["reason"], { task, ordinal }: Moment): Rule {
  const transition: Transition = { from: rule.state, to, reason, version: currentVersion(rule).version, task, ordinal };
  return { ...rule, state: to, transitions: [...rule.transitions, transition] };
}
