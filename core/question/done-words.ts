import type { Dimension } from "./adjectives.js";

/** Units of ways that are covered. */
export const DISTANCES: readonly string[] = ["km", "mi", "m"];
const MASSES = ["kg", "g", "lb", "oz", "t"];
const DURATIONS = ["h", "min", "s"];
const VOLUMES = ["L", "mL", "l", "ml"];
const MONEY = ["USD", "EUR", "GBP", "JPY"];

/** What is done, the nouns that its amount may be called by, and the units that tell it. */
const DOINGS: readonly (readonly [verbs: string, nouns: string, units: readonly string[]])[] = [
  [
    "spend spends spent spending expenses expenditure pay pays paid paying cost costs",
    "price cost amount expense spending fee total budget payment",
    MONEY,
  ],
  ["earn earned earning earnings", "income earnings revenue pay wage salary profit amount", MONEY],
  ["weigh weighed weighs", "weight mass load", MASSES],
  [
    "run ran running walk walked walking jog jogged cycle cycled cycling ride rode riding bike biked hike hiked swim swam row rowed ski skied sail sailed drive drove driven driving travel travelled traveled cover covered",
    "distance mileage kilometres kilometers miles length",
    DISTANCES,
  ],
  ["climb climbed ascend ascended", "elevation ascent climb height", DISTANCES],
  [
    "sleep slept study studied practise practised practice practiced work worked train trained exercise exercised meditate meditated play played nap napped",
    "duration time minutes hours length",
    DURATIONS,
  ],
  ["read", "pages", []],
  ["write wrote written", "words pages", []],
  ["harvest harvested pick picked", "yield harvest weight amount quantity", MASSES],
  ["drink drank", "volume amount glasses cups water", VOLUMES],
  ["eat ate burn burned burnt", "calories energy", ["kcal", "kJ"]],
];

const BY_VERB: ReadonlyMap<string, Dimension> = new Map(
  DOINGS.flatMap(([verbs, nouns, units]) =>
    verbs.split(" ").map((verb): [string, Dimension] => [verb, { nouns: nouns.split(" "), units, order: "desc" }]),
  ),
);

/** What tells how much was done of what a verb names; undefined for other words. */
export function doneBy(fold: string): Dimension | undefined {
  return BY_VERB.get(fold);
}

/** Whether a word is a verb whose amount is known by a measure. */
export function isDone(fold: string): boolean {
  return BY_VERB.has(fold);
}

/** Nouns of single payments, whose size is their amount. */
const DEAL = /^(?:expenses?|expenditures?|purchases?|payments?|transactions?|bills?)$/;

/** Whether a noun stands for single payments. */
export function isDeal(noun: string): boolean {
  return DEAL.test(noun);
}

/** The measure of the deeds that a noun stands for: an expense has its amount, a run its distance; undefined for other nouns. */
export function measureOf(noun: string): Dimension | undefined {
  return isDeal(noun) ? BY_VERB.get("spend") : (BY_VERB.get(noun) ?? BY_VERB.get(noun.replace(/s$/, "")));
}

/** What takes little time is fast: `how long`, `best time`. */
export const LASTING: Dimension = { nouns: ["duration", "runtime", "minutes", "hours"], units: ["s", "min", "h"], order: "desc" };
