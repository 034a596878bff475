import { z } from "zod";
import { fence, FENCE_RULE } from "../../core/fence.js";
import type { Decision } from "../decision.js";
import { ruleText } from "./conditions-text.js";
import { diagnoseOffline } from "./offline/diagnose.js";
import { trajectoryText } from "./trajectory-text.js";
import { DEFECTS, type DiagnoseContentInput } from "./judgements.js";

const Diagnosis = z.object({
  specific_problem_type: z.union([z.enum(DEFECTS), z.literal("")]),
  specific_problem: z.string().max(600),
  trajectory_evidence_refs: z.array(z.string()).max(8),
});

/** What in a rule's text made the team do worse, with the steps that show it. DiscernMem §3.2, appendix E.5. */
export const diagnoseContent: Decision<DiagnoseContentInput, typeof Diagnosis> = {
  name: "diagnose-content",
  version: 1,
  answer: Diagnosis,

  ask: ({ role, goal, rule, with: supplied, without }) => [
    {
      role: "system",
      content: [
        `The same team did the same task twice, equal in all but this: once its ${role} was given a rule, once nobody was given any. With the rule it did worse, and the rule was used where it belongs. Say what in the rule led to the worse actions, if the runs show it.`,
        `Kinds of problem: ${DEFECTS.join(", ")}. Repeating actions without getting on while the other run gets on or stops is missing_progress_check or wrong_stop_condition; an action that is refused because the rule asked for it is unexecutable_action; a needed step left out is missing_step; the right steps in a harmful order are wrong_order.`,
        "Only what the two runs show counts: no hidden causes, no doubts about where the rule was used. Cite the fewest steps that show it, at most eight, by their names with the run in front (with:s3, without:s5). If the runs show none of these, return an empty type and description and no steps.",
        FENCE_RULE,
        'Answer with JSON only: {"specific_problem_type": …, "specific_problem": …, "trajectory_evidence_refs": […]}.',
      ].join("\n"),
    },
    {
      role: "user",
      content: [
        fence("task", goal),
        fence("rule", ruleText(rule)),
        `Run without rules, score ${without.score}:`,
        trajectoryText("without", without.steps),
        `Run with the rule, score ${supplied.score}:`,
        trajectoryText("with", supplied.steps),
      ].join("\n"),
    },
  ],

  check: ({ specific_problem_type, specific_problem, trajectory_evidence_refs }, input) => {
    const unknown = trajectory_evidence_refs.find((ref) => !citable(input).has(ref));
    if (unknown !== undefined) return `There is no step ${unknown}; write with:ID or without:ID.`;
    if (new Set(trajectory_evidence_refs).size !== trajectory_evidence_refs.length) return "Name every step once.";
    const found = specific_problem_type !== "";
    if (found && (specific_problem.trim() === "" || trajectory_evidence_refs.length === 0))
      return "A problem needs a description and at least one step that shows it.";
    return null;
  },

  offline: diagnoseOffline,
};

function citable({ with: supplied, without }: DiagnoseContentInput): ReadonlySet<string> {
  return new Set([...supplied.steps.map(({ id }) => `with:${id}`), ...without.steps.map(({ id }) => `without:${id}`)]);
}
