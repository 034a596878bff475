import { type CompositeTool, filledFrom, goalOf, type Values, withValues } from "../../core/evolve/composite.js";
import type { PlanStep, ToolCall } from "../../core/evidence.js";
import { bindComposite } from "../../decisions/bind-composite.js";
import { decide } from "../../decisions/decide.js";
import type { PlanningContext } from "../../decisions/planning.js";
import type { DecisionRuntime } from "../../decisions/runtime.js";
import type { Seq } from "../../stores/contract.js";
import { toolNamed } from "../../tools/registry.js";
import { isModelFault } from "./faults.js";

/** A step as a planner gave it: of one of the six tools, or of a composite. */
export interface GivenStep {
  readonly goal: string;
  readonly tool: string;
}

/**
 * A plan in which each composite stands as its steps, with their arguments as far as the question tells them. One whose parameters
 * could not be bound is left out.
 */
export async function expandedPlan(
  steps: readonly GivenStep[],
  composites: readonly CompositeTool[],
  context: PlanningContext,
  runtime: DecisionRuntime,
  rounds: readonly Seq[],
): Promise<PlanStep[]> {
  const expanded: PlanStep[] = [];
  for (const step of steps) {
    const tool = composites.find(({ name }) => name === step.tool);
    if (tool === undefined) {
      expanded.push(step as PlanStep);
      continue;
    }
    const values = await decide(bindComposite(tool), { ...context, tool }, runtime, rounds).catch((error: unknown) => {
      if (isModelFault(error)) throw error;
      return null;
    });
    if (values !== null) expanded.push(...stepsOf(tool, values, context.question, expanded.length));
  }
  return expanded;
}

/** The steps of a composite with its parameters filled in, of which the first stands at `first` in the plan. */
export function stepsOf(tool: CompositeTool, values: Values, question: string, first: number): PlanStep[] {
  return tool.steps.map((step) => ({
    goal: goalOf(step, values, question),
    tool: step.tool,
    of: tool.name,
    given: withValues(step.arguments, values, first),
  }));
}

/**
 * The arguments of a composite's step, from the results of the steps before it; null where it has none, one of those failed or
 * holds nothing at that place, or they are no arguments of the tool: they are then found as for any other step.
 */
export function givenArguments({ tool, given }: PlanStep, step: number, calls: readonly ToolCall[]): ToolCall["arguments"] | null {
  if (given === undefined) return null;
  const done = calls.filter(({ error }) => error === null);
  if (done.length !== step || done.length !== calls.length) return null;
  const filled = filledFrom(
    given,
    done.map(({ result }) => result),
  );
  const checked = filled === undefined ? null : toolNamed(tool).arguments.safeParse(filled);
  return checked?.success === true ? (checked.data as ToolCall["arguments"]) : null;
}
