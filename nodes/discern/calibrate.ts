import type { GraphNode } from "@langchain/langgraph";
import { effectSign, recordEffect, replayChanged } from "../../core/discern/effects.js";
import { calibrationTasks } from "../../core/discern/history-sets.js";
import { settle } from "../../core/discern/lifecycle.js";
import { commitRepair } from "../../core/discern/repair.js";
import type { Effect, Rule } from "../../core/discern/rule.js";
import { calibrationQuery } from "../../core/discern/texts.js";
import type { Trajectory } from "../../core/discern/trajectory.js";
import { injectedRule } from "../../core/discern/versions.js";
import { type Defect, mend } from "./mend.js";
import type { DiscernPorts } from "./ports.js";
import { similarTo } from "./similar.js";
import type { DiscernState } from "./state.js";
import { openStream, ruleById, type Stream, taskInHand, taskText } from "./stream.js";
import { pairedRuns, replay, runOf } from "./team.js";

interface Trial {
  readonly effect: Effect;
  readonly with: Trajectory;
  readonly without: Trajectory;
}

/**
 * Tries a new rule on similar earlier tasks. The effects begin its record; a negative one has it repaired at once, and
 * it stays provisional when that fails. DiscernMem §3.1, appendix A.2 "Initial calibration".
 */
export function calibrate(ports: DiscernPorts): GraphNode<typeof DiscernState> {
  return async (state) => {
    const { ordinal, calibrating } = state;
    if (calibrating === null) return {};
    const stream = await openStream(ports, state);
    const step = `calibrate:${ordinal}:${calibrating}`;
    if (await stream.rules.applied(stream.name, step)) return { calibrating: null };
    const rule = await ruleById(stream, calibrating);
    const trials = await tried(stream, rule, ordinal);
    const recorded = trials.reduce((sofar, { effect }) => recordEffect(sofar, effect), rule);
    const harmful = trials.find(({ effect }) => effectSign(effect, ports.settings.tolerance) === "negative");
    const next = harmful === undefined ? settled(recorded, trials, ports) : await mended(stream, recorded, trials, harmful, ordinal);
    await stream.rules.apply(stream.name, step, { rules: [next] });
    return { calibrating: null };
  };
}

async function tried(stream: Stream, rule: Rule, ordinal: number): Promise<Trial[]> {
  const { settings } = stream.ports;
  const earlier = await stream.rules.tasks(stream.name);
  const source = taskText(taskInHand(stream, ordinal));
  const similarity = await similarTo(stream, calibrationQuery(rule, source), earlier, ({ text }) => text);
  const trials: Trial[] = [];
  for (const chosen of calibrationTasks(earlier, rule, similarity, settings.relatedTasks)) {
    const task = taskInHand(stream, chosen.ordinal);
    const injected = { [rule.owner]: [injectedRule(rule, settings)] };
    const supplied = await replay(stream, task, injected, "calibration");
    const without = await replay(stream, task, {}, "baseline");
    const effect: Effect = {
      task: task.id,
      ordinal: chosen.ordinal,
      with: supplied.score,
      without: without.score,
      changed: replayChanged(supplied, without),
      avoidMatch: false,
      attribution: "none",
      context: supplied.contexts[rule.owner]?.context ?? chosen.text,
      origin: "calibration",
      runs: pairedRuns(stream, task, injected),
    };
    trials.push({ effect, with: supplied, without });
  }
  return trials;
}

/** The lifecycle after the last trial. */
function settled(rule: Rule, trials: readonly Trial[], { settings }: DiscernPorts): Rule {
  const last = trials.at(-1);
  return last === undefined ? rule : settle(rule, last.effect, settings.tolerance);
}

/** Repair without attribution: the paired runs alone say what went wrong. */
async function mended(stream: Stream, rule: Rule, trials: readonly Trial[], harmful: Trial, ordinal: number): Promise<Rule> {
  const defect: Defect = {
    rule,
    role: rule.owner,
    trigger: taskInHand(stream, harmful.effect.ordinal),
    with: harmful.with,
    without: harmful.without,
    diagnosis: {
      specific_problem_type: "",
      specific_problem: `With the rule this task scored ${harmful.with.score}, without any ${harmful.without.score}.`,
      trajectory_evidence_refs: [],
    },
    source: await runOf(stream, rule.sourceOrdinal),
    retention: [],
    related: trials.filter((trial) => trial !== harmful).map(({ effect }) => taskInHand(stream, effect.ordinal)),
    cause: "calibration",
  };
  const repaired = await mend(stream, defect);
  return typeof repaired === "string" ? rule : commitRepair(rule, repaired, { task: rule.sourceTask, ordinal });
}
