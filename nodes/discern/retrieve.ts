import { retrievable, supplied } from "../../core/discern/retrieval.js";
import type { Rule } from "../../core/discern/rule.js";
import { retrievalText } from "../../core/discern/texts.js";
import type { InjectedRule } from "../../core/discern/trajectory.js";
import { injectedRule } from "../../core/discern/versions.js";
import { selectRules } from "../../decisions/discern/select-rules.js";
import { attempt } from "../attempt.js";
import { similarTo } from "./similar.js";
import type { Stream } from "./stream.js";

/**
 * The rules that a role is given before it acts: eligible ones of its own, the most similar to what it sees, of which a
 * decision selects; they keep the order of similarity. None when that decision failed. DiscernMem eq. 13.
 */
export async function retrieveRules(
  stream: Stream,
  rules: readonly Rule[],
  role: string,
  context: string,
): Promise<readonly InjectedRule[]> {
  const { settings } = stream.ports;
  if (settings.injected === 0) return [];
  const similarity = await similarTo(stream, context, rules, (rule) => retrievalText(rule, settings));
  const candidates = retrievable(rules, role, similarity, settings);
  if (candidates.length === 0) return [];
  const shown = candidates.map((rule) => {
    const { body, useWhen, avoidWhen } = injectedRule(rule, settings);
    return { id: rule.id, body, useWhen, avoidWhen };
  });
  const selection = await attempt(selectRules, { role, context, candidates: shown }, stream);
  const chosen = "failed" in selection ? [] : selection.answer.selected_ids;
  return supplied(candidates, chosen, settings.injected).map((rule) => injectedRule(rule, settings));
}
