import { sha256 } from "../../../core/canonical.js";
import type { TrajectoryStep } from "../../../core/discern/trajectory.js";
import { sentences } from "../../../core/sentences.js";
import { fence, FENCE_RULE } from "../../../core/fence.js";
import { extractOffline } from "../../../decisions/discern/offline/extract.js";
import { trajectoryText } from "../../../decisions/discern/trajectory-text.js";
import type { Message } from "../../../models/contract.js";
import type { Role } from "../../../hosts/contract.js";
import type { Done, Given } from "./contract.js";

/** One role's part of a finished task, as baselines ask about it. */
export interface RoleRun {
  readonly role: string;
  readonly duty: string;
  readonly goal: string;
  /** What the role saw before it first acted. */
  readonly context: string;
  readonly steps: readonly TrajectoryStep[];
  readonly score: number;
}

export function roleRun({ task, trajectory }: Done, { name, duty }: Role): RoleRun {
  const { steps, score, contexts } = trajectory;
  return { role: name, duty, goal: task.input.goal, context: contexts[name]?.context ?? "", steps, score };
}

/**
 * What a run teaches a role, in the words of the stand-in that `discern` extracts with; null where it sees nothing. All
 * baselines word a lesson so offline: they differ in what they keep of lessons and in when they give them.
 */
export function lessonOf(run: RoleRun): string | null {
  const { decision, memory } = extractOffline(run);
  return decision === "STORE" ? memory : null;
}

/** Sentences that at least two of the texts share, the most frequent first, of equals the one that came first. */
export function sharedSentences(texts: readonly string[], limit: number): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) for (const sentence of new Set(sentences(text))) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([sentence]) => sentence);
}

/** What is asked about a run: the question, the form of the answer, and the run behind borders. */
export function askAboutRun(question: readonly string[], run: RoleRun, more: readonly string[] = []): readonly Message[] {
  return asked(question, [
    fence("task", run.goal),
    fence(`received by ${run.role}`, run.context),
    trajectoryText("trajectory", run.steps),
    `Score: ${run.score} of 1.`,
    ...more,
  ]);
}

/** A question with its material, which is fenced. */
export function asked(question: readonly string[], material: readonly string[]): readonly Message[] {
  return [
    { role: "system", content: [...question, FENCE_RULE].join("\n") },
    { role: "user", content: material.join("\n") },
  ];
}

/** As many of the texts, in their order, as fit; the first one is cut at its end where it alone does not. Equal texts count once. */
export function packed(texts: readonly Given[], characters: number): readonly Given[] {
  const taken: Given[] = [];
  let left = characters;
  for (const { id, text } of texts) {
    if (taken.some((one) => one.text === text)) continue;
    if (text.length > left && taken.length > 0) continue;
    taken.push({ id, text: text.slice(0, left) });
    left -= Math.min(left, text.length);
    if (left <= 0) break;
  }
  return taken.filter(({ text }) => text !== "");
}

/** Name of an entry: equal origins give equal names. */
export function entryId(...origin: readonly (string | number)[]): string {
  return sha256(origin.join("\n")).slice(0, 16);
}
