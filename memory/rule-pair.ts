import { effectsOfRule } from "../core/discern/effects.js";
import type { InjectedRule, Trajectory, TrajectoryStep } from "../core/discern/trajectory.js";
import { MnemaError } from "../core/errors.js";
import type { RuleStore } from "../stores/rules.js";
import { ruleNamed, viewEffect, type ViewedEffect } from "./rules-view.js";

/** One of two runs that are compared. */
export interface ViewedRun extends Pick<Trajectory, "host" | "seed" | "score" | "tokens"> {
  readonly steps: readonly TrajectoryStep[];
  /** What each role was given; empty in the run without any. */
  readonly supplied: readonly (Pick<InjectedRule, "body" | "useWhen" | "avoidWhen"> & { readonly role: string })[];
}

/** What a rule did on a task, and the two runs that show it. */
export interface RulePair {
  readonly effect: ViewedEffect;
  /** What the owner saw before it acted. */
  readonly context: string;
  /** Null when the run is not on record: it was measured before runs were named, or its stream was removed. */
  readonly with: ViewedRun | null;
  readonly without: ViewedRun | null;
}

/** The paired runs of a rule's newest measurement on a task. NOT_FOUND for an unknown rule, or a task without an effect. */
export async function rulePair(store: RuleStore, id: string, task: string): Promise<RulePair> {
  const { stream, rule } = await ruleNamed(store, id);
  const effect = effectsOfRule(rule).find((one) => one.task === task);
  if (effect === undefined) throw new MnemaError("NOT_FOUND", `Rule ${id} was not measured on task "${task}".`, { place: task });

  const scored = (await store.tasks(stream)).find(({ ordinal }) => ordinal === effect.ordinal);
  const run = async (key: string | undefined, score: number): Promise<ViewedRun | null> => {
    if (key === undefined) return null;
    // A replay that would have repeated the scored run was not made.
    const record = (await store.replay(key)) ?? (scored === undefined ? null : await store.replay(scored.execution));
    return record === null || record.score !== score ? null : viewRun(record.trajectory as Trajectory);
  };
  return {
    effect: viewEffect(rule, effect),
    context: effect.context,
    with: await run(effect.runs?.with, effect.with),
    without: await run(effect.runs?.without, effect.without),
  };
}

function viewRun({ host, seed, score, tokens, steps, contexts }: Trajectory): ViewedRun {
  const supplied = Object.entries(contexts).flatMap(([role, { rules }]) =>
    rules.map(({ body, useWhen, avoidWhen }) => ({ role, body, useWhen, avoidWhen })),
  );
  return { host, seed, score, tokens, steps, supplied };
}
