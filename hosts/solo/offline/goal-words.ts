import { remembered } from "../../offline/text.js";

/** Texts that a goal puts in quotes, in order: `{1}` in a memory stands for the first. */
export const quotedIn: (goal: string) => readonly string[] = remembered(500, (goal) =>
  [...goal.matchAll(/"([^"]+)"|“([^”]+)”|(?<![\p{L}\d])'([^']+)'(?![\p{L}\d])/gu)].map(
    ([, plain, curly, single]) => plain ?? curly ?? single ?? "",
  ),
);

/** What stood in a remembered goal, and what stands at its place in the present one: nothing, one text, or several of a list. */
export interface Counterpart {
  readonly was: string;
  readonly is: readonly string[];
}

/** Share of its words that a goal must have in common with another to be of its kind. */
const ALIKE = 0.4;
const LABEL = /^(?:goal|task|instructions?|question|query|utterance)\s*:\s*/i;

/**
 * The line of a memory that tells the goal it was made for: one that says so, else the one that is most like the present
 * goal. Null where none is.
 */
export function rememberedGoal(lines: readonly string[], goal: string): string | null {
  const labelled = lines.find((line) => LABEL.test(line))?.replace(LABEL, "");
  if (labelled !== undefined && labelled !== "") return labelled;
  const [best] = lines.map((line) => ({ line, share: likeness(line, goal) })).toSorted((one, other) => other.share - one.share);
  return best !== undefined && best.share >= ALIKE ? best.line : null;
}

/**
 * What a goal has in place of what another had: the stretches between the words that both have in the same order, whole and
 * item by item where they are lists. Of a longer list the last item stands for all that follow. Empty for goals that have
 * neither their first word nor many others in common. Longest first.
 */
export function counterparts(was: string, is: string): Counterpart[] {
  const [old, now] = [wordsOf(was), wordsOf(is)];
  const common = inCommon(old, now);
  const beginsAlike = common[0]?.[0] === 0 && common[0][1] === 0;
  if (shareOf(common, old, now) < ALIKE && !beginsAlike) return [];
  const pairs: Counterpart[] = [];
  const [quotedThen, quotedNow] = [quotedIn(was), quotedIn(is)];
  if (quotedThen.length === quotedNow.length)
    pairs.push(...quotedThen.map((text, place) => ({ was: text, is: [quotedNow[place] as string] })));
  let [from, at] = [0, 0];
  for (const [i, j] of [...common, [old.length, now.length] as const]) {
    pairs.push(...inStretch(stretch(was, old.slice(from, i)), stretch(is, now.slice(at, j))));
    [from, at] = [i + 1, j + 1];
  }
  const first = new Map(pairs.toReversed().map((pair) => [pair.was.toLowerCase(), pair]));
  return [...first.values()].toSorted((one, other) => other.was.length - one.was.length);
}

function inStretch(was: string, is: string): Counterpart[] {
  if (was === "" || is === "") return [];
  const [old, now] = [itemsOf(was), itemsOf(is)];
  const last = old.length - 1;
  const items =
    old.length === 1 ? [] : old.map((item, place) => ({ was: item, is: now.slice(place, place === last ? undefined : place + 1) }));
  return old.length === 1 && now.length > 1 ? [{ was, is: now }] : [{ was, is: [is] }, ...items];
}

function itemsOf(stretch: string): string[] {
  return stretch.split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*>\s*/).filter((item) => item !== "");
}

/** An action with the present goal in place of `{goal}`, and of its own goal where all that follows its verb is that. */
export function withPresentGoal(action: string, was: string | null, goal: string): string {
  const [, verb = "", rest] = /^(\S+\s+)([\s\S]*)$/.exec(action) ?? [];
  if (was !== null && rest?.toLowerCase() === was.toLowerCase()) return verb + goal;
  return action.replaceAll("{goal}", () => goal);
}

/**
 * A remembered text in the present goal's words: `{1}` and counterparts replaced. Several where a list's last item stands for
 * more; none where the present goal has nothing in its place.
 */
export function inPresentWords(text: string, pairs: readonly Counterpart[], goal: string): readonly string[] {
  const quoted = quotedIn(goal);
  const slots = [...text.matchAll(/\{(\d+)\}/g)].map(([, place]) => quoted[Number(place) - 1]);
  if (slots.length > 0)
    return slots.includes(undefined) ? [] : [text.replace(/\{(\d+)\}/g, (_, place: string) => quoted[Number(place) - 1] as string)];
  const whole = pairs.find(({ was }) => was.toLowerCase() === text.trim().toLowerCase());
  if (whole !== undefined) return whole.is;
  const single = pairs.filter(({ is }) => is.length === 1);
  if (single.length === 0) return [text];
  const words = single.map(({ was }) => was.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const inside = new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, "gu");
  return [text.replace(inside, (found) => single.find(({ was }) => was === found)?.is[0] ?? found)];
}

function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return shareOf(inCommon(a, b), a, b);
}

function shareOf(common: readonly unknown[], one: readonly Word[], other: readonly Word[]): number {
  return common.length / Math.max(1, one.length, other.length);
}

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Words as they stand, without marks around them, and where. */
const wordsOf = remembered(500, (text): readonly Word[] =>
  [...text.matchAll(/[\p{L}\d](?:[^\s>]*[\p{L}\d])?/gu)].map(({ index, 0: word }) => ({
    text: word,
    from: index,
    to: index + word.length,
  })),
);

/** What stands from the first to the last of some words; "" where there is none. */
function stretch(text: string, words: readonly Word[]): string {
  return text.slice(words[0]?.from ?? 0, words.at(-1)?.to ?? 0);
}

/** Places of a longest common subsequence, in both lists. */
function inCommon(one: readonly Word[], other: readonly Word[]): (readonly [number, number])[] {
  const best = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  const same = (i: number, j: number) => one[i]?.text.toLowerCase() === other[j]?.text.toLowerCase();
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      (best[i] as Uint16Array)[j] = same(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const places: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (same(i, j)) places.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return places;
}
