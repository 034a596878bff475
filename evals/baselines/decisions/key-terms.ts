import { byCount } from "../../../core/most-frequent.js";
import { STOP_WORDS } from "../../../core/stop-words.js";
import { words } from "../../../core/tokens.js";

/** The words of texts that carry meaning, the most frequent first, of equals the first by letters; at most `limit`. */
export function keyTerms(texts: readonly string[], limit: number): string[] {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap(words)) if (word.length > 2 && !STOP_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return byCount(counts).slice(0, limit);
}

/** What two lists of words have in common, as a share of all that either holds. Jaccard's index; 0 of none. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const [own, others] = [new Set(a), new Set(b)];
  const shared = [...own].filter((word) => others.has(word)).length;
  const all = own.size + others.size - shared;
  return all === 0 ? 0 : shared / all;
}
