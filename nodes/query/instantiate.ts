import type { GraphNode } from "@langchain/langgraph";
import type { ToolCall } from "../../core/evidence.js";
import { decide } from "../../decisions/decide.js";
import { instantiate as decisionFor } from "../../decisions/instantiate.js";
import { toolNamed } from "../../tools/registry.js";
import type { OpenMemory } from "../memory.js";
import { givenArguments } from "./composites.js";
import { bareFault, isCallError, isModelFault } from "./faults.js";
import { questionInHand } from "./planning-context.js";
import type { QueryPorts } from "./ports.js";
import { FALLBACK } from "./plan.js";
import type { QueryState } from "./state.js";

/**
 * Binds the step in hand to arguments, with the results so far. The bound call waits in the record, keyed by its place among
 * the calls; one that could not be bound carries its error. AdaMM eq. 10.
 */
export function instantiate({ memory }: QueryPorts): GraphNode<typeof QueryState> {
  return async (state, config) => {
    const open = await memory(state.memoryId);
    const { context, record, seen } = await questionInHand(open, state);
    const planned = record.plan[state.step] ?? FALLBACK;
    const { goal, tool } = planned;
    const calls = record.calls.slice(0, state.calls);
    const given = givenArguments(planned, state.step, isBoundBefore(open) ? [] : calls);
    if (given !== null) {
      await open.store.queries.put({ ...record, calls: [...calls, { goal, tool, arguments: given, error: null, result: null }] });
      return {};
    }
    const runtime = open.decisions(state.queryId, config.signal === undefined ? {} : { signal: config.signal });
    const bound: Pick<ToolCall, "arguments" | "error"> = await decide(
      decisionFor(toolNamed(tool)),
      { ...context, plan: record.plan, step: state.step, calls: isBoundBefore(open) ? [] : calls },
      runtime,
      seen,
    ).then(
      (args) => ({ arguments: args as ToolCall["arguments"], error: null }),
      (error: unknown) => {
        if (isModelFault(error) || !isCallError(error)) throw bareFault(error);
        return { arguments: {}, error: { code: error.code, message: error.message } };
      },
    );
    await open.store.queries.put({ ...record, calls: [...calls, { goal, tool, ...bound, result: null }] });
    return {};
  };
}

/** Whether all calls are bound before the first is made: none of them sees a result then, and so none is corrected either. */
function isBoundBefore({ settings }: OpenMemory): boolean {
  return settings.without === "progressive execution";
}
