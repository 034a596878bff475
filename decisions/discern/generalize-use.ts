import { z } from "zod";
import { fence, FENCE_RULE } from "../../core/fence.js";
import type { Decision } from "../decision.js";
import { generalizeOffline } from "./offline/generalize.js";
import type { GeneralizeUseInput } from "./judgements.js";

const Conditions = z.array(z.string().trim().min(1).max(300)).max(6);
const UseConditions = z.object({ use_when: Conditions, avoid_when: Conditions });

/** What the situations have in common in which a rule helped. DiscernMem eq. 12, appendix E.6; only `use_when` is used. */
export const generalizeUse: Decision<GeneralizeUseInput, typeof UseConditions> = {
  name: "generalize-use",
  version: 1,
  answer: UseConditions,

  ask: ({ body, useWhen, contexts }) => [
    {
      role: "system",
      content: [
        "You put in words when a rule applies, from situations in which it helped.",
        "use_when: short conditions that can be observed before acting and hold across the situations, not a copy of one of them. Name things by their relations instead of by the names of one task. Leave out roles, scores, effects, what came after, and changes to the rule. avoid_when: only where the situations show that a needed condition was missing.",
        FENCE_RULE,
        'Answer with JSON only: {"use_when": […], "avoid_when": […]}.',
      ].join("\n"),
    },
    {
      role: "user",
      content: [
        fence("rule", body),
        fence("conditions so far", useWhen.join("\n")),
        ...contexts.map((context, i) => fence(`situation ${i + 1}`, context)),
      ].join("\n"),
    },
  ],

  offline: generalizeOffline,
};
