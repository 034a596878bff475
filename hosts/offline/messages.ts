import type { Heard } from "../agent.js";
import { type Candidate, candidateOf } from "./candidate.js";
import { wordsOf } from "./text.js";

/** What the members of the offline team tell one another. */
export interface Message {
  /** The part of the goal to work for, in the goal's words. */
  readonly subgoal: string | null;
  /** Actions to take, best first. */
  readonly suggest: readonly string[];
  /** Actions not to take. */
  readonly avoid: readonly string[];
}

/** Weight of the first, second … suggestion, of an action advised against, and of serving the subgoal. */
const SUGGESTED = [2.5, 1.5, 1];
const ADVISED_AGAINST = -4;
const SERVES = 0.8;
/** What a message still weighs when another came after it. */
const OLDER = 0.5;
/** How far advice on an action reaches to one that differs in a thing or two. */
const SIMILAR = 0.75;

/** A message in words. */
export function told({ subgoal, suggest, avoid }: Message): string {
  const parts = [
    subgoal === null ? "" : `Work for: ${subgoal}.`,
    suggest.length === 0 ? "" : `Suggest: ${suggest.join("; ")}.`,
    avoid.length === 0 ? "" : `Avoid: ${avoid.join("; ")}.`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "Go on." : parts.join(" ");
}

/** Reads a message that `told` wrote. */
export function understood(text: string): Message {
  const part = (name: string) => new RegExp(`${name}: (.*?)\\.(?= (?:Suggest|Avoid): |$)`, "s").exec(text)?.[1] ?? null;
  const list = (name: string) => part(name)?.split("; ") ?? [];
  return { subgoal: part("Work for"), suggest: list("Suggest"), avoid: list("Avoid") };
}

/** What was heard speaks for a candidate, or against it. Newer messages count for more. */
export function advice(heard: readonly Heard[]): (candidate: Candidate) => number {
  const messages = heard.map(({ text }, place) => {
    const { subgoal, suggest, avoid } = understood(text);
    return {
      weight: OLDER ** (heard.length - 1 - place),
      subgoal: subgoal === null ? [] : wordsOf(subgoal),
      suggest: suggest.map(candidateOf),
      avoid: avoid.map(candidateOf),
    };
  });
  return (candidate) => {
    let sum = 0;
    for (const { weight, subgoal, suggest, avoid } of messages) {
      const suggested = Math.max(0, ...suggest.map((one, place) => (SUGGESTED[place] ?? 0) * likeness(one, candidate)));
      const against = ADVISED_AGAINST * Math.max(0, ...avoid.map((one) => likeness(one, candidate)));
      sum += weight * (suggested + against + SERVES * sharedNames(subgoal, candidate.objects));
    }
    return sum;
  };
}

/** What is said of an action is taken to mean similar ones too, less so: the same verb with some of the same things. */
function likeness(one: Candidate, other: Candidate): number {
  if (one.text === other.text) return 1;
  if (one.verb !== other.verb) return 0;
  return SIMILAR * sharedNames(one.objects, other.objects);
}

function sharedNames(some: readonly string[], others: readonly string[]): number {
  return others.length === 0 ? 0 : some.filter((name) => others.includes(name)).length / Math.max(2, others.length);
}
