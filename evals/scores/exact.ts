import { isSameNumber } from "../../core/answer-match.js";
import type { Answer } from "../../core/evidence.js";

/** Whether an answer is exactly the gold one: its number within the tolerance where gold is one, else its items but for case. */
export function isExact({ value, items }: Pick<Answer, "value" | "items">, gold: string, goldValue: number | null): boolean {
  if (goldValue === null) return items.join(", ").toLowerCase() === gold.toLowerCase();
  return value !== null && isSameNumber(value, goldValue);
}
