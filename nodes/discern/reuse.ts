import { attribute, needsDiagnosis, type ScopeMatch } from "../../core/discern/attribution.js";
import { learnUse, widensScope } from "../../core/discern/boundary.js";
import { effectSign, positiveUses, replayChanged } from "../../core/discern/effects.js";
import { settle } from "../../core/discern/lifecycle.js";
import type { Effect, Rule } from "../../core/discern/rule.js";
import { learn } from "../../core/discern/update.js";
import type { Trajectory } from "../../core/discern/trajectory.js";
import { currentVersion, injectedRule } from "../../core/discern/versions.js";
import { decide } from "../../decisions/decide.js";
import { checkScope } from "../../decisions/discern/check-scope.js";
import { diagnoseContent } from "../../decisions/discern/diagnose-content.js";
import type { ContentDiagnosis, ScopeCheck } from "../../decisions/discern/judgements.js";
import { generalizeUse } from "../../decisions/discern/generalize-use.js";
import type { Task } from "../../environments/contract.js";
import type { Stream } from "./stream.js";
import { replay } from "./team.js";

/** A rule on a task: who was given it, and what that role saw before it acted. */
export interface Use {
  readonly rule: Rule;
  readonly role: string;
  readonly task: Task;
  readonly ordinal: number;
  readonly context: string;
  readonly origin: "reuse" | "attachment";
}

/** What the paired replay of a use shows, and to what it is put down. */
export interface Assessment {
  readonly effect: Effect;
  readonly scope: ScopeCheck;
  readonly diagnosis: ContentDiagnosis;
  readonly with: Trajectory;
  readonly without: Trajectory;
}

const NO_DEFECT: ContentDiagnosis = { specific_problem_type: "", specific_problem: "", trajectory_evidence_refs: [] };

/**
 * Paired effect, scope check, and for a negative use within scope the content diagnosis. Equal questions are answered from
 * the record, so that a node that runs again pays nothing. DiscernMem eq. 4–6.
 */
export async function assessUse(stream: Stream, { rule, role, task, ordinal, context, origin }: Use): Promise<Assessment> {
  const { settings } = stream.ports;
  const given = injectedRule(rule, settings);
  const supplied = await replay(stream, task, { [role]: [given] }, origin === "reuse" ? "assessment" : "attachment");
  const without = await replay(stream, task, {}, "baseline");

  const scoped = { body: given.body, useWhen: given.useWhen, avoidWhen: given.avoidWhen };
  const scope = await decide(checkScope, { role, rule: scoped, context }, stream.runtime, []);
  const match: ScopeMatch = { use: scope.use_when_matches, avoid: scope.avoid_when_matches };
  const sign = effectSign({ with: supplied.score, without: without.score }, settings.tolerance);
  const diagnosis = needsDiagnosis(sign, match)
    ? await decide(
        diagnoseContent,
        { role, goal: task.input.goal, rule: scoped, with: asShown(supplied), without: asShown(without) },
        stream.runtime,
        [],
      )
    : NO_DEFECT;
  const effect: Effect = {
    task: task.id,
    ordinal,
    with: supplied.score,
    without: without.score,
    changed: replayChanged(supplied, without),
    avoidMatch: match.avoid,
    attribution: attribute(sign, match, diagnosis.specific_problem_type !== ""),
    context,
    origin,
  };
  return { effect, scope, diagnosis, with: supplied, without };
}

/**
 * Assesses a use and puts it on record under `step`, once: a node that runs again after the record was written reads the
 * effect from it, since the rule may have new conditions by then and would be replayed as another one.
 */
export async function recordUseOnce(stream: Stream, use: Use, step: string): Promise<Effect> {
  const known = currentVersion(use.rule).effects.find(({ task }) => task === use.task.id);
  if (known !== undefined && (await stream.rules.applied(stream.name, step))) return known;
  const assessment = await assessUse(stream, use);
  await stream.rules.apply(stream.name, step, { rules: [await withUse(stream, use.rule, assessment)] });
  return assessment.effect;
}

/**
 * The rule with the use on record: effect, boundary, and the lifecycle unless a repair decides first. DiscernMem eq. 12 and
 * appendix A.1 (`RecordAndBLM` of algorithm 1).
 */
async function withUse(stream: Stream, rule: Rule, { effect, scope }: Assessment): Promise<Rule> {
  const { settings } = stream.ports;
  const learned = learn(rule, effect, scope.deployment_avoid_when.trim() || null, settings);
  const widened = widensScope(learned, effect, settings) ? await widen(stream, learned, effect.task) : learned;
  return effect.attribution === "content" ? widened : settle(widened, effect, settings.tolerance);
}

async function widen(stream: Stream, rule: Rule, task: string): Promise<Rule> {
  const { body, useWhen } = injectedRule(rule, { metaMemory: true });
  const contexts = positiveUses(rule, stream.ports.settings.tolerance).map(({ context }) => context);
  const { use_when } = await decide(generalizeUse, { body, useWhen, contexts }, stream.runtime, []);
  return learnUse(rule, use_when, task);
}

/** A run as decisions see it. */
export function asShown({ steps, score }: Trajectory): { readonly steps: Trajectory["steps"]; readonly score: number } {
  return { steps, score };
}
