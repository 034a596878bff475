import type { DecisionLog } from "../stores/contract.js";

/** How many decisions of a run failed and have not been made since, by name; their reasons are in the decision log. */
export async function failedDecisions(log: DecisionLog, run: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { name, error } of await log.list({ run })) if (error !== null) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
