import type { ScopeMatch } from "./attribution.js";
import { positiveUses, signOf } from "./effects.js";
import type { Rule } from "./rule.js";
import type { DiscernSettings } from "./settings.js";
import { currentVersion } from "./versions.js";

/** A use of the version in force that was not measured. */
export type OwedUse = Rule["uses"][number];

/**
 * Uses of the version in force before `ordinal` without an effect on record: those whose replays were skipped. They are
 * measured before anything is decided that could depend on them.
 */
export function owedUses(rule: Rule, ordinal: number): readonly OwedUse[] {
  const { version, effects } = currentVersion(rule);
  return rule.uses.filter(
    (use) =>
      use.version === version && use.ordinal < ordinal && use.task !== rule.sourceTask && !effects.some(({ task }) => task === use.task),
  );
}

/**
 * Beyond the paper: whether the replays of a use may wait, because nothing that follows from it now depends on what they
 * show. That is so for an active rule where an avoidance condition matches: the use is put down to scope whatever its effect.
 * It is also so where the effect cannot be negative, which retires or repairs, and could not widen the scope even if it and
 * every use that is owed were positive. `supplied` is the task's own score where this rule alone was supplied, else null:
 * scores lie in [0, 1], so that it bounds the effect.
 */
export function isSettled(
  rule: Rule,
  { ordinal, supplied }: { readonly ordinal: number; readonly supplied: number | null },
  scope: ScopeMatch,
  { tolerance, positiveTasks, overturnAvoidance }: Pick<DiscernSettings, "tolerance" | "positiveTasks" | "overturnAvoidance">,
): boolean {
  if (rule.state !== "active") return false;
  if (scope.avoid) return !overturnAvoidance;
  const least = (supplied ?? 0) - 1;
  const positive = positiveUses(rule, tolerance).length + owedUses(rule, ordinal).length + 1;
  return signOf(least, tolerance) !== "negative" && positive < positiveTasks;
}
