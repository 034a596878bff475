import type { GraphNode } from "@langchain/langgraph";
import { effectOf } from "../../core/discern/effects.js";
import type { DiscernPorts } from "./ports.js";
import { progressOf } from "./progress.js";
import { recordSettledOnce, recordUseOnce } from "./record-use.js";
import type { DiscernState } from "./state.js";
import { openStream, ruleById, taskInHand } from "./stream.js";
import { scoredRun } from "./team.js";

/** Judges the next supplied rule and puts its use on record. DiscernMem algorithm 1, lines 8–11. */
export function assess(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state, config) => {
    const stream = await openStream(ports, state);
    const { ordinal } = state;
    const used = state.used[state.assessed];
    if (used === undefined) return {};
    const task = taskInHand(stream, ordinal);
    const context = (await scoredRun(stream, ordinal)).contexts[used.role]?.context ?? "";
    const use = { rule: await ruleById(stream, used.ruleId), role: used.role, task, ordinal, context, origin: "reuse" as const };
    const step = `assess:${ordinal}:${used.ruleId}:${used.role}`;
    if (used.settled) {
      await recordSettledOnce(stream, use, step);
      return { assessed: state.assessed + 1, repairing: null };
    }
    const effect = await recordUseOnce(stream, use, step);

    const told = { rule: used.ruleId, score: effectOf(effect), text: effect.attribution };
    config.writer?.(progressOf(stream, ordinal, "assessed", told));
    const isContent = effect.attribution === "content";
    const repairing = isContent ? { ruleId: used.ruleId, role: used.role, context, origin: "reuse" as const } : null;
    return { assessed: state.assessed + 1, content: state.content || isContent, repairing };
  };
}
