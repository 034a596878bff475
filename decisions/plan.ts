import { z } from "zod";
import type { PlanStep } from "../core/evidence.js";
import { FENCE_RULE } from "../core/fence.js";
import { askedTimes } from "../core/question/asked-times.js";
import { requestOf } from "../core/question/request.js";
import type { CompositeTool } from "../core/evolve/composite.js";
import { valuesIn } from "./bind-composite.js";
import type { Decision } from "./decision.js";
import { contextText, TOOL_NAMES, type PlanningContext, type ToolCard } from "./planning.js";

export interface PlanInput extends PlanningContext {
  readonly tools: readonly ToolCard[];
  readonly maxSteps: number;
}

const planOf = <Name extends string>(tools: readonly [Name, ...Name[]]) =>
  z.object({
    steps: z
      .array(z.object({ goal: z.string().trim().min(1).max(500).describe("What the step must find out."), tool: z.enum(tools) }))
      .describe("The shortest list that answers the question, in order."),
  });
const Plan = planOf(TOOL_NAMES);

/** The abstract plan: information goals with the tools for them, not yet bound to arguments. AdaMM §3.5.2. */
export const plan: Decision<PlanInput, typeof Plan> = {
  name: "plan",
  version: 6,
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

  check: ({ steps }, { maxSteps }) => tooLong(steps.length, maxSteps),

  offline: ({ question, tables, now, maxSteps }) => {
    const steps = requestOf(question, tables, now)?.steps ?? [found(question, now)];
    return { steps: steps.slice(0, maxSteps).map(({ goal, tool }) => ({ goal: goal.slice(0, 500), tool })) };
  },
};

/** A plan's shape where tools made of others are offered beside the six. */
type WidePlan = z.ZodType<{ readonly steps: readonly { readonly goal: string; readonly tool: string }[] }>;

/** The plan where tools made of others are offered too, each of which counts as its steps. */
export function planWith(composites: readonly CompositeTool[]): Decision<PlanInput, WidePlan> {
  if (composites.length === 0) return plan as Decision<PlanInput, WidePlan>;
  const sizeOf = (tool: string) => composites.find(({ name }) => name === tool)?.steps.length ?? 1;
  return {
    ...(plan as Decision<PlanInput, WidePlan>),
    answer: planOf([...TOOL_NAMES, ...composites.map(({ name }) => name)]),
    check: ({ steps }, { maxSteps }) =>
      tooLong(
        steps.reduce((sum, { tool }) => sum + sizeOf(tool), 0),
        maxSteps,
      ),
    offline: (input) => {
      const fits = (tool: CompositeTool) => tool.steps.length <= input.maxSteps && valuesIn({ ...input, tool }) !== null;
      const made = composites.find(fits);
      return made === undefined ? plan.offline(input) : { steps: [{ goal: input.question.slice(0, 500), tool: made.name }] };
    },
  };
}

function tooLong(steps: number, most: number): string | null {
  return steps > most ? `The plan has ${steps} steps; at most ${most} are allowed.` : null;
}

/** What no table holds is looked for in what was said: by its time, where the question sets limits to it or names nothing else. */
function found(question: string, now: string): PlanStep {
  const { alone, window } = askedTimes(question, { now, from: null, to: null });
  return alone || window?.bounded === true
    ? { goal: "Find what happened in that time", tool: "EventLocate" }
    : { goal: "Find what was said about it", tool: "SemanticMatch" };
}
