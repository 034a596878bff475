import { z } from "zod";
import { fence, FENCE_RULE } from "../../core/fence.js";
import type { Decision } from "../decision.js";
import { ruleText } from "./conditions-text.js";
import { selectOffline } from "./offline/select.js";
import type { SelectRulesInput } from "./judgements.js";

const Selection = z.object({ decision: z.enum(["SELECT", "NONE"]), selected_ids: z.array(z.string()) });

/** Which retrieved rules bear on what a role is about to do. DiscernMem eq. 13, appendix E.3. */
export const selectRules: Decision<SelectRulesInput, typeof Selection> = {
  name: "select-rules",
  version: 2,
  answer: Selection,

  ask: ({ role, context, candidates }) => [
    {
      role: "system",
      content: [
        `You order rules for the ${role} of a team by how directly they help with what it is about to do.`,
        "Go by the task, the role, what can be observed and the text of the rules alone. Do not solve the task and do not rewrite a rule. Leave out a rule whose avoid_when is met here.",
        FENCE_RULE,
        'Answer with JSON only: {"decision": "SELECT", "selected_ids": [ids, the most relevant first]}, or {"decision": "NONE", "selected_ids": []} when none bears on it.',
      ].join("\n"),
    },
    {
      role: "user",
      content: [fence("situation", context), ...candidates.map((rule) => fence(`rule ${rule.id}`, ruleText(rule)))].join("\n"),
    },
  ],

  check: ({ selected_ids }, { candidates }) => {
    const unknown = selected_ids.find((id) => !candidates.some((candidate) => candidate.id === id));
    return unknown === undefined ? null : `There is no rule ${unknown}.`;
  },

  offline: selectOffline,
};
