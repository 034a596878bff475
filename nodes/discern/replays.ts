import type { GraphNode } from "@langchain/langgraph";
import { mapBounded } from "../../core/concurrency.js";
import { injectedRule } from "../../core/discern/versions.js";
import type { DiscernPorts } from "./ports.js";
import type { DiscernState } from "./state.js";
import { openStream, taskInHand } from "./stream.js";
import { replay } from "./team.js";

/**
 * The replays that judge the supplied rules: each rule alone, and one run without any that they share. At most rules + 1,
 * side by side. DiscernMem §3.2 "Paired replay evaluation", appendix A.3.
 */
export function replays(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state) => {
    const stream = await openStream(ports, state);
    const task = taskInHand(stream, state.ordinal);
    const rules = await stream.rules.rules(stream.name);
    const alone = state.used.flatMap(({ ruleId, role }) => {
      const rule = rules.find(({ id }) => id === ruleId);
      return rule === undefined ? [] : [{ [role]: [injectedRule(rule, ports.settings)] }];
    });
    await mapBounded([{}, ...alone], ports.concurrency, (injected, at) =>
      replay(stream, task, injected, at === 0 ? "baseline" : "assessment"),
    );
    return {};
  };
}
