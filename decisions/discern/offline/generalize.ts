import type { GeneralizeUseInput } from "../judgements.js";
import { frequentWords, meets, vocabulary } from "./wording.js";

/** Words that a condition names. */
const NAMED = 4;

/**
 * Stand-in: the words that all situations share and use most, as one condition. None when a condition that is there
 * already covers all of them.
 */
export function generalizeOffline({ useWhen, contexts }: GeneralizeUseInput): { use_when: string[]; avoid_when: string[] } {
  const vocabularies = contexts.map(vocabulary);
  const isCovered = vocabularies.every((seen) => useWhen.some((condition) => meets(condition, seen)));
  const shared = isCovered ? [] : frequentWords(contexts, NAMED, (term) => vocabularies.every((seen) => seen.has(term)));
  return { use_when: shared.length < 2 ? [] : [`The task is about ${shared.join(", ")}.`], avoid_when: [] };
}
