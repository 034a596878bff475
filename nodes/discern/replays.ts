import type { GraphNode } from "@langchain/langgraph";
import { mapBounded } from "../../core/concurrency.js";
import { isSettled } from "../../core/discern/settled.js";
import type { Trajectory } from "../../core/discern/trajectory.js";
import { injectedRule } from "../../core/discern/versions.js";
import { checkScope } from "../../decisions/discern/check-scope.js";
import type { Task } from "../../environments/contract.js";
import type { ReplayRecord } from "../../stores/rules.js";
import { attempt } from "../attempt.js";
import { injectionWithout, rulesIn } from "./joint.js";
import type { DiscernPorts } from "./ports.js";
import { scopeMatch, scopeQuestion } from "./reuse.js";
import type { DiscernState } from "./state.js";
import { type Injection, openStream, ruleById, runKey, type Stream, taskInHand } from "./stream.js";
import { injectionOf, replay, scoredRun } from "./team.js";

type Supplied = (typeof DiscernState.State)["used"][number];

interface Planned {
  readonly injected: Injection;
  readonly purpose: Exclude<ReplayRecord["purpose"], "original">;
}

/**
 * The replays that judge the supplied rules: each rule alone, and one run without any that they share. At most rules + 1,
 * side by side. DiscernMem §3.2 "Paired replay evaluation", appendix A.3. Beyond the paper, those of rules that act together,
 * and none for uses that can wait (`isSettled`).
 */
export function replays(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state) => {
    const stream = await openStream(ports, state);
    const task = taskInHand(stream, state.ordinal);
    const original = await scoredRun(stream, state.ordinal);
    const used = await mapBounded(state.used, ports.concurrency, async (one) => ({
      ...one,
      settled: ports.settings.skipSettledReplays && (await canWait(stream, one, task, state.ordinal, original)),
    }));
    const planned = await plan(stream, used, original);
    const byKey = new Map(planned.map((run) => [runKey(stream, task, ports.settings.seed, run.injected), run]));
    await mapBounded([...byKey.values()], ports.concurrency, ({ injected, purpose }) => replay(stream, task, injected, purpose));
    return { used };
  };
}

async function plan(stream: Stream, used: readonly Supplied[], original: Trajectory): Promise<Planned[]> {
  const due = used.filter(({ settled }) => !settled);
  if (due.length === 0) return [];
  const alone: Planned[] = [];
  for (const { ruleId, role } of due)
    alone.push({ injected: { [role]: [injectedRule(await ruleById(stream, ruleId), stream.ports.settings)] }, purpose: "assessment" });
  const all = injectionOf(original);
  const isJoint = stream.ports.settings.jointReplays && rulesIn(all) > 1;
  const others = isJoint ? due.map((rule): Planned => ({ injected: injectionWithout(all, rule), purpose: "joint" })) : [];
  // Of equal runs the last one's purpose stands in the ledger: what is needed without joint replays counts as that.
  return [...others, ...alone, { injected: {}, purpose: "baseline" as const }];
}

async function canWait(stream: Stream, { ruleId, role }: Supplied, task: Task, ordinal: number, original: Trajectory): Promise<boolean> {
  const rule = await ruleById(stream, ruleId);
  const context = original.contexts[role]?.context ?? "";
  const scope = await attempt(checkScope, scopeQuestion(stream, { rule, role, task, ordinal, context, origin: "reuse" }), stream);
  if ("failed" in scope) return false;
  const supplied = rulesIn(injectionOf(original)) === 1 ? original.score : null;
  return isSettled(rule, { ordinal, supplied }, scopeMatch(scope.answer), stream.ports.settings);
}
