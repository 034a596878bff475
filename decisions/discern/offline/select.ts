import type { ScopedRule, SelectRulesInput } from "../judgements.js";
import { meaning, meets, vocabulary } from "./wording.js";

/** Share of what the most telling candidate says of the situation that another must say to be selected with it. */
const AS_TELLING = 0.6;

/**
 * Stand-in: never a candidate whose avoidance conditions the situation meets; where there are some whose use conditions it
 * meets, only those; and of these the ones that say most of what there is here, in their order.
 */
export function selectOffline({ context, candidates }: SelectRulesInput): { decision: "SELECT" | "NONE"; selected_ids: string[] } {
  const seen = vocabulary(context);
  const fitting = candidates.filter(({ avoidWhen }) => !avoidWhen.some((condition) => meets(condition, seen)));
  const meant = fitting.filter(({ useWhen }) => useWhen.length === 0 || useWhen.some((condition) => meets(condition, seen)));
  const rest = meant.length > 0 ? meant : fitting;
  const telling = ({ body }: ScopedRule) => new Set(meaning(body).filter((word) => seen.has(word))).size;
  const most = Math.max(0, ...rest.map(telling));
  const chosen = rest.filter((rule) => telling(rule) >= AS_TELLING * most);
  return { decision: chosen.length > 0 ? "SELECT" : "NONE", selected_ids: chosen.map(({ id }) => id) };
}
