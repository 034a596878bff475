import { attribute, needsDiagnosis, type ScopeMatch } from "../../core/discern/attribution.js";
import { effectSign, type Measured, replayChanged } from "../../core/discern/effects.js";
import type { Attribution, Effect, Rule } from "../../core/discern/rule.js";
import type { InjectedRule, Trajectory } from "../../core/discern/trajectory.js";
import { injectedRule } from "../../core/discern/versions.js";
import { checkScope } from "../../decisions/discern/check-scope.js";
import { diagnoseContent } from "../../decisions/discern/diagnose-content.js";
import type { CheckScopeInput, ContentDiagnosis, ScopeCheck } from "../../decisions/discern/judgements.js";
import type { Task } from "../../environments/contract.js";
import { attempt } from "../attempt.js";
import { measuredTogether } from "./joint.js";
import type { Stream } from "./stream.js";
import { pairedRuns, replay } from "./team.js";

/** A rule on a task: who was given it, and what that role saw before it acted. */
export interface Use {
  readonly rule: Rule;
  readonly role: string;
  readonly task: Task;
  readonly ordinal: number;
  readonly context: string;
  readonly origin: "reuse" | "attachment";
  /** The rule as it was supplied; left out: as it is now. */
  readonly given?: InjectedRule;
}

/** What the paired replay of a use shows, and to what it is put down. */
export interface Assessment {
  readonly effect: Effect;
  /** Null when it could not be decided. */
  readonly scope: ScopeCheck | null;
  readonly diagnosis: ContentDiagnosis;
  readonly with: Trajectory;
  readonly without: Trajectory;
}

const NO_DEFECT: ContentDiagnosis = { specific_problem_type: "", specific_problem: "", trajectory_evidence_refs: [] };

/**
 * Paired effect, scope check, and for a negative use within scope the content diagnosis. Equal questions are answered from
 * the record, so that a node that runs again pays nothing. Where a decision failed the use is put down to nothing, with the
 * reason. DiscernMem eq. 4–6.
 */
export async function assessUse(stream: Stream, use: Use): Promise<Assessment> {
  const { rule, role, task, ordinal, context, origin } = use;
  const injected = { [role]: [givenRule(stream, use)] };
  const supplied = await replay(stream, task, injected, origin === "reuse" ? "assessment" : "attachment");
  const without = await replay(stream, task, {}, "baseline");
  const joint = origin === "reuse" ? await measuredTogether(stream, task, ordinal, { ruleId: rule.id, role }) : null;
  const measured = { with: supplied.score, without: without.score, ...(joint === null ? {} : { joint }) };

  const scope = await attempt(checkScope, scopeQuestion(stream, use), stream);
  const judged = "failed" in scope ? undecided(scope.failed) : await judge(stream, use, measured, scope.answer, { supplied, without });
  const { diagnosis, ...attributed } = judged;
  const effect: Effect = {
    task: task.id,
    ordinal,
    ...measured,
    changed: replayChanged(supplied, without),
    ...attributed,
    context,
    origin,
    runs: pairedRuns(stream, task, injected),
  };
  return { effect, scope: "failed" in scope ? null : scope.answer, diagnosis, with: supplied, without };
}

/** What the scope check is asked about a use. */
export function scopeQuestion(stream: Stream, use: Use): CheckScopeInput {
  const { body, useWhen, avoidWhen } = givenRule(stream, use);
  return { role: use.role, rule: { body, useWhen, avoidWhen }, context: use.context };
}

export function scopeMatch({ use_when_matches, avoid_when_matches }: ScopeCheck): ScopeMatch {
  return { use: use_when_matches, avoid: avoid_when_matches };
}

function givenRule({ ports }: Stream, { given, rule }: Use): InjectedRule {
  return given ?? injectedRule(rule, ports.settings);
}

/** To what an effect is put down. */
interface Judged extends Pick<Effect, "avoidMatch" | "avoidMatched" | "undecided"> {
  readonly attribution: Attribution;
  readonly diagnosis: ContentDiagnosis;
}

function undecided(reason: string): Judged {
  return { avoidMatch: false, attribution: "none", undecided: reason, diagnosis: NO_DEFECT };
}

async function judge(
  stream: Stream,
  use: Use,
  measured: Measured,
  scope: ScopeCheck,
  runs: { readonly supplied: Trajectory; readonly without: Trajectory },
): Promise<Judged> {
  const { tolerance } = stream.ports.settings;
  const match = scopeMatch(scope);
  const sign = effectSign(measured, tolerance);
  const avoid = match.avoid ? { avoidMatch: true, avoidMatched: scope.avoid_when_matched } : { avoidMatch: false };
  const byScope = { ...avoid, attribution: attribute(sign, match, false), diagnosis: NO_DEFECT };
  // What is diagnosed and repaired is the rule alone: harm that it does only among others has no defect to be shown.
  const isHarmfulAlone = effectSign({ with: runs.supplied.score, without: runs.without.score }, tolerance) === "negative";
  if (!needsDiagnosis(sign, match) || !isHarmfulAlone) return byScope;

  const { role, task } = use;
  const { rule } = scopeQuestion(stream, use);
  const input = { role, goal: task.input.goal, rule, with: asShown(runs.supplied), without: asShown(runs.without) };
  const found = await attempt(diagnoseContent, input, stream);
  if ("failed" in found) return { ...byScope, undecided: found.failed };
  return { ...byScope, attribution: attribute(sign, match, found.answer.specific_problem_type !== ""), diagnosis: found.answer };
}

/** A run as decisions see it. */
export function asShown({ steps, score }: Trajectory): { readonly steps: Trajectory["steps"]; readonly score: number } {
  return { steps, score };
}
