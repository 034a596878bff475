import { sha256 } from "../canonical.js";
import { sample, seeded } from "../seeded.js";
import { positiveUses } from "./effects.js";
import { topBySimilarity } from "./ranked.js";
import type { Rule } from "./rule.js";

/** A scored task of the stream, as far as choosing among earlier ones needs it. */
export interface EarlierTask {
  readonly task: string;
  readonly ordinal: number;
}

/** 𝒯_<t: tasks before the trigger but for the rule's source task and the trigger itself, each once, in order. DiscernMem §3.2. */
export function precedingTasks<Task extends EarlierTask>(tasks: readonly Task[], rule: Rule, trigger: EarlierTask): Task[] {
  const seen = new Set([rule.sourceTask, trigger.task]);
  return tasks
    .filter(({ ordinal }) => ordinal < trigger.ordinal)
    .sort((a, b) => a.ordinal - b.ordinal)
    .filter(({ task }) => !seen.has(task) && seen.add(task));
}

/** ℬ = 𝒯⁺ ∪ 𝒯^𝒫: tasks where the rule helped, or a correction of it was validated. DiscernMem §3.2. */
export function retentionPool(rule: Rule, tolerance: number): ReadonlySet<string> {
  return new Set([...positiveUses(rule, tolerance).map(({ task }) => task), ...rule.capabilities.flatMap(({ tasks }) => tasks)]);
}

/**
 * ℋ₁: a sample of up to n₁ tasks of ℬ before the trigger. It depends on seed, rule and trigger alone, so it is the same in
 * every repair round. DiscernMem eq. 8, appendix A.2.
 */
export function retentionTasks<Task extends EarlierTask>(
  tasks: readonly Task[],
  rule: Rule,
  trigger: EarlierTask,
  { tolerance, seed, retentionTasks: size }: { readonly tolerance: number; readonly seed: number; readonly retentionTasks: number },
): Task[] {
  const pool = retentionPool(rule, tolerance);
  const helped = precedingTasks(tasks, rule, trigger).filter(({ task }) => pool.has(task));
  const drawn = Number.parseInt(sha256(`${seed}\n${rule.id}\n${trigger.ordinal}\n${trigger.task}`).slice(0, 8), 16);
  return sample(helped, size, seeded(drawn));
}

/**
 * The tasks that ℋ₂ is taken from, the most similar first: those before the trigger outside ℬ. `similarity` compares
 * `relatedQuery`. The first n₂ that are not `isSaturated` are ℋ₂, chosen once for all rounds.
 * DiscernMem eq. 8, appendix A.2.
 */
export function relatedCandidates<Task extends EarlierTask>(
  tasks: readonly Task[],
  rule: Rule,
  trigger: EarlierTask,
  similarity: (task: Task) => number,
  tolerance: number,
): Task[] {
  const pool = retentionPool(rule, tolerance);
  const others = precedingTasks(tasks, rule, trigger).filter(({ task }) => !pool.has(task));
  return topBySimilarity(others, similarity, others.length);
}

/** Whether nothing can be seen to improve: parent and no-memory run both have the maximum score. Appendix A.2. */
export function isSaturated({ parent, baseline }: { readonly parent: number; readonly baseline: number }): boolean {
  return parent >= 1 && baseline >= 1;
}

/**
 * ℋ_cal: the n₂ tasks before the rule's admission that are most similar to it, without its source task. `similarity`
 * compares `calibrationQuery`. DiscernMem §3.1, appendix A.2.
 */
export function calibrationTasks<Task extends EarlierTask>(
  tasks: readonly Task[],
  rule: Rule,
  similarity: (task: Task) => number,
  size: number,
): Task[] {
  return topBySimilarity(precedingTasks(tasks, rule, { task: rule.sourceTask, ordinal: rule.sourceOrdinal }), similarity, size);
}
