import type { Condition, Rule, RuleVersion } from "./rule.js";
import type { InjectedRule } from "./trajectory.js";

/** The version in force: the last one. */
export function currentVersion(rule: Rule): RuleVersion {
  const last = rule.versions.at(-1);
  if (last === undefined) throw new TypeError(`Rule ${rule.id} has no version.`);
  return last;
}

/** Whether a condition counts: it has not been overturned, or was found again after that. */
export function stands({ overturnedAt, restoredAt }: Condition): boolean {
  return overturnedAt === undefined || (restoredAt ?? -1) >= overturnedAt;
}

/** The scope as it is matched and shown: the texts of the conditions that stand. */
export function scopeOf(rule: Rule): { readonly useWhen: readonly string[]; readonly avoidWhen: readonly string[] } {
  const texts = (conditions: readonly Condition[]) => conditions.filter(stands).map(({ text }) => text);
  return { useWhen: texts(rule.useWhen), avoidWhen: texts(rule.avoidWhen) };
}

/** The rule as its owner is shown it; without conditions when `metaMemory` is off. `body` replaces the one in force: a repair candidate. */
export function injectedRule(rule: Rule, settings: { readonly metaMemory: boolean }, body?: string): InjectedRule {
  const { version, body: current } = currentVersion(rule);
  const scope = settings.metaMemory ? scopeOf(rule) : { useWhen: [], avoidWhen: [] };
  return { ruleId: rule.id, version, body: body ?? current, ...scope };
}

/** The rule with a use on record: it was supplied in a scored task. A task counts once. */
export function recordUse(rule: Rule, { task, ordinal }: { readonly task: string; readonly ordinal: number }): Rule {
  if (rule.uses.some((use) => use.task === task && use.ordinal === ordinal)) return rule;
  return { ...rule, uses: [...rule.uses, { task, ordinal, version: currentVersion(rule).version }] };
}
