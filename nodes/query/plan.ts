import type { GraphNode } from "@langchain/langgraph";
import type { PlanStep } from "../../core/evidence.js";
import { decide } from "../../decisions/decide.js";
import { compositeCard } from "../../decisions/bind-composite.js";
import { planWith } from "../../decisions/plan.js";
import { TOOLS } from "../../tools/registry.js";
import { expandedPlan } from "./composites.js";
import { bareFault, isModelFault } from "./faults.js";
import { hasMemory } from "./has-memory.js";
import { questionInHand } from "./planning-context.js";
import type { QueryPorts } from "./ports.js";
import type { QueryState } from "./state.js";

/** Makes the abstract plan. One that is empty, or that no attempt made valid, falls back to semantic retrieval. AdaMM §3.5.2. */
export function plan({ memory }: QueryPorts): GraphNode<typeof QueryState> {
  return async (state, config) => {
    const open = await memory(state.memoryId);
    const { context, record, rounds } = await questionInHand(open, state);
    const composites = (await open.composites?.()) ?? [];
    const { steps: maxSteps, without } = open.settings;
    const offered = TOOLS.filter(({ name }) => hasMemory(name, without));
    const tools = [...composites.map(compositeCard), ...offered.map(({ name, description, returns }) => ({ name, description, returns }))];
    const runtime = open.decisions(state.queryId, config.signal === undefined ? {} : { signal: config.signal });
    const steps = await decide(planWith(composites), { ...context, tools, maxSteps }, runtime, rounds)
      .then((decided) => expandedPlan(decided.steps, composites, context, runtime, rounds))
      .catch((error: unknown) => {
        if (isModelFault(error)) throw bareFault(error);
        return [];
      })
      .then((expanded) => expanded.filter(({ tool }) => hasMemory(tool, without)))
      .then((kept): readonly PlanStep[] => (kept.length > 0 || !hasMemory(FALLBACK.tool, without) ? kept : [FALLBACK]));
    await open.store.queries.put({ ...record, plan: steps, calls: [], evidence: [] });
    return { steps: steps.length, step: 0, calls: 0, corrections: 0, units: 0, characters: 0 };
  };
}

/** What is done when no plan says better, and when a plan found nothing. */
export const FALLBACK: PlanStep = { goal: "Find what was said about it", tool: "SemanticMatch" };
