import type { Heard } from "../agent.js";
import type { Candidate } from "./candidate.js";

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
const SUGGESTED = [1.6, 1, 0.6];
const ADVISED_AGAINST = -2;
const SERVES = 0.8;

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

/** What was heard speaks for a candidate, or against it. Each speaker counts. */
export function advice(heard: readonly Heard[]): (candidate: Candidate) => number {
  const messages = heard.map(({ text }) => understood(text));
  return ({ text, objects }) => {
    let sum = 0;
    for (const { subgoal, suggest, avoid } of messages) {
      sum += SUGGESTED[suggest.indexOf(text)] ?? 0;
      if (avoid.includes(text)) sum += ADVISED_AGAINST;
      if (subgoal !== null && objects.length > 0) sum += SERVES * share(subgoal, objects);
    }
    return sum;
  };
}

function share(subgoal: string, objects: readonly string[]): number {
  const words = subgoal.toLowerCase().split(/[^\w-]+/);
  const names = words.filter((word) => objects.includes(word)).length;
  return names / Math.max(2, objects.length);
}
