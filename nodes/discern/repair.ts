import type { GraphNode } from "@langchain/langgraph";
import { isSaturated, relatedCandidates, retentionTasks } from "../../core/discern/history-sets.js";
import { failRepair, settle } from "../../core/discern/lifecycle.js";
import { commitRepair } from "../../core/discern/repair.js";
import type { Effect, Rule } from "../../core/discern/rule.js";
import { relatedQuery } from "../../core/discern/texts.js";
import { injectedRule } from "../../core/discern/versions.js";
import type { Task } from "../../environments/contract.js";
import type { StreamTask } from "../../stores/rules.js";
import { mend, type Mended } from "./mend.js";
import type { DiscernPorts } from "./ports.js";
import { progressOf } from "./progress.js";
import { assessUse } from "./reuse.js";
import { similarTo } from "./similar.js";
import type { DiscernState } from "./state.js";
import { openStream, ruleById, type Stream, taskInHand } from "./stream.js";
import { replay, runOf } from "./team.js";

/**
 * Mends a rule with a diagnosed content defect, or retires it when no repair holds on this task and on earlier ones.
 * DiscernMem §3.2, algorithm 1 lines 12–14.
 */
export function repair(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state, config) => {
    const { ordinal, repairing } = state;
    if (repairing === null) return {};
    const { ruleId, role, context, origin } = repairing;
    const stream = await openStream(ports, state);
    const task = taskInHand(stream, ordinal);
    const step = `repair:${ordinal}:${ruleId}:${role}`;
    if (await stream.rules.applied(stream.name, step)) return { repairing: null };

    const rule = await ruleById(stream, ruleId);
    const { effect, diagnosis, with: supplied, without } = await assessUse(stream, { rule, role, task, ordinal, context, origin });
    const earlier = await stream.rules.tasks(stream.name);
    const at = { task: task.id, ordinal };
    const retention = retentionTasks(earlier, rule, at, ports.settings);
    const related = await relatedTo(stream, rule, role, earlier, at, diagnosis.specific_problem);
    const defect = { rule, role, trigger: task, with: supplied, without, diagnosis, cause: "reuse" as const };
    const source = await runOf(stream, rule.sourceOrdinal);
    const mended = await mend(stream, { ...defect, source, retention: retention.map((one) => taskInHand(stream, one.ordinal)), related });

    const next = afterRepair(rule, mended, effect, ports.settings.tolerance);
    await stream.rules.apply(stream.name, step, { rules: [next] });
    const text = typeof mended === "string" ? NO_REPAIR[mended] : mended.body;
    config.writer?.(progressOf(stream, ordinal, "repaired", { rule: ruleId, text }));
    return { repairing: null };
  };
}

const NO_REPAIR = {
  failed: "no repair held; the rule is inactive",
  undecided: "no repair could be asked for; the rule stays as it is",
} as const;

/** A repair that could not be asked for has not failed: the effect informs the lifecycle, as one without a defect would. */
function afterRepair(rule: Rule, mended: Mended, effect: Effect, tolerance: number): Rule {
  if (mended === "undecided") return settle(rule, effect, tolerance);
  return mended === "failed"
    ? failRepair(rule, effect.origin, effect)
    : commitRepair(rule, mended, { task: effect.task, ordinal: effect.ordinal });
}

/** ℋ₂: the most similar earlier tasks that are not solved either way, at most n₂. DiscernMem eq. 8, appendix A.2. */
async function relatedTo(
  stream: Stream,
  rule: Rule,
  role: string,
  earlier: readonly StreamTask[],
  at: { readonly task: string; readonly ordinal: number },
  problem: string,
): Promise<Task[]> {
  const { settings } = stream.ports;
  if (!settings.repairValidation) return [];
  const similarity = await similarTo(stream, relatedQuery(rule, problem), earlier, ({ text }) => text);
  const chosen: Task[] = [];
  for (const candidate of relatedCandidates(earlier, rule, at, similarity, settings.tolerance)) {
    if (chosen.length >= settings.relatedTasks) break;
    const task = taskInHand(stream, candidate.ordinal);
    const baseline = (await replay(stream, task, {}, "baseline")).score;
    const parent = (await replay(stream, task, { [role]: [injectedRule(rule, settings)] }, "repair")).score;
    if (!isSaturated({ parent, baseline })) chosen.push(task);
  }
  return chosen;
}
