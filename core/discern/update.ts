import { learnAvoidance, overturnAvoidance } from "./boundary.js";
import { recordEffect } from "./effects.js";
import type { Effect, Rule } from "./rule.js";
import type { DiscernSettings } from "./settings.js";

/**
 * RecordAndBLM of DiscernMem's Algorithm 1 but for the state: effect on record, avoidance condition learned, and, where
 * `overturnAvoidance` is on, conditions overturned. `exception` is φ, null when the scope check named none. What
 * `widensScope` then asks for is generalised by a decision and added with `learnUse`.
 */
export function learn(
  rule: Rule,
  effect: Effect,
  exception: string | null,
  settings: Pick<DiscernSettings, "tolerance" | "positiveTasks" | "overturnAvoidance">,
): Rule {
  const recorded = recordEffect(rule, effect);
  const overturned = settings.overturnAvoidance ? overturnAvoidance(recorded, effect.ordinal, settings) : recorded;
  return learnAvoidance(overturned, effect, exception);
}
