import { z } from "zod";
import { fence, FENCE_RULE } from "../../core/fence.js";
import type { Decision } from "../decision.js";
import { extractOffline } from "./offline/extract.js";
import { trajectoryText } from "./trajectory-text.js";
import type { ExtractRuleInput } from "./judgements.js";

const Conditions = z.array(z.string().trim().min(1).max(300)).max(6);

const ExtractedRule = z.object({
  decision: z.enum(["STORE", "NO_MEMORY"]),
  memory: z.string().trim().min(1).max(600).describe("One imperative rule; NO_MEMORY when nothing is to be stored."),
  use_when: Conditions.describe("What must be seen for the rule to apply."),
  avoid_when: Conditions.describe("Exceptions that the trajectory shows."),
});

/** At most one rule that a role showed in a task, with its first conditions. DiscernMem §3.1, appendix E.1. */
export const extractRule: Decision<ExtractRuleInput, typeof ExtractedRule> = {
  name: "extract-rule",
  version: 3,
  answer: ExtractedRule,

  ask: ({ role, duty, goal, context, steps, score }) => [
    {
      role: "system",
      content: [
        `You look for one reusable rule of conduct in what a team member did. The member is the ${role}: ${duty}`,
        "Store a rule only if all of this holds: the member itself made a decision, check or correction that can be pointed at; something observed afterwards ties it to progress or to a mistake that was prevented; and the rule still helps once every name, value, answer and piece of code of this task is taken out.",
        "A failed task counts where the member showed a correction or a choice that worked. Do not store a plain score, a failure without a cause, routine talk, agreement, formatting, an answer, a whole solution or plan, a formula, or code. Never invent facts, effects or fixes that are not seen.",
        `Only steps of the ${role} are its own decisions; other steps show what it was told and what followed.`,
        "memory: one short imperative sentence that starts with a verb and holds the smallest decision that made the difference, without any condition in it. use_when: what can be observed that calls for it. avoid_when: exceptions that were actually seen, else an empty list. Speak of things by their relations (the carried object, the goal place), never by names of this task. The two lists exclude each other.",
        FENCE_RULE,
        'Answer with JSON only: {"decision": "STORE", "memory": …, "use_when": […], "avoid_when": […]}, or {"decision": "NO_MEMORY", "memory": "NO_MEMORY", "use_when": [], "avoid_when": []}.',
      ].join("\n"),
    },
    {
      role: "user",
      content: [
        fence("task", goal),
        fence(`received by ${role}`, context),
        trajectoryText("trajectory", steps),
        `Score: ${score} of 1.`,
      ].join("\n"),
    },
  ],

  check: ({ decision, memory }) =>
    decision === "STORE" && memory === "NO_MEMORY" ? "memory must hold the rule when decision is STORE." : null,

  offline: extractOffline,
};
