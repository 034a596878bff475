import { words } from "../../../core/tokens.js";
import type { CheckScopeInput, ScopeCheck } from "../judgements.js";
import { meaning, meets, vocabulary } from "./wording.js";

/** Words that an exception names. */
const NAMED = 3;

/**
 * Stand-in: a condition is met when enough of its words occur in the situation. Where no use condition is met, the
 * exception is what the situation is about most and the rule says nothing of.
 */
export function scopeOffline({ rule, context }: CheckScopeInput): ScopeCheck {
  const seen = vocabulary(context);
  const avoid = rule.avoidWhen.some((condition) => meets(condition, seen));
  const use = rule.useWhen.length === 0 || rule.useWhen.some((condition) => meets(condition, seen));
  const exception = use || avoid ? "" : exceptionOf(context, [rule.body, ...rule.useWhen].join("\n"));
  return { use_when_matches: use, avoid_when_matches: avoid, deployment_avoid_when: exception };
}

/** The context's most frequent words that neither number nor rule has, as a condition; empty when there are too few. */
function exceptionOf(context: string, rule: string): string {
  const known = new Set(meaning(rule));
  const counts = new Map<string, { word: string; count: number }>();
  for (const word of words(context.replaceAll(/[-_]/g, " "))) {
    const [term] = meaning(word);
    if (term === undefined || known.has(term) || /\d/.test(word)) continue;
    const entry = counts.get(term) ?? { word, count: 0 };
    counts.set(term, { ...entry, count: entry.count + 1 });
  }
  const most = [...counts.values()].sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1)).slice(0, NAMED);
  return most.length < NAMED ? "" : `The task is about ${most.map(({ word }) => word).join(", ")}.`;
}
