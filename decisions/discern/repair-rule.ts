import { z } from "zod";
import { fence, FENCE_RULE } from "../../core/fence.js";
import type { Decision } from "../decision.js";
import { ruleText } from "./conditions-text.js";
import { repairOffline } from "./offline/repair.js";
import { trajectoryText } from "./trajectory-text.js";
import type { RejectedCandidate, RepairRuleInput } from "./judgements.js";

const Candidate = z.object({
  operation: z.enum(["ADD", "REPLACE", "DELETE", "REORDER"]),
  anchor: z.string().min(1).max(600).describe("Words of the rule, copied exactly, that occur in it once."),
  text: z.string().max(600).describe("Text behind (ADD) or in place of (REPLACE, REORDER) the anchor; empty for DELETE."),
  evidence: z.array(z.string()).max(8).describe("Steps that show the need: with:s3."),
  expected_change: z.string().max(400).describe("What goes differently in the task."),
  claimed_preserved_capability_ids: z.array(z.string()).max(20),
  handoffs: z.array(z.object({ to: z.string(), purpose: z.string().max(200) })).max(4),
});

const Repairs = z.object({ candidates: z.array(Candidate), no_update_reason: z.string().max(400) });

/** Smallest local edits that would mend a diagnosed rule. Code carries them out and replays them. DiscernMem eq. 7, appendix E.7. */
export const repairRule: Decision<RepairRuleInput, typeof Repairs> = {
  name: "repair-rule",
  version: 2,
  answer: Repairs,

  ask: (input) => [
    {
      role: "system",
      content: [
        `A rule of the ${input.role} made its team do worse; what is wrong with it was found by comparing two runs. Propose up to ${input.candidates} different edits, each the smallest one that the evidence supports.`,
        "operation: ADD puts text behind the anchor, REPLACE puts text in its place, DELETE takes it out, REORDER puts its own words there in another order. anchor: words copied exactly from the rule that occur in it once. Keep it one rule, on one line; do not write it anew, join it with another or split it.",
        "evidence: names of shown steps that justify the edit. expected_change: what will go differently. claimed_preserved_capability_ids: ids from the list of corrections below that the edit keeps working; an empty list when there are none. handoffs: other roles that must now act differently, only real ones of this team.",
        "Name things by their relations rather than by the names of this task. Do not repeat an edit that was rejected; use what is said about it. Tests on other tasks only tell what must keep working. If the evidence does not place an edit, return no candidates and say why.",
        FENCE_RULE,
        'Answer with JSON only: {"candidates": [{"operation": …, "anchor": …, "text": …, "evidence": […], "expected_change": …, "claimed_preserved_capability_ids": […], "handoffs": [{"to": …, "purpose": …}]}], "no_update_reason": …}.',
      ].join("\n"),
    },
    {
      role: "user",
      content: [
        fence("task", input.goal),
        fence("rule", ruleText(input.rule)),
        fence("diagnosis", `${input.diagnosis.specific_problem_type}: ${input.diagnosis.specific_problem}`),
        `Steps cited: ${input.diagnosis.trajectory_evidence_refs.join(", ")}`,
        `Roles of the team: ${input.roles.join(", ")}`,
        `Run without rules, score ${input.without.score}:`,
        trajectoryText("without", input.without.steps),
        `Run with the rule, score ${input.with.score}:`,
        trajectoryText("with", input.with.steps),
        ...(input.source === null ? [] : ["Run that the rule was drawn from:", trajectoryText("source", input.source)]),
        fence("corrections to keep", input.capabilities.map(({ id, correction }) => `${id}: ${correction}`).join("\n")),
        fence("rejected before", input.rejected.map(rejection).join("\n")),
      ].join("\n"),
    },
  ],

  check: ({ candidates }, input) => (candidates.length > input.candidates ? `At most ${input.candidates} candidates.` : null),

  offline: repairOffline,
};

function rejection({ edit, body, feedback }: RejectedCandidate): string {
  return `${edit.operation} at "${edit.anchor}" with "${edit.text}" → ${body ?? "(not an edit)"}: ${feedback}`;
}
