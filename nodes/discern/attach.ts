import type { GraphNode } from "@langchain/langgraph";
import { attachmentContext } from "../../core/discern/texts.js";
import { proposalOf } from "./extract.js";
import type { DiscernPorts } from "./ports.js";
import { recordUseOnce } from "./record-use.js";
import type { DiscernState } from "./state.js";
import { openStream, ruleById, taskInHand, taskText } from "./stream.js";
import { scoredRun } from "./team.js";

/**
 * The rule that a proposal was found equal to keeps its body and is measured on this task, which may revive it. It may
 * not have been supplied, so its context is made from the task and the proposal. DiscernMem §3.1, appendix A.1. A rule
 * that was supplied has been measured.
 */
export function attach(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state) => {
    const attaching = state.attaching;
    if (attaching === null) return {};
    const { ruleId, role } = attaching;
    if (state.used.some((used) => used.ruleId === ruleId)) return { attaching: null };
    const stream = await openStream(ports, state);
    const { ordinal } = state;
    const task = taskInHand(stream, ordinal);
    const proposer = stream.arena.host.roles.find(({ name }) => name === role);
    const proposal = proposer === undefined ? null : await proposalOf(stream, task, await scoredRun(stream, ordinal), proposer);
    const context =
      proposal === null ? taskText(task) : attachmentContext(taskText(task), { body: proposal.memory, useWhen: proposal.use_when });
    const use = { rule: await ruleById(stream, ruleId), role, task, ordinal, context, origin: "attachment" as const };
    const effect = await recordUseOnce(stream, use, `attach:${ordinal}:${ruleId}:${role}`);
    const isContent = effect.attribution === "content";
    return { attaching: null, repairing: isContent ? { ruleId, role, context, origin: "attachment" as const } : null };
  };
}
