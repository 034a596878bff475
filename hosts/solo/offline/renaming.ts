import type { Fact } from "./facts.js";

/** What is told of the things of a task: their kinds, what its goal asks of them, what holds of them at the start. */
export interface Told {
  readonly kinds: ReadonlyMap<string, string>;
  readonly goal: readonly Fact[];
  readonly start: readonly Fact[];
}

/** Remembered names with the present ones that stand for them. One to one. */
export interface Renaming {
  readonly to: ReadonlyMap<string, string>;
  readonly from: ReadonlyMap<string, string>;
}

export const NOTHING_RENAMED: Renaming = { to: new Map(), from: new Map() };

/** How much it says for two names that what is asked of them is alike, that what holds of them is, and that they are equal. */
const WEIGHTS = { goal: 1.5, start: 1, same: 0.3 } as const;
/** How alike two names are of which nothing is said. */
const NEITHER = 0.5;

/** The renaming with one more pair; null where one of the two has another counterpart, or they are of different kinds. */
export function withPair(renaming: Renaming, was: string, is: string, past: Told, present: Told): Renaming | null {
  const known = renaming.to.get(was);
  if (known !== undefined) return known === is ? renaming : null;
  if (renaming.from.has(is)) return null;
  const [kindThen, kindNow] = [past.kinds.get(was), present.kinds.get(is)];
  if (kindThen !== undefined && kindThen !== kindNow) return null;
  return { to: new Map(renaming.to).set(was, is), from: new Map(renaming.from).set(is, was) };
}

/** How much speaks for a present name's standing for a remembered one, under what else was renamed. */
export function fitness(renaming: Renaming, was: string, is: string, past: Told, present: Told): number {
  const alike = (old: readonly Fact[], other: readonly Fact[]): number => {
    if (old.length === 0) return 0;
    const before = old.filter(({ names }) => names.includes(was));
    const after = other.filter(({ names }) => names.includes(is));
    if (before.length + after.length === 0) return NEITHER;
    return (2 * before.filter((fact) => after.some((one) => says(fact, one, renaming, was, is))).length) / (before.length + after.length);
  };
  return WEIGHTS.goal * alike(past.goal, present.goal) + WEIGHTS.start * alike(past.start, present.start) + (was === is ? WEIGHTS.same : 0);
}

/** Whether a present fact is what a remembered one becomes; a name without counterpart may become any that is free. */
function says(old: Fact, present: Fact, { to, from }: Renaming, was: string, is: string): boolean {
  if (old.shape !== present.shape || old.names.length !== present.names.length) return false;
  return old.names.every((name, place) => {
    const other = present.names[place] as string;
    if (name === was) return other === is;
    const known = to.get(name);
    return known === undefined ? other !== is && !from.has(other) : known === other;
  });
}
