import { effectSign, effectsOfRule, isClear, positiveUses } from "./effects.js";
import { normalText } from "./edits.js";
import type { Condition, Effect, Rule } from "./rule.js";
import { stands } from "./versions.js";

/** Conditions with more, each text once: what differs in case, spaces or end punctuation alone is the same. */
export function withConditions(known: readonly Condition[], added: readonly Condition[]): readonly Condition[] {
  const texts = new Set(known.map(({ text }) => normalText(text)));
  const news = added.filter(({ text }) => {
    const normal = normalText(text);
    const isNew = normal !== "" && !texts.has(normal);
    texts.add(normal);
    return isNew;
  });
  return news.length === 0 ? known : [...known, ...news.map((condition) => ({ ...condition, text: condition.text.trim() }))];
}

/**
 * Adds the observable exception φ that a use attributed to Scope showed to the avoidance conditions; nothing without one.
 * One that was overturned and is found again counts again. DiscernMem eq. 12, first line.
 */
export function learnAvoidance(
  rule: Rule,
  { attribution, task, ordinal }: Pick<Effect, "attribution" | "task" | "ordinal">,
  exception: string | null,
): Rule {
  if (attribution !== "scope" || exception === null) return rule;
  const normal = normalText(exception);
  const restored = rule.avoidWhen.map((condition) =>
    normalText(condition.text) === normal && !stands(condition) ? { ...condition, restoredAt: ordinal } : condition,
  );
  return { ...rule, avoidWhen: withConditions(restored, [{ text: exception, origin: "boundary", task }]) };
}

/**
 * pos(u) ∧ |𝒯⁺| ≥ n₊: whether the use widens the scope, asked once its effect is on record. DiscernMem eq. 12, second line.
 * The contexts to generalise are those of `positiveUses`.
 */
export function widensScope(
  rule: Rule,
  effect: Effect,
  { tolerance, positiveTasks }: { readonly tolerance: number; readonly positiveTasks: number },
): boolean {
  const isPositive = isClear(effect) && effectSign(effect, tolerance) === "positive" && effect.task !== rule.sourceTask;
  return isPositive && positiveUses(rule, tolerance).length >= positiveTasks;
}

/** Adds generalised use conditions. Conditions from before stay. */
export function learnUse(rule: Rule, conditions: readonly string[], task: string): Rule {
  const added = conditions.map((text): Condition => ({ text, origin: "generalization", task }));
  return { ...rule, useWhen: withConditions(rule.useWhen, added) };
}

/**
 * Beyond the paper: an avoidance condition no longer counts once the last n₊ tasks on which it matched all had positive
 * effects. It stays on record, and what was measured before it was (last) found says nothing about it. Where a use does
 * not name the conditions that matched, it speaks about all that there were.
 */
export function overturnAvoidance(
  rule: Rule,
  ordinal: number,
  { tolerance, positiveTasks }: { readonly tolerance: number; readonly positiveTasks: number },
): Rule {
  const effects = effectsOfRule(rule);
  const isOverturned = (condition: Condition) => {
    const found = Math.max(condition.restoredAt ?? -1, effects.find(({ task }) => task === condition.task)?.ordinal ?? -1);
    const met = effects.filter((effect) => effect.ordinal > found && matched(effect, condition)).slice(-positiveTasks);
    return stands(condition) && met.length === positiveTasks && met.every((effect) => effectSign(effect, tolerance) === "positive");
  };
  if (!rule.avoidWhen.some(isOverturned)) return rule;
  return {
    ...rule,
    avoidWhen: rule.avoidWhen.map((condition) => (isOverturned(condition) ? { ...condition, overturnedAt: ordinal } : condition)),
  };
}

function matched({ avoidMatch, avoidMatched }: Effect, { text }: Condition): boolean {
  return avoidMatch && (avoidMatched === undefined || avoidMatched.some((one) => normalText(one) === normalText(text)));
}
