import type { Effect } from "../../core/discern/rule.js";
import type { Task } from "../../environments/contract.js";
import type { Injection, Stream } from "./stream.js";
import { injectionOf, replay, scoredRun } from "./team.js";

/** A rule that was supplied, and the role that got it. */
interface Supplied {
  readonly ruleId: string;
  readonly role: string;
}

/**
 * Beyond the paper (`jointReplays`): scores with every rule that was supplied in the task and with all but this one; null
 * where it was supplied alone. The first run is the task's own, and for two rules the second is the other one's assessment.
 */
export async function measuredTogether(
  stream: Stream,
  task: Task,
  ordinal: number,
  rule: Supplied,
): Promise<NonNullable<Effect["joint"]> | null> {
  if (!stream.ports.settings.jointReplays) return null;
  const all = injectionOf(await scoredRun(stream, ordinal));
  if (rulesIn(all) < 2) return null;
  const together = await replay(stream, task, all, "joint");
  const others = await replay(stream, task, injectionWithout(all, rule), "joint");
  return { with: together.score, without: others.score };
}

/** The rules of a run without one of them. */
export function injectionWithout(all: Injection, { ruleId, role }: Supplied): Injection {
  return { ...all, [role]: (all[role] ?? []).filter((given) => given.ruleId !== ruleId) };
}

export function rulesIn(injection: Injection): number {
  return Object.values(injection).flat().length;
}
