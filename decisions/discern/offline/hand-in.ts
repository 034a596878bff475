import type { TrajectoryStep } from "../../../core/discern/trajectory.js";
import { byCount } from "../../../core/most-frequent.js";
import { type Act, spoken } from "./acts.js";
import { NAME } from "./facts.js";
import { capital } from "./wording.js";

/** What is seen of something that was handed in and is not right. */
const FAILED = /\b(?:fail(?:s|ed)?|errors?|wrong|incorrect|rejected)\b/i;

/**
 * What a run teaches that ended with an action whose result was told to be wrong: to do that with what was seen to pass
 * alone, and first what others named that could have been done with it. Nothing where a run ended otherwise.
 */
export function handInLessons(acts: readonly Act[], steps: readonly TrajectoryStep[]): string[] {
  const last = acts.at(-1);
  const seen = steps.findLast(({ kind }) => kind === "observation")?.text ?? "";
  if (last === undefined || last.gain > 0.99 || !FAILED.test(seen)) return [];
  const verb = spoken(last.verb);
  const first = named(last, acts);
  return [
    ...(first === null ? [] : [`${capital(spoken(first))} before you ${verb}.`]),
    `${capital(verb)} only one that passed.`,
    `Never ${verb} a failed one.`,
  ];
}

/** The action that others named most often with things of that kind, and that was not taken with this one. */
function named({ verb, objects, heard }: Act, acts: readonly Act[]): string | null {
  const kind = (name: string) => name.replace(/\d+$/, "");
  const kinds = new Set(objects.map(kind));
  const done = acts.filter((act) => act.objects.some((object) => objects.includes(object))).map((act) => act.verb);
  const counts = new Map<string, number>();
  for (const part of heard.flatMap(({ text }) => text.toLowerCase().split(/[;:.]\s/))) {
    const [action = "", ...things] = part.match(NAME) ?? [];
    if (action === verb || done.includes(action) || !things.some((thing) => /\d$/.test(thing) && kinds.has(kind(thing)))) continue;
    counts.set(action, (counts.get(action) ?? 0) + 1);
  }
  return byCount(counts)[0] ?? null;
}
