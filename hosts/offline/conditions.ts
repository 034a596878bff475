import type { InjectedRule } from "../contract.js";
import { FUNCTION_WORDS, NEGATORS } from "./lexicon.js";
import type { Condition } from "./read-rule.js";
import { featureOf, type Situation } from "./situation.js";
import { stemsOf, wordsOf } from "./text.js";
import { stem } from "../../core/tokens.js";

/** Share of a condition's words that must be seen for it to fit. */
const FITS = 0.6;
/** What is left of a rule whose conditions of use do not fit. */
const OUT_OF_USE = 0.3;

/**
 * How far an owner follows a rule where it stands: not at all when a condition of avoidance fits what it sees and hears,
 * little when none of the conditions of use does, else fully. In [0, 1].
 */
export function applicability(rule: InjectedRule, situation: Situation): number {
  if (rule.avoidWhen.length === 0 && rule.useWhen.length === 0) return 1;
  const seen = situation.seen();
  if (rule.avoidWhen.some((condition) => fits(condition, seen))) return 0;
  return rule.useWhen.length === 0 || rule.useWhen.some((condition) => fits(condition, seen)) ? 1 : OUT_OF_USE;
}

/**
 * Whether a condition in words fits a context: at least 0.6 of its words that carry meaning occur in it, as stems. A
 * condition that denies ("no …", "not …", "without …") fits where what it denies does not. One without any such word
 * fits nothing.
 */
export function fits(condition: string, context: ReadonlySet<string> | string): boolean {
  const seen = typeof context === "string" ? stemsOf(context) : context;
  const all = wordsOf(condition);
  const words = all.filter((word) => !FUNCTION_WORDS.has(word) && !NEGATORS.has(word) && word !== "nothing" && word !== "without");
  if (words.length === 0) return false;
  const share = words.filter((word) => seen.has(stem(word))).length / words.length;
  const denies = all.some((word) => NEGATORS.has(word) || word === "nothing" || word === "without");
  return share >= FITS !== denies;
}

/** Whether a condition inside a rule's sentence holds now: by what can be told of the last action, and by its words. */
export function holdsNow(condition: Condition, situation: Situation): boolean {
  const { words, features, negated } = condition;
  const last = situation.acts.at(-1);
  const told = features.filter(
    (feature) => feature === "no-effect" || feature === "undo" || feature === "repeat" || feature === "failed" || feature === "passed",
  );
  if (told.length > 0 && last !== undefined) return told.some((feature) => happened(feature, situation)) !== negated;
  if (features.includes("settled")) return situation.goals.some(({ holds }) => holds) !== negated;
  const known = words.filter((word) => situation.observed().has(word));
  return words.length === 0 ? true : known.length / words.length >= FITS !== negated;
}

function happened(feature: "no-effect" | "undo" | "repeat" | "failed" | "passed" | (string & {}), situation: Situation): boolean {
  const last = situation.acts.at(-1);
  if (last === undefined) return false;
  const earlier = situation.acts.slice(0, -1);
  if (feature === "no-effect") return last.act.before === last.act.after;
  if (feature === "failed") return !last.act.legal || featureOf("failed", last.candidate, situation) > 0;
  if (feature === "passed") return featureOf("passed", last.candidate, situation) > 0;
  return earlier.some(({ act }) => act.before === last.act.after);
}
