import type { TrajectoryStep } from "../../../core/discern/trajectory.js";
import { words } from "../../../core/tokens.js";

/** An action of a run, with what can be told of it from the texts around it. */
export interface Act {
  /** Id of its step. */
  readonly id: string;
  readonly role: string;
  readonly text: string;
  readonly verb: string;
  /** What it is done with, in order. */
  readonly objects: readonly string[];
  readonly legal: boolean;
  /** Progress that it brought; negative where it lost some. */
  readonly gain: number;
  /** Done with just the things of the action before, but otherwise. */
  readonly undoes: boolean;
  /** The same was done before when the same was seen. */
  readonly repeats: boolean;
  /** Share of its objects that the goal names. */
  readonly towardGoal: number;
  /** The newest message of each role before it. */
  readonly heard: readonly { readonly role: string; readonly text: string }[];
}

/** Actions of a run in order. An action is read as its first word and the words that it is done with. */
export function actsOf(steps: readonly TrajectoryStep[], goal: string): Act[] {
  const named = new Set(goal.toLowerCase().match(NAME) ?? []);
  const acts: Act[] = [];
  const heard = new Map<string, string>();
  const seenWith = new Set<string>();
  let progress = 0;
  let observed = "";
  for (const step of steps) {
    if (step.kind === "message") heard.set(step.role, step.text);
    if (step.kind === "observation") observed = step.text;
    if (step.kind !== "action") continue;
    const [verb = "", ...objects] = step.text.toLowerCase().match(NAME) ?? [];
    const after = step.progress ?? progress;
    const situation = `${observed}\n${step.text}`;
    acts.push({
      id: step.id,
      role: step.role,
      text: step.text,
      verb,
      objects,
      legal: step.legal !== false,
      gain: after - progress,
      undoes: takesBack(acts.at(-1), { verb, objects }),
      repeats: seenWith.has(situation),
      towardGoal: objects.length === 0 ? 0 : objects.filter((object) => named.has(object)).length / objects.length,
      heard: [...heard].map(([role, text]) => ({ role, text })),
    });
    seenWith.add(situation);
    progress = after;
  }
  return acts;
}

const NAME = /[a-z0-9]+(?:[-_][a-z0-9]+)*/g;

function takesBack(last: Act | undefined, { verb, objects }: Pick<Act, "verb" | "objects">): boolean {
  if (last === undefined || last.objects.length !== objects.length) return false;
  const same = objects.every((object) => last.objects.includes(object)) && last.objects.every((object) => objects.includes(object));
  return same && (verb !== last.verb || objects.some((object, i) => object !== last.objects[i]));
}

/** What a role decided: the actions that it took, or, for one that only speaks, those that it had named. */
export function decidedBy(acts: readonly Act[], role: string): Act[] {
  const own = acts.filter((act) => act.role === role);
  if (own.length > 0) return own;
  return acts.filter(({ text, heard }) => heard.some((message) => message.role === role && message.text.includes(text)));
}

/** An action's verb as a person says it: `pick-up` is `pick up`. */
export function spoken(verb: string): string {
  return words(verb.replaceAll(/[-_]/g, " ")).join(" ");
}
