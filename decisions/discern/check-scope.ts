import { z } from "zod";
import { sameText } from "../../core/discern/edits.js";
import { fence, FENCE_RULE } from "../../core/fence.js";
import type { Decision } from "../decision.js";
import { ruleText } from "./conditions-text.js";
import { scopeOffline } from "./offline/scope.js";
import type { CheckScopeInput } from "./judgements.js";

const Scope = z.object({
  use_when_matches: z.boolean(),
  avoid_when_matches: z.boolean(),
  avoid_when_matched: z.array(z.string()).describe("The avoidance conditions that are met, copied; empty when none is."),
  deployment_avoid_when: z.string().max(400).describe("The observable exception that a mismatch shows; empty when none can be named."),
});

/** Whether a rule was used where it belongs. Never sees the outcome. DiscernMem eq. 5, appendix E.4. */
export const checkScope: Decision<CheckScopeInput, typeof Scope> = {
  name: "check-scope",
  version: 2,
  answer: Scope,

  ask: ({ role, rule, context }) => [
    {
      role: "system",
      content: [
        `You check whether a rule was given to the ${role} of a team in the kind of situation it is meant for.`,
        "use_when_matches: the situation meets at least one of the use conditions. avoid_when_matches: it visibly meets one of the avoidance conditions; avoid_when_matched lists those that it meets, copied. Go by what is seen, not by what may be hidden and not by how it ended; do not judge the rule itself.",
        "deployment_avoid_when: where it does not fit, the one observable trait of this situation that marks it as an exception, put generally; an empty string when the situation shows none.",
        FENCE_RULE,
        'Answer with JSON only: {"use_when_matches": …, "avoid_when_matches": …, "avoid_when_matched": […], "deployment_avoid_when": …}.',
      ].join("\n"),
    },
    { role: "user", content: [fence("rule", ruleText(rule)), fence("situation", context)].join("\n") },
  ],

  check: ({ avoid_when_matches, avoid_when_matched }, { rule }) => {
    if (avoid_when_matches !== avoid_when_matched.length > 0)
      return "avoid_when_matched must name conditions exactly when avoid_when_matches is true.";
    const unknown = avoid_when_matched.find((text) => !rule.avoidWhen.some((condition) => sameText(condition, text)));
    return unknown === undefined ? null : `"${unknown}" is no avoidance condition of the rule. Copy one.`;
  },

  offline: scopeOffline,
};
