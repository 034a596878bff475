import type { JudgeIdentityInput } from "../judgements.js";
import { denies, meaning } from "./wording.js";

/** Share of the longer sentence's words that both must have in the same order to be one sentence. */
const SAME = 0.8;

/**
 * Stand-in: the closest rule of which each sentence has its like in the proposal, and the other way round: nearly the same
 * words in the same order (so `X before Y` is not `Y before X`), and neither asks for what the other forbids. A sentence
 * more is a step more, and another rule.
 */
export function identityOffline({ candidate, recalled }: JudgeIdentityInput): {
  same_operation: boolean;
  target_memory_id: string | null;
  reason: string;
} {
  const proposed = sentences(candidate.body);
  const same = recalled.find(({ body }) => {
    const known = sentences(body);
    return isWithin(proposed, known) && isWithin(known, proposed);
  });
  return same === undefined
    ? { same_operation: false, target_memory_id: null, reason: "No rule has the like of each of its sentences." }
    : { same_operation: true, target_memory_id: same.id, reason: "Nearly the same sentences." };
}

interface Sentence {
  readonly denies: boolean;
  readonly words: readonly string[];
}

function sentences(body: string): Sentence[] {
  return body
    .split(/[.!?;](?:\s|$)/)
    .map((sentence) => ({ denies: denies(sentence), words: meaning(sentence) }))
    .filter(({ words }) => words.length > 0);
}

function isWithin(some: readonly Sentence[], others: readonly Sentence[]): boolean {
  return some.every((one) => others.some((other) => one.denies === other.denies && sharedInOrder(one.words, other.words) >= SAME));
}

/** Longest common subsequence by the longer length, in [0, 1]. */
function sharedInOrder(a: readonly string[], b: readonly string[]): number {
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const word of a) {
    const next = [0];
    for (let j = 0; j < b.length; j++) next.push(word === b[j] ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return (row[b.length] ?? 0) / longest;
}
