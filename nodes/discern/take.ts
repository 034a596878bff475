import type { GraphNode } from "@langchain/langgraph";
import type { DiscernPorts } from "./ports.js";
import { DiscernState } from "./state.js";
import { openStream } from "./stream.js";

/**
 * The next task of the stream that has not been learned from; `ordinal` -1 when there is none. A task that was scored
 * before a kill is taken up again: its run is on record.
 */
export function take(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state) => {
    const { arena, rules, name } = await openStream(ports, state);
    const total = state.limit > 0 ? Math.min(state.limit, arena.tasks.length) : arena.tasks.length;
    let ordinal = Math.max(0, state.ordinal);
    while (ordinal < total && (await rules.applied(name, learnedStep(ordinal)))) ordinal++;
    if (ordinal < total) ports.budget.check();
    return {
      ordinal: ordinal < total ? ordinal : -1,
      used: [],
      assessed: 0,
      content: false,
      proposals: [],
      admitted: 0,
      attaching: null,
      calibrating: null,
      repairing: null,
    };
  };
}

/** Step that marks a task as learned from. */
export function learnedStep(ordinal: number): string {
  return `learned:${ordinal}`;
}
