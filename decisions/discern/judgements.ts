import type { RuleEdit } from "../../core/discern/edits.js";
import type { Capability } from "../../core/discern/rule.js";
import type { TrajectoryStep } from "../../core/discern/trajectory.js";

/** What the seven decisions of DiscernMem are asked and answer (appendix E), for them and for their stand-ins. */

export interface ScopedRule {
  readonly body: string;
  readonly useWhen: readonly string[];
  readonly avoidWhen: readonly string[];
}

export interface JudgeIdentityInput {
  readonly candidate: ScopedRule;
  /** Rules of the same role, the most similar first. */
  readonly recalled: readonly (ScopedRule & { readonly id: string })[];
}

export interface SelectRulesInput {
  readonly role: string;
  /** What the role sees before it acts. */
  readonly context: string;
  /** The most similar first. */
  readonly candidates: readonly (ScopedRule & { readonly id: string })[];
}

export interface CheckScopeInput {
  readonly role: string;
  readonly rule: ScopedRule;
  /** What the owner saw before it acted. */
  readonly context: string;
}

export interface GeneralizeUseInput {
  readonly body: string;
  /** Use conditions so far. */
  readonly useWhen: readonly string[];
  /** What the owner saw in each task where the rule helped. */
  readonly contexts: readonly string[];
}

/** One role's part of a finished task. */
export interface ExtractRuleInput {
  readonly role: string;
  readonly duty: string;
  readonly goal: string;
  /** What the role had received before it first acted. */
  readonly context: string;
  readonly steps: readonly TrajectoryStep[];
  readonly score: number;
}

/** A run as a diagnosis cites it: steps are named `with:s3`, `without:s3`. */
export interface PairedRun {
  readonly steps: readonly TrajectoryStep[];
  readonly score: number;
}

export interface DiagnoseContentInput {
  readonly role: string;
  readonly goal: string;
  readonly rule: ScopedRule;
  readonly with: PairedRun;
  readonly without: PairedRun;
}

/** A candidate of an earlier round, and why it was not taken. */
export interface RejectedCandidate {
  readonly edit: RuleEdit;
  readonly body: string | null;
  readonly feedback: string;
}

export interface RepairRuleInput {
  readonly role: string;
  readonly roles: readonly string[];
  readonly goal: string;
  readonly rule: ScopedRule;
  readonly diagnosis: ContentDiagnosis;
  readonly with: PairedRun;
  readonly without: PairedRun;
  /** Where the rule came from; null when that run is no longer at hand. */
  readonly source: readonly TrajectoryStep[] | null;
  readonly capabilities: readonly Capability[];
  /** 1-based. */
  readonly round: number;
  readonly candidates: number;
  readonly rejected: readonly RejectedCandidate[];
}

/** Defects of a rule that paired runs can show. */
export const DEFECTS = [
  "missing_step",
  "wrong_condition",
  "wrong_order",
  "unexecutable_action",
  "missing_progress_check",
  "wrong_stop_condition",
] as const;

/** A proposed rule, or none. */
export interface ExtractedRule {
  decision: "STORE" | "NO_MEMORY";
  memory: string;
  use_when: string[];
  avoid_when: string[];
}

/** The answer that proposes none. */
export const NO_RULE: ExtractedRule = { decision: "NO_MEMORY", memory: "NO_MEMORY", use_when: [], avoid_when: [] };

/**
 * Whether a rule was used where it belongs. `avoid_when_matched` are the avoidance conditions that match, as the rule has
 * them; `deployment_avoid_when` is empty when no exception can be named.
 */
export interface ScopeCheck {
  use_when_matches: boolean;
  avoid_when_matches: boolean;
  avoid_when_matched: string[];
  deployment_avoid_when: string;
}

/** What in a rule did harm, with the steps that show it; an empty type for nothing. */
export interface ContentDiagnosis {
  specific_problem_type: (typeof DEFECTS)[number] | "";
  specific_problem: string;
  trajectory_evidence_refs: string[];
}

/** Edits that would mend a rule. */
export interface Repairs {
  candidates: {
    operation: "ADD" | "REPLACE" | "DELETE" | "REORDER";
    anchor: string;
    text: string;
    evidence: string[];
    expected_change: string;
    claimed_preserved_capability_ids: string[];
    handoffs: { to: string; purpose: string }[];
  }[];
  no_update_reason: string;
}
