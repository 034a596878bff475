import type { GraphNode } from "@langchain/langgraph";
import type { DiscernPorts, DiscernProgress } from "./ports.js";
import type { DiscernState } from "./state.js";
import { openStream, taskInHand } from "./stream.js";
import { learnedStep } from "./take.js";

/** Marks the task as learned from: a stream that is run again goes on behind it. */
export function settle(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state, config) => {
    const stream = await openStream(ports, state);
    await stream.rules.apply(stream.name, learnedStep(state.ordinal), { rules: [] });
    const total = stream.arena.tasks.length;
    const task = taskInHand(stream, state.ordinal).id;
    config.writer?.({ ordinal: state.ordinal, total, task, step: "done" } satisfies DiscernProgress);
    return {};
  };
}
