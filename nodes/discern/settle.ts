import type { GraphNode } from "@langchain/langgraph";
import type { DiscernPorts } from "./ports.js";
import { progressOf } from "./progress.js";
import type { DiscernState } from "./state.js";
import { openStream } from "./stream.js";
import { learnedStep } from "./take.js";

/** Marks the task as learned from: a stream that is run again goes on behind it. */
export function settle(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state, config) => {
    const stream = await openStream(ports, state);
    await stream.rules.apply(stream.name, learnedStep(state.ordinal), { rules: [] });
    config.writer?.(progressOf(stream, state.ordinal, "done"));
    return {};
  };
}
