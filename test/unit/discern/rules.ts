import { admit } from "../../../core/discern/admission.js";
import type { Effect, Rule, RuleState } from "../../../core/discern/rule.js";

/** ε of Table 3. */
export const EPSILON = 0.01;

/** A provisional rule of the executor from task `src`, place 0. */
export function aRule(rest: Partial<Rule> = {}): Rule {
  const proposal = { owner: "executor", body: "Pick up the ball, then move.", useWhen: ["a ball is here"], avoidWhen: [] };
  return { ...admit("stream", proposal, { task: "src", ordinal: 0 }), ...rest };
}

/** What a rule did on task `t<ordinal>`: Δ as told, from 0.5 without it, replay changed, within scope. */
export function effect(ordinal: number, delta: number, rest: Partial<Effect> = {}): Effect {
  return {
    task: `t${ordinal}`,
    ordinal,
    with: 0.5 + delta,
    without: 0.5,
    changed: true,
    avoidMatch: false,
    attribution: "none",
    context: `room ${ordinal}`,
    origin: "reuse",
    ...rest,
  };
}

/** The rule in a state with effects on record. */
export function withEffects(effects: readonly Effect[], state: RuleState = "provisional", rule: Rule = aRule()): Rule {
  return { ...rule, state, versions: rule.versions.map((version) => ({ ...version, effects })) };
}
