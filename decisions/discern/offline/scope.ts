import type { CheckScopeInput, ScopeCheck } from "../judgements.js";
import { frequentWords, meaning, meets, vocabulary } from "./wording.js";

/** Words that an exception names. */
const NAMED = 3;

/**
 * Stand-in: a condition is met when enough of its words occur in the situation. Where no use condition is met, the
 * exception is what the situation is about most and the rule says nothing of.
 */
export function scopeOffline({ rule, context }: CheckScopeInput): ScopeCheck {
  const seen = vocabulary(context);
  const matched = rule.avoidWhen.filter((condition) => meets(condition, seen));
  const avoid = matched.length > 0;
  const use = rule.useWhen.length === 0 || rule.useWhen.some((condition) => meets(condition, seen));
  const exception = use || avoid ? "" : exceptionOf(context, [rule.body, ...rule.useWhen].join("\n"));
  return { use_when_matches: use, avoid_when_matches: avoid, avoid_when_matched: matched, deployment_avoid_when: exception };
}

/** The context's most frequent words that neither number nor rule has, as a condition; empty when there are too few. */
function exceptionOf(context: string, rule: string): string {
  const known = new Set(meaning(rule));
  const most = frequentWords([context], NAMED, (term) => !known.has(term));
  return most.length < NAMED ? "" : `The task is about ${most.join(", ")}.`;
}
