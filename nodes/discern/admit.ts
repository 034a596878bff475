import type { GraphNode } from "@langchain/langgraph";
import { admit as admitted } from "../../core/discern/admission.js";
import { identityCandidates } from "../../core/discern/retrieval.js";
import type { Rule } from "../../core/discern/rule.js";
import { retrievalText } from "../../core/discern/texts.js";
import { injectedRule } from "../../core/discern/versions.js";
import { judgeIdentity } from "../../decisions/discern/judge-identity.js";
import { attempt } from "../attempt.js";
import { proposalOf } from "./extract.js";
import type { DiscernPorts } from "./ports.js";
import { progressOf } from "./progress.js";
import { similarTo } from "./similar.js";
import type { DiscernState } from "./state.js";
import { openStream, type Stream, taskInHand } from "./stream.js";
import { scoredRun } from "./team.js";

/**
 * The next proposal: equal to a rule that its role has, it will be attached to it; else it becomes a provisional rule.
 * DiscernMem eq. 3, algorithm 1 lines 19–23.
 */
export function admit(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state, config) => {
    const stream = await openStream(ports, state);
    const { ordinal } = state;
    const name = state.proposals[state.admitted];
    const role = stream.arena.host.roles.find((known) => known.name === name);
    if (role === undefined) return { admitted: state.admitted + 1 };
    const task = taskInHand(stream, ordinal);
    const { memory, use_when, avoid_when } = await proposalOf(stream, task, await scoredRun(stream, ordinal), role);
    const proposal = { owner: role.name, body: memory, useWhen: use_when, avoidWhen: avoid_when };
    const proposed = admitted(stream.name, proposal, { task: task.id, ordinal });
    const same = await sameRule(stream, proposed);

    if (same !== null) {
      config.writer?.(progressOf(stream, ordinal, "attached", { rule: same }));
      return { admitted: state.admitted + 1, attaching: { ruleId: same, role: role.name }, calibrating: null };
    }
    await stream.rules.apply(stream.name, `admit:${ordinal}:${role.name}`, { rules: [proposed] });
    config.writer?.(progressOf(stream, ordinal, "admitted", { rule: proposed.id, text: memory }));
    return { admitted: state.admitted + 1, attaching: null, calibrating: proposed.id };
  };
}

/** Id of the rule that the proposal is a paraphrase of, or null. Without identity candidates every proposal is new. */
async function sameRule(stream: Stream, proposed: Rule): Promise<string | null> {
  const all = { metaMemory: true };
  const known = (await stream.rules.rules(stream.name)).filter(({ id }) => id !== proposed.id);
  const similarity = await similarTo(stream, retrievalText(proposed, all), known, (rule) => retrievalText(rule, all));
  const candidates = identityCandidates(known, proposed.owner, similarity, stream.ports.settings);
  if (candidates.length === 0) return null;
  const shown = (rule: Rule) => {
    const { body, useWhen, avoidWhen } = injectedRule(rule, all);
    return { body, useWhen, avoidWhen };
  };
  const input = { candidate: shown(proposed), recalled: candidates.map((rule) => ({ id: rule.id, ...shown(rule) })) };
  const identity = await attempt(judgeIdentity, input, stream);
  // A rule too many does less harm than a rule lost: it is judged by its own effects.
  return "failed" in identity ? null : identity.answer.target_memory_id;
}
