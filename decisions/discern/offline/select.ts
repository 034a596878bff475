import type { SelectRulesInput } from "../judgements.js";
import { meets, vocabulary } from "./wording.js";

/** Stand-in: every candidate but those whose avoidance conditions the situation meets, in their order. */
export function selectOffline({ context, candidates }: SelectRulesInput): { decision: "SELECT" | "NONE"; selected_ids: string[] } {
  const seen = vocabulary(context);
  const fitting = candidates.filter(({ avoidWhen }) => !avoidWhen.some((condition) => meets(condition, seen)));
  return { decision: fitting.length > 0 ? "SELECT" : "NONE", selected_ids: fitting.map(({ id }) => id) };
}
