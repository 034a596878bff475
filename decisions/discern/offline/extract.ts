import { mean } from "../../../core/numbers.js";
import { words } from "../../../core/tokens.js";
import type { ExtractedRule, ExtractRuleInput } from "../judgements.js";
import { type Act, actsOf, decidedBy, spoken } from "./acts.js";
import { meaning } from "./wording.js";

/** A rule that a run speaks for, and how much of the run. */
interface Lesson {
  readonly memory: string;
  /** It is about taking turns, not about the things of this task. */
  readonly general: boolean;
  /** Share of the role's decisions that it would have changed, or that it explains. */
  readonly support: number;
}

const NOTHING: ExtractedRule = { decision: "NO_MEMORY", memory: "NO_MEMORY", use_when: [], avoid_when: [] };
/** Least number of decisions that must show a lesson. */
const SHOWN = 2;
/** Words that a condition names. */
const NAMED = 4;

/**
 * Stand-in: the lesson that most of a role's decisions speak for. Lessons are about what any run shows: actions that took
 * the last one back, that repeated one to no effect, that lost progress, or that brought it.
 */
export function extractOffline({ role, goal, context, steps }: ExtractRuleInput): ExtractedRule {
  const decisions = decidedBy(actsOf(steps, goal), role);
  const [best] = lessonsOf(decisions).sort((a, b) => b.support - a.support);
  if (best === undefined) return NOTHING;
  const about = subject(context);
  const condition = best.general ? "One action is chosen a turn to reach a stated goal." : `The task is about ${about.join(", ")}.`;
  return { decision: "STORE", memory: best.memory, use_when: best.general || about.length >= 2 ? [condition] : [], avoid_when: [] };
}

function lessonsOf(decisions: readonly Act[]): Lesson[] {
  const all = decisions.length;
  if (all === 0) return [];
  const gains = decisions.filter(({ gain }) => gain > 0);
  const lessons: Lesson[] = [];
  const wasted = (memory: string, shown: readonly Act[]) => {
    if (shown.length >= SHOWN) lessons.push({ memory, general: true, support: shown.length / all });
  };
  wasted(
    "Never undo the last action.",
    decisions.filter(({ undoes, gain }) => undoes && gain <= 0),
  );
  wasted(
    "Do not repeat an action that had no effect.",
    decisions.filter(({ repeats, undoes, gain }) => repeats && !undoes && gain <= 0),
  );
  const losses = decisions.filter(({ gain }) => gain < 0);
  if (losses.length > 0)
    lessons.push({ memory: "Do not change what the goal already has satisfied.", general: true, support: losses.length / all });
  const others = decisions.filter(({ gain }) => gain <= 0);
  const share = (acts: readonly Act[]) => mean(acts.map(({ towardGoal }) => towardGoal)) ?? 0;
  const surplus = share(gains) - share(others);
  if (gains.length > 0 && surplus > 0)
    lessons.push({ memory: "Choose actions toward an unmet goal.", general: false, support: (surplus * gains.length) / all });
  const verb = leadingVerb(decisions, gains);
  if (verb !== null)
    lessons.push({ memory: `Prefer to ${spoken(verb)} when it is possible.`, general: false, support: gains.length / all / 2 });
  return lessons;
}

/** The action that brought most of the progress, when it did so more often than not. */
function leadingVerb(decisions: readonly Act[], gains: readonly Act[]): string | null {
  const counts = new Map<string, number>();
  for (const { verb } of gains) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  const [best] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (best === undefined || best[1] < SHOWN) return null;
  return best[1] * 2 > decisions.filter(({ verb }) => verb === best[0]).length ? best[0] : null;
}

/** What a situation is about: its most frequent words, without numbered names. */
function subject(context: string): string[] {
  const counts = new Map<string, number>();
  for (const word of words(context.replaceAll(/[-_]/g, " ")))
    if (!/\d/.test(word) && meaning(word).length > 0) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, NAMED)
    .map(([word]) => word);
}
