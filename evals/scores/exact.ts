import type { Answer } from "../../core/evidence.js";

/** Half a per cent of the number, or a hundredth where that is more. */
const RELATIVE = 0.005;
const ABSOLUTE = 0.01;

/** Whether an answer is exactly the gold one: its number within the tolerance where gold is one, else its items but for case. */
export function isExact({ value, items }: Pick<Answer, "value" | "items">, gold: string, goldValue: number | null): boolean {
  if (goldValue === null) return items.join(", ").toLowerCase() === gold.toLowerCase();
  return value !== null && Math.abs(value - goldValue) <= Math.max(RELATIVE * Math.abs(goldValue), ABSOLUTE);
}
