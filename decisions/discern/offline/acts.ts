import type { TrajectoryStep } from "../../../core/discern/trajectory.js";
import { words } from "../../../core/tokens.js";
import { goalRelations, NAME, relationOf, statementsOf, type Things, thingsIn } from "./facts.js";

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
  /** Something came about of the kind that the goal asks for, be it what it asks for or not. */
  readonly makes: boolean;
  /** Something of that kind ceased. */
  readonly breaks: boolean;
  /** The newest message of each role before it. */
  readonly heard: readonly { readonly role: string; readonly text: string }[];
}

/** Actions of a run in order. An action is read as its first word and the words that it is done with. */
export function actsOf(steps: readonly TrajectoryStep[], goal: string): Act[] {
  const named = new Set(goal.toLowerCase().match(NAME) ?? []);
  const changed = changesIn(steps, goal);
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
      ...(changed.get(step.id) ?? { makes: false, breaks: false }),
      heard: [...heard].map(([role, text]) => ({ role, text })),
    });
    seenWith.add(situation);
    progress = after;
  }
  return acts;
}

/** By action, whether what was seen after it says more, or less, of the kind that the goal asks for than before it. */
function changesIn(steps: readonly TrajectoryStep[], goal: string): Map<string, Pick<Act, "makes" | "breaks">> {
  const seen = steps.filter(({ kind }) => kind === "observation").map(({ text }) => text);
  const actedOn = steps.flatMap(({ kind, text }) => (kind === "action" ? (text.toLowerCase().match(NAME) ?? []).slice(1) : []));
  const things = thingsIn(seen.slice(0, 1), actedOn);
  const wanted = goalRelations(goal, things);
  const changes = new Map<string, Pick<Act, "makes" | "breaks">>();
  let before: ReadonlySet<string> | null = null;
  let acted: string | null = null;
  for (const { id, kind, text } of steps) {
    if (kind === "action") acted = id;
    if (kind !== "observation") continue;
    const now = statementsOf(text);
    if (before !== null && acted !== null)
      changes.set(acted, { makes: isNews(now, before, wanted, things), breaks: isNews(before, now, wanted, things) });
    before = now;
    acted = null;
  }
  return changes;
}

/** Whether one set of statements has one of a wanted relation that the other has not. */
function isNews(some: ReadonlySet<string>, others: ReadonlySet<string>, wanted: ReadonlySet<string>, things: Things): boolean {
  return [...some].some((statement) => {
    if (others.has(statement)) return false;
    const relation = relationOf(statement, things);
    return relation !== null && wanted.has(relation);
  });
}

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
