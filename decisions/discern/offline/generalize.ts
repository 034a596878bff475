import { words } from "../../../core/tokens.js";
import type { GeneralizeUseInput } from "../judgements.js";
import { meaning, meets, vocabulary } from "./wording.js";

/** Words that a condition names. */
const NAMED = 4;

/**
 * Stand-in: the words that all situations share and use most, as one condition. None when a condition that is there
 * already covers all of them.
 */
export function generalizeOffline({ useWhen, contexts }: GeneralizeUseInput): { use_when: string[]; avoid_when: string[] } {
  const vocabularies = contexts.map(vocabulary);
  const isCovered = vocabularies.every((seen) => useWhen.some((condition) => meets(condition, seen)));
  const shared = isCovered ? [] : sharedWords(contexts, vocabularies);
  return { use_when: shared.length < 2 ? [] : [`The task is about ${shared.join(", ")}.`], avoid_when: [] };
}

function sharedWords(contexts: readonly string[], vocabularies: readonly ReadonlySet<string>[]): string[] {
  const counts = new Map<string, { word: string; count: number }>();
  for (const word of contexts.flatMap((context) => words(context.replaceAll(/[-_]/g, " ")))) {
    const [term] = meaning(word);
    if (term === undefined || /\d/.test(word) || !vocabularies.every((seen) => seen.has(term))) continue;
    const entry = counts.get(term) ?? { word, count: 0 };
    counts.set(term, { ...entry, count: entry.count + 1 });
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, NAMED)
    .map(({ word }) => word);
}
