import { byCount } from "../../../core/most-frequent.js";
import { mean } from "../../../core/numbers.js";
import { type ExtractedRule, type ExtractRuleInput, NO_RULE } from "../judgements.js";
import { type Act, actsOf, decidedBy, spoken } from "./acts.js";
import { handInLessons } from "./hand-in.js";
import { capital } from "./wording.js";

/** Least number of decisions that must show waste. */
const SHOWN = 2;
/** Verbs that one clause names. */
const VERBS = 3;
/** Characters of a rule. */
const LONGEST = 600;
/** Verbs that a condition names. */
const NAMED = 4;

/**
 * Stand-in: for who acts, which of its actions bring about what the goal is about, which undo that and which prepare it,
 * and what was wasted, told as one rule; for who only speaks, whether what it named served the goal where it was done.
 */
export function extractOffline({ role, goal, steps }: ExtractRuleInput): ExtractedRule {
  const acts = actsOf(steps, goal);
  const acted = acts.filter((act) => act.role === role);
  const clauses = acted.length > 0 ? [...handInLessons(acted, steps), ...lessonsOf(acted)] : adviceOf(decidedBy(acts, role));
  if (clauses.length === 0) return NO_RULE;
  const about = verbsOf(acts, () => true, NAMED)
    .map(spoken)
    .toSorted();
  return {
    decision: "STORE",
    memory: shortEnough(clauses).join(" "),
    use_when: about.length >= 2 ? [`The task is about ${about.join(", ")}.`] : [],
    avoid_when: [],
  };
}

/** As many of the clauses as a rule may be long. */
function shortEnough(clauses: readonly string[]): readonly string[] {
  return clauses.length > 1 && clauses.join(" ").length > LONGEST ? shortEnough(clauses.slice(0, -1)) : clauses;
}

/** What the actions of a run teach who took them, the most telling first. */
function lessonsOf(acts: readonly Act[]): string[] {
  const making = verbsOf(acts, ({ makes, gain, towardGoal }) => (makes || gain > 0) && towardGoal > 0);
  const breaking = verbsOf(acts, ({ breaks, makes, gain }) => (breaks && !makes) || gain < 0).filter((verb) => !making.includes(verb));
  const preparing = preparingVerbs(acts, making).filter((verb) => !making.includes(verb));
  const misplaced = acts.some(({ makes, gain, verb }) => makes && gain <= 0 && making.includes(verb));
  const undone = acts.filter(({ undoes, gain }) => undoes && gain <= 0);
  const repeated = acts.filter(({ repeats, undoes, gain }) => repeats && !undoes && gain <= 0);
  return [
    ...(making.length > 0 ? [`${capital(list(making))} only toward an unmet goal.`] : []),
    ...(making.length > 0 && misplaced ? [`Never ${list(making)} outside the goal.`] : []),
    ...(breaking.length > 0 ? [`Never ${list(breaking)} what is already in its goal place.`] : []),
    ...(undone.length >= SHOWN ? ["Never undo the last action."] : []),
    ...(undone.length < SHOWN && repeated.length >= SHOWN ? ["Never repeat an action that had no effect."] : []),
    ...(preparing.length > 0 ? [`Prefer to ${list(preparing)} toward an unmet goal.`] : []),
  ];
}

/** Naming what the goal names, where that brought progress more than the rest. */
function adviceOf(named: readonly Act[]): string[] {
  const gains = named.filter(({ gain, makes }) => gain > 0 || makes);
  const share = (acts: readonly Act[]) => mean(acts.map(({ towardGoal }) => towardGoal)) ?? 0;
  const others = named.filter(({ gain, makes }) => gain <= 0 && !makes);
  return gains.length > 0 && share(gains) > share(others) ? ["Choose actions toward an unmet goal."] : [];
}

/** Verbs of the acts that show something, the most frequent first. */
function verbsOf(acts: readonly Act[], shows: (act: Act) => boolean, limit = VERBS): string[] {
  const counts = new Map<string, number>();
  for (const { verb } of acts.filter(shows)) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  return byCount(counts).slice(0, limit);
}

/** Verbs of what was last done with the first thing of an act that made something, before it. */
function preparingVerbs(acts: readonly Act[], making: readonly string[]): string[] {
  const before = new Set<Act>();
  acts.forEach(({ verb, objects }, at) => {
    if (!making.includes(verb)) return;
    const last = acts.slice(0, at).findLast((earlier) => objects[0] !== undefined && earlier.objects.includes(objects[0]));
    if (last !== undefined && !making.includes(last.verb)) before.add(last);
  });
  return verbsOf([...before], () => true);
}

function list(verbs: readonly string[]): string {
  return verbs.map(spoken).join(" or ");
}
