import { z } from "zod";
import { FENCE_RULE } from "../core/fence.js";
import { programOf } from "../core/question/program.js";
import { readQuestion } from "../core/question/read-question.js";
import type { Decision } from "./decision.js";
import { contextText, TOOL_NAMES, type PlanningContext, type ToolCard } from "./planning.js";

export interface PlanInput extends PlanningContext {
  readonly tools: readonly ToolCard[];
  readonly maxSteps: number;
}

const Plan = z.object({
  steps: z
    .array(z.object({ goal: z.string().trim().min(1).max(500).describe("What the step must find out."), tool: z.enum(TOOL_NAMES) }))
    .describe("The shortest list that answers the question, in order."),
});

/** The abstract plan: information goals with the tools for them, not yet bound to arguments. AdaMM §3.5.2. */
export const plan: Decision<PlanInput, typeof Plan> = {
  name: "plan",
  version: 3,
  answer: Plan,

  ask: (input) => [
    {
      role: "system",
      content: [
        "You plan how to answer a question from a person's chat memory. It holds tables of recurring records, and episodes of what was said and shown.",
        `Choose the shortest valid list of steps, at most ${input.maxSteps}; each is an information goal and one tool. Give no arguments: they are filled in later, step by step, and a later step may use what an earlier one returned.`,
        "Use the analytic tools when a table has the attributes that are asked for: Compute for counts, totals, averages, extremes and changes; Rank for which is highest or lowest; Filter for conditions; Lookup for known keys. A tool works on one table. Never use another attribute in place of one that is missing.",
        "Use SemanticMatch for open questions about what was said or shown, and EventLocate for when or where something happened.",
        `Tools:\n${input.tools
          .map(
            ({ name, description, returns }) =>
              `- ${name}: ${description} Returns ${Object.entries(returns)
                .map(([key, text]) => `${key} (${text})`)
                .join(", ")}.`,
          )
          .join("\n")}`,
        FENCE_RULE,
        'Answer with JSON only: {"steps": [{"goal": …, "tool": …}]}.',
      ].join("\n"),
    },
    { role: "user", content: contextText(input) },
  ],

  check: ({ steps }, { maxSteps }) =>
    steps.length > maxSteps ? `The plan has ${steps.length} steps; at most ${maxSteps} are allowed.` : null,

  offline: ({ question, tables, now, maxSteps }) => {
    const reading = readQuestion(question, tables, now);
    const steps = reading === null ? [{ goal: "Find what was said about it", tool: "SemanticMatch" as const }] : programOf(reading);
    return { steps: steps.slice(0, maxSteps).map(({ goal, tool }) => ({ goal: goal.slice(0, 500), tool })) };
  },
};
