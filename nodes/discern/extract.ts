import type { GraphNode } from "@langchain/langgraph";
import type { Trajectory } from "../../core/discern/trajectory.js";
import { mapBounded } from "../../core/concurrency.js";
import { extractRule } from "../../decisions/discern/extract-rule.js";
import { type ExtractedRule, NO_RULE } from "../../decisions/discern/judgements.js";
import type { Task } from "../../environments/contract.js";
import type { Role } from "../../hosts/contract.js";
import { attempt } from "../attempt.js";
import type { DiscernPorts } from "./ports.js";
import type { DiscernState } from "./state.js";
import { openStream, type Stream, taskInHand } from "./stream.js";
import { scoredRun } from "./team.js";

/** At most one rule a role from the task's own run, or none. DiscernMem §3.1, algorithm 1 line 18. */
export function extract(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state) => {
    const stream = await openStream(ports, state);
    const task = taskInHand(stream, state.ordinal);
    const trajectory = await scoredRun(stream, state.ordinal);
    const found = await mapBounded(stream.arena.host.roles, ports.concurrency, async (role) => {
      const proposal = await proposalOf(stream, task, trajectory, role);
      return proposal.decision === "STORE" ? [role.name] : [];
    });
    return { proposals: found.flat(), admitted: 0 };
  };
}

/** What a role proposes: asked once, then read from the decision log. A failed decision proposes nothing; its record says why. */
export async function proposalOf(stream: Stream, task: Task, trajectory: Trajectory, { name, duty }: Role): Promise<ExtractedRule> {
  const input = {
    role: name,
    duty,
    goal: task.input.goal,
    context: trajectory.contexts[name]?.context ?? "",
    steps: trajectory.steps,
    score: trajectory.score,
  };
  const proposal = await attempt(extractRule, input, stream);
  return "failed" in proposal ? NO_RULE : proposal.answer;
}
