import { formatScore } from "../numbers.js";
import { editSize, type RepairCandidate, sameText } from "./edits.js";
import { signOf } from "./effects.js";

/** What candidate, parent and no memory scored on one task of 𝒱 = {q} ∪ ℋ₁ ∪ ℋ₂. */
export interface Comparison {
  readonly task: string;
  readonly candidate: number;
  readonly parent: number;
  readonly baseline: number;
}

/** γ = s(h; c) − s(h; m) and β = s(h; c) − s(h; ∅). DiscernMem eq. 15. */
export function margins({ candidate, parent, baseline }: Comparison): { readonly overParent: number; readonly overBaseline: number } {
  return { overParent: candidate - parent, overBaseline: candidate - baseline };
}

/** min{γ, β}: how far a candidate is above the better of both, below 0 where it is worse. */
export function margin(comparison: Comparison): number {
  const { overParent, overBaseline } = margins(comparison);
  return Math.min(overParent, overBaseline);
}

/** Eq. 9, and eq. 16 in its place for calibration: s(h; c) ≥ max{s(h; m), s(h; ∅)} − ε. */
export function holdsScore(comparison: Comparison, tolerance: number): boolean {
  return signOf(margin(comparison), tolerance) !== "negative";
}

/** F: tasks scored 0 or less. DiscernMem eq. 10. */
export function completeFailures(scores: readonly number[]): number {
  return scores.filter((score) => score <= 0).length;
}

/** How a candidate did. `failures` says why it was not accepted, in words for the next round's proposal. */
export interface Verdict {
  readonly accepted: boolean;
  /** γ on the trigger task is above ε. */
  readonly improving: boolean;
  readonly failures: readonly string[];
  /** γ on the trigger task. */
  readonly triggerGain: number;
  /** Least margin over the historical tasks; null when there are none. */
  readonly worstMargin: number | null;
  readonly editSize: number;
}

/**
 * Whether a candidate is accepted: by scores (eq. 9), by complete failures (eq. 10) and, when it does not improve the
 * trigger's score, by what it rests on: it cites the diagnosed evidence, states its correction and changes the body.
 * Appendix A.2.
 */
export function judgeRepair(
  candidate: RepairCandidate,
  parentBody: string,
  trigger: Comparison,
  historical: readonly Comparison[],
  /** Ids of the steps that the diagnosis cited. */
  evidence: readonly string[],
  tolerance: number,
): Verdict {
  const all = [trigger, ...historical];
  const triggerGain = margins(trigger).overParent;
  const improving = signOf(triggerGain, tolerance) === "positive";
  const failures = [
    ...all.filter((comparison) => !holdsScore(comparison, tolerance)).map(worseThan),
    ...failureCount(all),
    ...(improving ? [] : unsupported(candidate, parentBody, evidence)),
  ];
  return {
    accepted: failures.length === 0,
    improving,
    failures,
    triggerGain,
    worstMargin: historical.length === 0 ? null : Math.min(...historical.map(margin)),
    editSize: editSize(parentBody, candidate.body),
  };
}

function worseThan({ task, candidate, parent, baseline }: Comparison): string {
  return `On ${task} it scored ${formatScore(candidate)}; the rule as it is ${formatScore(parent)}, no rule ${formatScore(baseline)}.`;
}

function failureCount(all: readonly Comparison[]): string[] {
  const [after, before] = [completeFailures(all.map(({ candidate }) => candidate)), completeFailures(all.map(({ parent }) => parent))];
  return after > before ? [`It failed ${after} of ${all.length} tasks completely; the rule as it is ${before}.`] : [];
}

function unsupported({ body, evidence, correction }: RepairCandidate, parentBody: string, diagnosed: readonly string[]): string[] {
  return [
    ...(evidence.some((id) => diagnosed.includes(id)) ? [] : ["It improves nothing and cites none of the steps that show the defect."]),
    ...(correction.trim() === "" ? ["It improves nothing and does not say what it corrects."] : []),
    ...(sameText(body, parentBody) ? ["It does not change the rule."] : []),
  ];
}

/**
 * Accepted candidates, the best first: improving ones before others, then by trigger gain, by worst margin on historical
 * tasks, and by edit size, smaller first; then in the order in which they were proposed. Appendix A.2.
 */
export function rankAccepted<Judged extends { readonly verdict: Verdict }>(candidates: readonly Judged[]): Judged[] {
  return candidates
    .filter(({ verdict }) => verdict.accepted)
    .sort(
      ({ verdict: a }, { verdict: b }) =>
        Number(b.improving) - Number(a.improving) ||
        descending(a.triggerGain, b.triggerGain) ||
        descending(a.worstMargin ?? Infinity, b.worstMargin ?? Infinity) ||
        a.editSize - b.editSize,
    );
}

/** Infinities compare equal, and so do numbers that differ by rounding alone. */
function descending(a: number, b: number): number {
  return a === b || Math.abs(a - b) < 1e-9 ? 0 : b - a;
}

/**
 * Whether a calibration repair passes: eq. 16 on every calibration task with all three scores, of which there must be one.
 * The first candidate that passes is committed. Appendix A.2.
 */
export function passesCalibration(
  comparisons: readonly { readonly [Name in keyof Comparison]: Comparison[Name] | null }[],
  tolerance: number,
): boolean {
  const complete = comparisons.filter((one): one is Comparison => Object.values(one).every((value) => value !== null));
  return complete.length > 0 && complete.every((comparison) => holdsScore(comparison, tolerance));
}
