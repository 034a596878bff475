import { z } from "zod";
import type { PlanStep, ToolCall, ToolName } from "../core/evidence.js";
import { FENCE_RULE, fence } from "../core/fence.js";
import { requestOf } from "../core/question/request.js";
import type { Tool } from "../tools/contract.js";
import type { Decision } from "./decision.js";
import { callsText, contextText, type PlanningContext } from "./planning.js";

export interface InstantiateInput extends PlanningContext {
  readonly plan: readonly PlanStep[];
  /** 0-based step of the plan that is bound now. */
  readonly step: number;
  /** Calls made before, with what they gave; a failed call of this step is the last. */
  readonly calls: readonly ToolCall[];
}

/** Binds one step's tool to arguments, with the results so far at hand. AdaMM eq. 10. */
export function instantiate<Arguments extends z.ZodType>(tool: Tool<Arguments>): Decision<InstantiateInput, Arguments> {
  return {
    name: `instantiate-${tool.name}`,
    version: 5,
    answer: tool.arguments,

    ask: (input) => [
      {
        role: "system",
        content: [
          `You give the arguments of one call of the tool ${tool.name}: ${tool.description}`,
          "Use names of tables and columns exactly as they are given. Values are compared as they stand in the table; dates are ISO 8601, and a month or year stands for every day in it.",
          "Take what you need from the results of earlier steps. If the last call of this step failed, correct what its error says.",
          "Never put another attribute in place of one that is missing: name the one that is asked for, and the tool will say that there is none.",
          FENCE_RULE,
          `Answer with one JSON object of the arguments only, of this JSON Schema: ${JSON.stringify(z.toJSONSchema(tool.arguments, { io: "input", unrepresentable: "any" }))}`,
        ].join("\n"),
      },
      {
        role: "user",
        content: [
          contextText(input),
          `Plan:\n${input.plan.map(({ goal, tool: name }, index) => `${index + 1}. ${goal} (${name})`).join("\n")}`,
          input.calls.length === 0 ? "No call has been made yet." : fence("results", callsText(input.calls)),
          `Give the arguments for step ${input.step + 1}: ${input.plan[input.step]?.goal ?? ""}`,
        ].join("\n\n"),
      },
    ],

    offline: (input) => offlineArguments(tool.name, input) as z.infer<Arguments>,
  };
}

/** The arguments of the question's program for this step; retrieval looks for the question itself. */
function offlineArguments(tool: ToolName, { question, tables, now, step, calls }: InstantiateInput): unknown {
  if (tool === "SemanticMatch") return { query_content: question, retrieval_scope: "event" };
  if (tool === "EventLocate") return { query_content: question };
  const bound = requestOf(question, tables, now)?.steps[step];
  const done = calls.filter(({ error }) => error === null);
  return bound?.arguments(done.map(({ result }) => result)) ?? {};
}
