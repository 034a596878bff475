import type { ContentDiagnosis, DiagnoseContentInput } from "../judgements.js";
import { type Act, actsOf } from "./acts.js";

/** How many more wasted actions than without the rule show that the rule wastes them. */
const MORE = 3;
const CITED = 4;
const NONE: ContentDiagnosis = { specific_problem_type: "", specific_problem: "", trajectory_evidence_refs: [] };

/**
 * Stand-in: a defect where the run with the rule wastes clearly more actions than the run without it: refused ones,
 * ones that take the last one back or repeat one, or ones that lose progress. Chance alone seldom does that; what is
 * less clear is no defect.
 */
export function diagnoseOffline({ goal, with: supplied, without }: DiagnoseContentInput): ContentDiagnosis {
  const ruled = actsOf(supplied.steps, goal);
  const free = actsOf(without.steps, goal);
  const found = (
    type: Exclude<ContentDiagnosis["specific_problem_type"], "">,
    problem: string,
    wasted: (act: Act) => boolean,
  ): ContentDiagnosis | null => {
    const shown = ruled.filter(wasted);
    if (shown.length - free.filter(wasted).length < MORE) return null;
    const gained = free.find(({ gain }) => gain > 0);
    const refs = [...shown.slice(0, CITED).map(({ id }) => `with:${id}`), ...(gained === undefined ? [] : [`without:${gained.id}`])];
    return { specific_problem_type: type, specific_problem: problem, trajectory_evidence_refs: refs };
  };
  return (
    found("unexecutable_action", "The rule asks for actions that are refused.", ({ legal }) => !legal) ??
    found("wrong_condition", "The rule leads to actions that take the last one back.", ({ undoes }) => undoes) ??
    found("missing_progress_check", "The rule leads to the same actions again without getting on.", ({ repeats }) => repeats) ??
    found("wrong_stop_condition", "The rule goes on changing what was reached.", ({ gain }) => gain < 0) ??
    NONE
  );
}
