import { z } from "zod";
import { fence, FENCE_RULE } from "../../core/fence.js";
import type { Decision } from "../decision.js";
import { ruleText } from "./conditions-text.js";
import { identityOffline } from "./offline/identity.js";
import type { JudgeIdentityInput } from "./judgements.js";

const Identity = z.object({
  same_operation: z.boolean(),
  target_memory_id: z.string().nullable(),
  reason: z.string().max(400),
});

/** Whether a proposal is a rule that is already there. DiscernMem eq. 3, appendix E.2. */
export const judgeIdentity: Decision<JudgeIdentityInput, typeof Identity> = {
  name: "judge-identity",
  version: 2,
  answer: Identity,

  ask: ({ candidate, recalled }) => [
    {
      role: "system",
      content: [
        "You decide whether a proposed rule is the same rule as one that a team member already has.",
        "Two rules are the same only if each could stand in for the other without losing a step that changes something. A whole procedure and one step of it are different. Another required step, another causal order, another sign of progress or another stopping point makes a rule different.",
        "Another wording, synonyms, compatible preconditions or a closer description of the same result do not. Topic, role, wording of failures or scope alone say nothing about identity. Do not judge quality and do not edit. If several match, take the closest; the list is ordered by similarity.",
        FENCE_RULE,
        'Answer with JSON only: {"same_operation": true | false, "target_memory_id": id of the matching rule or null, "reason": one sentence}.',
      ].join("\n"),
    },
    {
      role: "user",
      content: [fence("proposal", ruleText(candidate)), ...recalled.map((rule) => fence(`rule ${rule.id}`, ruleText(rule)))].join("\n"),
    },
  ],

  check: ({ same_operation, target_memory_id }, { recalled }) => {
    if (same_operation !== (target_memory_id !== null)) return "target_memory_id must name a rule exactly when same_operation is true.";
    if (target_memory_id !== null && !recalled.some(({ id }) => id === target_memory_id))
      return `target_memory_id must be one of ${recalled.map(({ id }) => id).join(", ")}.`;
    return null;
  },

  offline: identityOffline,
};
