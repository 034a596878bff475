import type { Attribution, EffectSign } from "./rule.js";

/** Whether a context meets at least one use condition, at least one avoidance condition. fit in DiscernMem eq. 5. */
export interface ScopeMatch {
  readonly use: boolean;
  readonly avoid: boolean;
}

/** in(u) = fit(o, C_use) ∧ ¬avoid(u). DiscernMem eq. 5. */
export function inScope({ use, avoid }: ScopeMatch): boolean {
  return use && !avoid;
}

/** Content is diagnosed only for a negative use within scope. DiscernMem §3.2. */
export function needsDiagnosis(sign: EffectSign, scope: ScopeMatch): boolean {
  return sign === "negative" && inScope(scope);
}

/**
 * d(u): Scope where an avoidance condition matches, whatever the effect, or a negative use lies outside the scope; Content
 * for a supported defect; None otherwise. DiscernMem eq. 6. `defect` counts only where a diagnosis was due.
 */
export function attribute(sign: EffectSign, scope: ScopeMatch, defect: boolean): Attribution {
  if (scope.avoid || (sign === "negative" && !inScope(scope))) return "scope";
  return defect && needsDiagnosis(sign, scope) ? "content" : "none";
}
