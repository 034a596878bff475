import { learnAvoidance, learnUse, widensScope } from "../../core/discern/boundary.js";
import { positiveUses, recordEffect } from "../../core/discern/effects.js";
import { settle } from "../../core/discern/lifecycle.js";
import type { Effect, Rule } from "../../core/discern/rule.js";
import { owedUses } from "../../core/discern/settled.js";
import { learn } from "../../core/discern/update.js";
import { currentVersion, injectedRule } from "../../core/discern/versions.js";
import { checkScope } from "../../decisions/discern/check-scope.js";
import { generalizeUse } from "../../decisions/discern/generalize-use.js";
import type { ScopeCheck } from "../../decisions/discern/judgements.js";
import { attempt } from "../attempt.js";
import { type Assessment, assessUse, scopeQuestion, type Use } from "./reuse.js";
import { type Stream, taskInHand } from "./stream.js";
import { scoredRun } from "./team.js";

/**
 * Assesses a use and puts it on record under `step`, once: a node that runs again after the record was written reads the
 * effect from it, since the rule may have new conditions by then and would be replayed as another one. Uses that are owed
 * are measured first.
 */
export async function recordUseOnce(stream: Stream, use: Use, step: string): Promise<Effect> {
  const known = currentVersion(use.rule).effects.find(({ task }) => task === use.task.id);
  if (known !== undefined && (await stream.rules.applied(stream.name, step))) return known;
  const rule = await withOwed(stream, use.rule, use.ordinal);
  const assessment = await assessUse(stream, { ...use, rule });
  await stream.rules.apply(stream.name, step, { rules: [await withUse(stream, rule, assessment)] });
  return assessment.effect;
}

/** A use whose replays wait leaves the exception that the scope check names, where it is put down to scope, and no effect. */
export async function recordSettledOnce(stream: Stream, use: Use, step: string): Promise<void> {
  const { rule, task, ordinal } = use;
  const scope = await attempt(checkScope, scopeQuestion(stream, use), stream);
  const isScope = "answer" in scope && scope.answer.avoid_when_matches;
  const learned = isScope ? learnAvoidance(rule, { attribution: "scope", task: task.id, ordinal }, exceptionOf(scope.answer)) : rule;
  await stream.rules.apply(stream.name, step, { rules: learned === rule ? [] : [learned] });
}

/** The rule with the effects on record that were owed: measured as it was supplied then. */
async function withOwed(stream: Stream, rule: Rule, ordinal: number): Promise<Rule> {
  let sofar = rule;
  for (const owed of owedUses(rule, ordinal)) {
    const contexts = Object.entries((await scoredRun(stream, owed.ordinal)).contexts);
    for (const [role, { context, rules }] of contexts) {
      const given = rules.find(({ ruleId }) => ruleId === rule.id);
      if (given === undefined) continue;
      const task = taskInHand(stream, owed.ordinal);
      const { effect } = await assessUse(stream, { rule: sofar, role, task, ordinal: owed.ordinal, context, origin: "reuse", given });
      sofar = recordEffect(sofar, effect);
    }
  }
  return sofar;
}

/**
 * The rule with the use on record: effect, boundary, and the lifecycle unless a repair decides first. DiscernMem eq. 12 and
 * appendix A.1 (`RecordAndBLM` of algorithm 1).
 */
async function withUse(stream: Stream, rule: Rule, { effect, scope }: Assessment): Promise<Rule> {
  const { settings } = stream.ports;
  const learned = learn(rule, effect, scope === null ? null : exceptionOf(scope), settings);
  const widened = widensScope(learned, effect, settings) ? await widen(stream, learned, effect.task) : learned;
  return effect.attribution === "content" ? widened : settle(widened, effect, settings.tolerance);
}

/** The scope stays as it is when the decision failed: the next positive use asks again. */
async function widen(stream: Stream, rule: Rule, task: string): Promise<Rule> {
  const { body, useWhen } = injectedRule(rule, { metaMemory: true });
  const contexts = positiveUses(rule, stream.ports.settings.tolerance).map(({ context }) => context);
  const general = await attempt(generalizeUse, { body, useWhen, contexts }, stream);
  return "failed" in general ? rule : learnUse(rule, general.answer.use_when, task);
}

/** φ, or null where no concrete exception was named. */
function exceptionOf({ deployment_avoid_when }: ScopeCheck): string | null {
  return deployment_avoid_when.trim() || null;
}
