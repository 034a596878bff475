import type { JudgeIdentityInput } from "../judgements.js";
import { denies, meaning } from "./wording.js";

/** Share of the longer rule's words that both must have in the same order to be one rule. */
const SAME = 0.8;

/**
 * Stand-in: the closest rule that has nearly the same words in the same order (so `X before Y` is not `Y before X`) and
 * neither asks for what the other forbids.
 */
export function identityOffline({ candidate, recalled }: JudgeIdentityInput): {
  same_operation: boolean;
  target_memory_id: string | null;
  reason: string;
} {
  const proposed = meaning(candidate.body);
  const same = recalled.find(({ body }) => denies(body) === denies(candidate.body) && sharedInOrder(proposed, meaning(body)) >= SAME);
  return same === undefined
    ? { same_operation: false, target_memory_id: null, reason: "No rule has nearly the same words in the same order." }
    : { same_operation: true, target_memory_id: same.id, reason: "Nearly the same words in the same order." };
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
