import type { GraphNode } from "@langchain/langgraph";
import { recordUse } from "../../core/discern/versions.js";
import type { DiscernPorts } from "./ports.js";
import { progressOf } from "./progress.js";
import { retrieveRules } from "./retrieve.js";
import type { DiscernState } from "./state.js";
import { openStream, taskInHand, taskText } from "./stream.js";
import { execution } from "./team.js";

/**
 * The team does the task, each role with the rules that are retrieved and selected for it, and the score goes on record
 * before anything learns from the run. DiscernMem eq. 1 and 13, algorithm 1 lines 3–4.
 */
export function execute(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state, config) => {
    const stream = await openStream(ports, state);
    const { ordinal } = state;
    const task = taskInHand(stream, ordinal);
    const rules = await stream.rules.rules(stream.name);
    const { key, trajectory } = await execution(stream, task, ordinal, (role, context) => retrieveRules(stream, rules, role, context));

    const used = Object.entries(trajectory.contexts).flatMap(([role, { rules: given }]) =>
      given.map(({ ruleId }) => ({ ruleId, role, settled: false })),
    );
    await stream.rules.apply(stream.name, `execute:${ordinal}`, {
      rules: rules.filter(({ id }) => used.some(({ ruleId }) => ruleId === id)).map((rule) => recordUse(rule, { task: task.id, ordinal })),
      task: { stream: stream.name, ordinal, task: task.id, text: taskText(task), score: trajectory.score, execution: key },
    });
    config.writer?.(progressOf(stream, ordinal, "scored", { score: trajectory.score }));
    return { used };
  };
}
