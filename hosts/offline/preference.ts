import { type Candidate, type Verb } from "./candidate.js";
import { holdsNow } from "./conditions.js";
import { CHECK_VERBS, type Feature, FUNCTION_WORDS, VERB_GROUPS } from "./lexicon.js";
import type { Order, Reading, Target, Wish } from "./read-rule.js";
import { featureOf, type Situation } from "./situation.js";

/** How strongly a word of a verb's group stands for the verb. */
const GROUPED = 0.5;
/** What an order gives to its first part while that is to be done, and to its second once it was. */
const TO_BE_DONE = 0.5;
const MAY_FOLLOW = 0.3;

/** How much a rule's reading speaks for a candidate, or against it (negative). About [−1.5, 1.5] a sentence. */
export function preference(reading: Reading, candidate: Candidate, situation: Situation): number {
  let sum = 0;
  for (const wish of reading.wishes) sum += wished(wish, candidate, situation);
  for (const order of reading.orders) sum += ordered(order, candidate, situation);
  return sum;
}

function wished({ target, weight, only, condition }: Wish, candidate: Candidate, situation: Situation): number {
  const bound = bind(target, situation);
  if (bound === null) return 0;
  const verb = verbMatch(bound, candidate);
  if (verb === 0) return 0;
  const rest = restMatch(bound, candidate, situation, weight < 0);
  const holds = condition === null || once(situation, condition, () => holdsNow(condition, situation));
  if (only && (bound.verbs.size > 0 || condition !== null)) return weight * verb * (2 * (holds ? rest : 0) - 1);
  return holds ? weight * verb * rest : 0;
}

function ordered({ earlier: first, later: second, weight, kind }: Order, candidate: Candidate, situation: Situation): number {
  const later = bind(second, situation);
  const earlier = bind(first, situation);
  if (later === null || earlier === null) return 0;
  const isLater = matches(later, candidate, situation);
  // What names no action is something to be seen before: "check that the ball is held before moving".
  if (earlier.verbs.size === 0 && (kind === "check" || earlier.words.length > 0)) {
    return isLater * weight * (observed(first, situation) ? (kind === "check" ? 0 : MAY_FOLLOW) : -1);
  }
  const done = doneSince(earlier, later, candidate, situation);
  if (kind === "bars") return done < 1 ? 0 : -isLater * weight;
  const isEarlier = matches(earlier, candidate, situation);
  if (isLater > isEarlier) return isLater * weight * (done >= 1 ? MAY_FOLLOW : done - 1);
  return isEarlier * weight * (done > 0 ? 0 : TO_BE_DONE);
}

/** 1 when the first part was done with one of the candidate's things since the second was last done, ½ with others. */
function doneSince(earlier: Bound, later: Bound, { objects }: Candidate, situation: Situation): number {
  let done = 0;
  for (const { candidate } of situation.acts.toReversed()) {
    const linked = candidate.objects.some((name) => objects.includes(name));
    if (matches(later, candidate, situation) > 0 && (linked || done > 0)) break;
    if (matches(earlier, candidate, situation) > 0) {
      if (linked) return 1;
      done = 0.5;
    }
  }
  return done;
}

/** Whether what a target describes can be seen now: most of its words that carry meaning. */
function observed({ words }: Target, situation: Situation): boolean {
  const telling = words.filter((word) => !FUNCTION_WORDS.has(word) && !CHECK_VERBS.has(word));
  return telling.length > 0 && telling.filter((word) => situation.observed().has(word)).length / telling.length >= 0.6;
}

/** A target in a run's own words. */
interface Bound {
  /** Strength by verb; empty when the target names none. */
  readonly verbs: ReadonlyMap<string, number>;
  /** Words that describe things of the run. */
  readonly words: readonly string[];
  readonly features: readonly Feature[];
}

function matches(bound: Bound, candidate: Candidate, situation: Situation): number {
  const verb = verbMatch(bound, candidate);
  return verb === 0 ? 0 : verb * restMatch(bound, candidate, situation);
}

function verbMatch({ verbs }: Bound, { verb }: Candidate): number {
  return verbs.size === 0 ? 1 : (verbs.get(verb.text) ?? 0);
}

/** Features times the share of the words that describe the candidate; where it is `strict`, all must. */
function restMatch({ words, features }: Bound, candidate: Candidate, situation: Situation, strict = false): number {
  let match = 1;
  for (const feature of features) match *= featureOf(feature, candidate, situation);
  if (words.length === 0 || match === 0) return match;
  const described = situation.described(candidate);
  const share = words.filter((word) => described.has(word)).length / words.length;
  return strict && share < 1 ? 0 : match * share;
}

/** Finds which of a target's words name verbs and which describe things. Null when it says nothing here. */
function bind(target: Target, situation: Situation): Bound | null {
  return once(situation, target, () => bound(target, situation));
}

/** What a part of a rule comes to in this turn: the same for every candidate. */
function once<Value>({ bound }: Situation, part: object, make: () => Value): Value {
  if (!bound.has(part)) bound.set(part, make());
  return bound.get(part) as Value;
}

function bound({ words, features, head }: Target, situation: Situation): Bound | null {
  const verbs = new Map<string, number>();
  const rest: string[] = [];
  for (let index = 0; index < words.length;) {
    const { length, named } = verbAt(words, index, situation.verbs);
    for (const [verb, strength] of named) verbs.set(verb, Math.max(strength, verbs.get(verb) ?? 0));
    if (length === 0) rest.push(words[index] as string);
    index += Math.max(1, length);
  }
  if (head !== null && !(verbs.size > 0 && words[0] === head && !rest.includes(head))) return null;
  const telling = rest.filter(
    (word) => !FUNCTION_WORDS.has(word) && situation.candidates.some((candidate) => situation.described(candidate).has(word)),
  );
  return verbs.size === 0 && telling.length === 0 && features.length === 0 ? null : { verbs, words: telling, features };
}

/** The longest run of words from `index` on that names verbs: `put away`, `jack up`, `put on` (of put-on-wheel), `pour`. */
function verbAt(
  words: readonly string[],
  index: number,
  verbs: readonly Verb[],
): { length: number; named: readonly (readonly [string, number])[] } {
  for (let length = Math.min(3, words.length - index); length > 1; length--) {
    const joined = words.slice(index, index + length).join("");
    const whole = verbs.filter((verb) => verb.joined === joined);
    const named = whole.length > 0 ? whole : verbs.filter((verb) => verb.joined.startsWith(joined) && verb.lead !== verb.joined);
    if (named.length > 0) return { length, named: named.map(({ text }) => [text, 1]) };
  }
  const word = words[index] as string;
  const named = verbs.filter(({ lead, joined }) => lead === word || joined === word);
  if (named.length > 0) return { length: 1, named: named.map(({ text }) => [text, 1]) };
  const group = VERB_GROUPS.find((one) => one.has(word));
  const grouped = group === undefined ? [] : verbs.filter(({ lead, text }) => group.has(lead) || group.has(text));
  return { length: grouped.length > 0 ? 1 : 0, named: grouped.map(({ text }) => [text, GROUPED]) };
}
