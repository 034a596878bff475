import { isMeasured, leadingQuantity } from "./quantities.js";
import { isTimeUnit } from "../../core/times-of-day.js";
import { canonicalUnit, isCurrency, sameDimension } from "../../core/units.js";
import { plainNumerals } from "../../core/values/characters.js";
import { readClock } from "../../core/values/clock.js";
import { readQuantity } from "../../core/values/quantity.js";
import { within, type Pair, type Span } from "./span.js";

/** What a deed may be measured in, by a unit that stands for the dimension; `money` is any currency, `any` the rest. */
const DIMENSIONS = { distance: "km", time: "min", mass: "kg", volume: "l", energy: "kcal" } as const;
type Dimension = keyof typeof DIMENSIONS | "money";

/** Verbs of deeds that people note day by day, and what their measures are called. Past and present of the first person. */
const DEEDS: readonly (readonly [verbs: string, names: Readonly<Partial<Record<Dimension, string>>>])[] = [
  ["weighed|weigh", { mass: "weight" }],
  ["slept|sleep", { time: "sleep" }],
  ["napped|nap", { time: "nap" }],
  ["ran|run|jogged", { distance: "run distance", time: "run time" }],
  ["walked|walk", { distance: "walk distance", time: "walk time" }],
  ["hiked|hike", { distance: "hike distance", time: "hike time" }],
  ["cycled|cycle|biked|bike|rode|ride", { distance: "ride distance", time: "ride time" }],
  ["swam|swim", { distance: "swim distance", time: "swim time" }],
  ["rowed|row", { distance: "row distance", time: "row time" }],
  ["drove|drive", { distance: "drive distance", time: "drive time" }],
  ["meditated|meditate", { time: "meditation" }],
  ["practised|practiced|practise|practice", { time: "practice" }],
  ["studied|study", { time: "study time" }],
  ["worked|work", { time: "work time" }],
  ["trained|exercised|worked out", { time: "exercise time" }],
  ["spent|spend", { money: "spending" }],
  ["paid|pay", { money: "payment" }],
  ["earned|earn", { money: "earnings" }],
  ["saved|save", { money: "savings" }],
  ["burned|burnt|burn", { energy: "calories burned" }],
  ["ate|eat", { energy: "calories" }],
  ["lifted|lift", { mass: "lift weight" }],
  ["harvested|picked", { mass: "harvest" }],
];

const NAMES: ReadonlyMap<string, Readonly<Partial<Record<Dimension, string>>>> = new Map(
  DEEDS.flatMap(([verbs, names]) => verbs.split("|").map((verb) => [verb, names] as const)),
);

/** Whether a word is the verb of a deed. */
export function isDeed(word: string): boolean {
  return NAMES.has(word.toLowerCase());
}

/** `I`, a word of time or a bullet before the verb, and what may stand between the verb and the measure. */
const DEED = new RegExp(
  String.raw`^(?:[-*•]\s+)?(?:(?:today|tonight|yesterday|this (?:morning|afternoon|evening)|last night|(?:mon|tues|wednes|thurs|fri|satur|sun)day|just|also|and|then|[^,.;:!?]{1,20}:)[,]?\s+)*(?:(?:i|i['’]ve|we)\s+)?(?:(?:just|only|also|again)\s+)?(${[...NAMES.keys()].join("|")})(?:\s+(?:myself|in|at|for|a total of|another|only|exactly|just|out)\b)*\s*:?\s+`,
  "i",
);

/** The next measure of the same deed: `in 52 min`, `for 1 h`, `at 82 kg`. */
const NEXT = /^(?:,|\s+and)?\s+(?:(?:in|for|over|at|within)\s+)?(?=[\p{Nd}\p{Sc}])/u;

/** A number that counts what its word names: `8,432 steps`, `30 push-ups`, alone in its statement or after a verb. */
const COUNTED =
  /^(?:[-*•]\s+)?(?:(?:today|tonight|yesterday|just)[,:]?\s+)?(?:i\s+)?(?:(?:walked|did|got|took|made|read|wrote|smoked|drank|ate|had|swam|ran|finished|climbed|hit)\s+)?(?=\p{Nd})/iu;

/** Things that people count by the day. Of other words a number says nothing that recurs. */
const COUNTABLE =
  /^(?:steps|pages|push-?ups|pull-?ups|sit-?ups|squats|reps|laps|lengths|words|coffees|beers|cigarettes|glasses|cups|floors|stairs|burpees|lunges|cigars|drinks|calories)$/i;

/** What may follow a measure: an end, a clause, a time of telling; nothing that the measure belongs to. */
const AFTER =
  /^\s*(?:$|[.,;!?)—–(]|\s[-–—]\s|(?:now|today|tonight|yesterday|again|so far|overall|total|altogether|in total|on|this|last|before|after|with|and|but|at|around|near|along|through|to|from|in|as|while|because|for|during|until|felt|feeling)\b)/iu;

/** When something of every day was done: `Woke up at 7:45`, `In bed by 23:30`. */
const TIMES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:woke(?: up)?|got up|wake up|get up|up)\s+(?:at|around)?\s*(?=\d)/i, "wake time"],
  [/\b(?:went to (?:bed|sleep)|in bed|fell asleep|to bed|asleep|lights (?:out|off))\s+(?:at|by|around)?\s*(?=\d)/i, "bed time"],
];
const CLOCK = /^\d{1,2}(?:[:.][0-5]\d)?(?: ?[ap]\.?m\b)?/i;

function timePairs(sentence: Span): Pair[] {
  return TIMES.flatMap(([words, attribute]) => {
    const said = words.exec(sentence.text);
    const start = (said?.index ?? 0) + (said?.[0].length ?? 0);
    const value = said === null ? undefined : CLOCK.exec(sentence.text.slice(start))?.[0];
    const isTime = value !== undefined && isTimeUnit(readClock(value, attribute)?.unit ?? null);
    return isTime && AFTER.test(sentence.text.slice(start + value.length))
      ? [{ attribute, value: within(sentence, start, start + value.length) }]
      : [];
  });
}

/** What was paid: `1.200 € rent`. */
const PAID_FOR = /^\s+\p{L}{3,}(?:\s+\p{L}+)?\s*(?:$|[.,;!])/u;

/** The measures of a deed that a person reports: `Weighed 82.3 kg this morning`, `Ran 10 km in 52 min`, `8,432 steps today`. */
export function deedPairs(sentence: Span): Pair[] {
  if (!/\p{Nd}/u.test(sentence.text) || sentence.text.endsWith("?")) return [];
  const deed = DEED.exec(sentence.text);
  const names = deed === null ? undefined : NAMES.get((deed[1] ?? "").toLowerCase());
  const found = deed === null || names === undefined ? [] : measuresFrom(sentence, deed[0].length, names);
  if (found.length > 0) return found;
  const times = timePairs(sentence);
  return times.length > 0 ? times : countedPair(sentence);
}

function measuresFrom(sentence: Span, from: number, names: Readonly<Partial<Record<Dimension, string>>>): Pair[] {
  const pairs: Pair[] = [];
  for (let start = from; ;) {
    const rest = sentence.text.slice(start);
    const value = leadingQuantity(rest);
    const name = value === null ? undefined : nameOf(value, names);
    const after = rest.slice(value?.length ?? 0);
    if (
      value === null ||
      name === undefined ||
      !(AFTER.test(after) || (name === names.money && PAID_FOR.test(after))) ||
      pairs.some(({ attribute }) => attribute === name)
    )
      return pairs;
    pairs.push({ attribute: name, value: within(sentence, start, start + value.length) });
    const next = NEXT.exec(after)?.[0];
    if (next === undefined) return pairs;
    start += value.length + next.length;
  }
}

function nameOf(value: string, names: Readonly<Partial<Record<Dimension, string>>>): string | undefined {
  const plain = plainNumerals(value);
  const unit = (readClock(plain, "run time") ?? readQuantity(plain))?.unit ?? null;
  if (unit === null || canonicalUnit(unit) === null) return undefined;
  if (isCurrency(unit)) return names.money;
  const dimension = (Object.keys(DIMENSIONS) as (keyof typeof DIMENSIONS)[]).find((one) => sameDimension(unit, DIMENSIONS[one]));
  return dimension === undefined ? undefined : names[dimension];
}

function countedPair(sentence: Span): Pair[] {
  const lead = COUNTED.exec(sentence.text);
  if (lead === null) return [];
  const rest = sentence.text.slice(lead[0].length);
  const [whole, number = "", word = ""] = /^(\p{Nd}[\p{Nd}.,'’]*)\s+([\p{L}-]+)/u.exec(rest) ?? [];
  if (whole === undefined || !COUNTABLE.test(word) || !isMeasured(number) || !AFTER.test(rest.slice(whole.length))) return [];
  return [{ attribute: word.toLowerCase(), value: within(sentence, lead[0].length, lead[0].length + whole.length) }];
}
