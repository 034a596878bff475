import { inScope, type ScopeMatch } from "./attribution.js";
import { signOf } from "./effects.js";
import type { Rule } from "./rule.js";
import type { DiscernSettings } from "./settings.js";

/** Scores of the paired replay as far as they are known, e.g. from an original run that is one of the two. */
export interface KnownScores {
  readonly with: number | null;
  readonly without: number | null;
}

/**
 * Beyond the paper: whether a use needs no further replay because neither state nor body could follow from it. Only
 * negative effects within scope retire or repair an active rule, and scores lie in [0, 1], so that one of the two bounds
 * the effect. A use outside the use conditions is always measured: it may widen them. What is skipped stays off the record.
 */
export function isSettled(
  { state }: Rule,
  known: KnownScores,
  scope: ScopeMatch,
  { tolerance, overturnAvoidance }: Pick<DiscernSettings, "tolerance" | "overturnAvoidance">,
): boolean {
  if (state !== "active") return false;
  if (scope.avoid) return !overturnAvoidance;
  const least = (known.with ?? 0) - (known.without ?? 1);
  return inScope(scope) && signOf(least, tolerance) !== "negative";
}
