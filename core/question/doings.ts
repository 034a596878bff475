import type { Dimension } from "./adjectives.js";
import { labelColumn } from "./card.js";
import { columnsOfDimension } from "./column-mentions.js";
import type { Query } from "./query.js";
import { cardAt } from "./view.js";

const LENGTHS = ["km", "mi", "m"];
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
    LENGTHS,
  ],
  ["climb climbed ascend ascended", "elevation ascent climb height", LENGTHS],
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

/** `more often`, `most times`: occasions are counted. */
const OCCASIONS = /^(?:often|oftener|times|frequently)$/;

/**
 * The column that tells how much was done of what a question's verb names, when the question names no number itself: `how
 * much did I spend`, `on which day did I run the most`. Null where rows are things (books): these are counted.
 */
export function doneColumn({ view, card }: Query): string | null {
  if (view.words.some(({ fold }) => OCCASIONS.test(fold))) return null;
  const near = new Set(view.words.map(({ stem }) => stem));
  const things = labelColumn(card) !== null;
  for (const mark of view.marks) {
    if (mark.kind === "column" || mark.kind === "value") continue;
    for (const { fold } of view.words.slice(mark.from, mark.to)) {
      const dimension = things && fold === "read" ? undefined : BY_VERB.get(fold);
      const measured = dimension === undefined ? [] : columnsOfDimension([dimension], view.columns, near);
      const found = measured.find(({ index }) => cardAt(view, index)?.type === "number");
      if (found !== undefined) return cardAt(view, found.index)?.name ?? null;
    }
  }
  return null;
}

/** `did I read the most pages`, not `was the most rain`. */
export function asksWhatWasDone({ view }: Query): boolean {
  return view.words.some(
    ({ fold }, at) => /^(?:did|do|does|have|had|has)$/.test(fold) && /^(?:i|we|you|she|he|they)$/.test(view.words[at + 1]?.fold ?? ""),
  );
}
