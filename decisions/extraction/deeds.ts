import { isMeasured, leadingQuantity } from "./quantities.js";
import { isTimeUnit } from "../../core/times-of-day.js";
import { canonicalUnit, isCurrency, sameDimension } from "../../core/units.js";
import { plainNumerals } from "../../core/values/characters.js";
import { readClock } from "../../core/values/clock.js";
import { readQuantity } from "../../core/values/quantity.js";
import { within, type Pair, type Span } from "./span.js";
import { toldLead } from "./told-lead.js";

/** What a deed may be measured in, by a unit that stands for the dimension; `money` is any currency. */
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

/** What may stand before the verb; a label too. */
const LEAD = toldLead(["so", "but", "[^,.;:!?]{1,20}:"], ["even"]);

/** How a deed was done, before a comma or a colon and its measures: `Ran along the river: 8 km`, `Slept badly, only 5 h`. */
const MANNER = String.raw`(?:[^,.;:!?\p{Nd}]{0,48}[,:]\s+(?:(?:only|exactly|just)\s+)?|(?<!\brun|\bran)\s+[^,.;:!?\p{Nd}]{3,30}\s+for\s+|\s+(?:the|a|my)\s+[^,.;:!?\p{Nd}]{3,40}\s+in\s+|(?:\s+(?:myself|in|at|for|a total of|another|only|exactly|just|out|again|today|tonight|yesterday|this morning|last night)\b)*\s*:?\s+)`;

/** The verb of a deed with what may stand between it and the measure. */
const DEED = new RegExp(
  String.raw`${LEAD}(${[...NAMES.keys()].join("|")})(?![\p{L}'’-])(?!\s+(?:into|out of|away|over)\b)${MANNER}(?=[\p{Nd}\p{Sc}])`,
  "iu",
);

/** Deeds by their nouns, and the verbs that name the same. */
const ACTIVITIES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["ran", "run|running|jog|jogging"],
    ["walked", "walk|walking"],
    ["hiked", "hike|hiking"],
    ["rode", "ride|bike ride|cycling|biking|riding"],
    ["swam", "swim|swimming"],
    ["rowed", "row|rowing"],
    ["drove", "drive"],
    ["napped", "nap"],
    ["slept", "sleep"],
    ["meditated", "meditation"],
    ["trained", "workout"],
  ].flatMap(([verb = "", nouns = ""]) => nouns.split("|").map((noun) => [noun, verb])),
);
const ACTIVITY = Object.keys(ACTIVITIES).join("|");

/** `Went running after work: 6.2 km`, `Long run this morning, 18 km`, `Went for a swim: 1.5 km`. A bare name with a colon is a label. */
const GONE = new RegExp(
  String.raw`${LEAD}(?:(?:went|did|had|finished|back from|was out)\s+(?:out\s+)?(?:for\s+|on\s+)?(?:(?:a|an|my|the|another)\s+)?|(?:my\s+)?)(?:(?!(?:train|bus|tram|car|taxi|cab|boat|the|a|on|in)\s)[\p{L}-]+\s+){0,2}?(${ACTIVITY})(?![\p{L}'’-])[^,.;:!?\p{Nd}]{0,40}(?:[,:]|\s[-–—])\s+(?:(?:only|exactly|just)\s+)?(?=\p{Nd})`,
  "iu",
);

/** `Went for a 5 km run in 28 min`: the measure before the noun. */
const GONE_FOR = new RegExp(
  String.raw`${LEAD}(?:went|did|had|finished|back from)\s+(?:(?:for|on)\s+)?(?:a|an|my|the|another)\s+(?=\p{Nd})`,
  "iu",
);
const NOUN_AFTER = new RegExp(String.raw`^[\s-]+(?:[\p{L}]+\s+)?(${ACTIVITY})(?![\p{L}'’-])`, "iu");

/** Where a clause of its own begins within a sentence. */
const CLAUSES = /(?:[,;:!]|\s[-–—]|\)|\s(?:and|then|but|so))\s+(?=\p{L})/gu;

/** Words of clauses that tell no deed of now, or somebody else's. */
const OTHERWISE =
  /(?<!\p{L})(?:if|when|whenever|unless|would|could|should|want|wanted|hope|hoping|wish|plan|planned|planning|going to|gonna|will|used to|need|tomorrow|next|ago|last (?:week|month|year|time|summer|winter|spring|autumn|fall)|back then|never|didn['’]t|did not|usually|always|often|every|he|she|they|who|that|my (?:\p{L}+ )?(?:brother|sister|wife|husband|friend|son|daughter|mother|father|mom|mum|dad|partner|boss|coach|colleague)|someone|people)(?!\p{L})/iu;

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

/**
 * The measures of deeds that a person reports: `Weighed 82.3 kg this morning`, `Ran 10 km in 52 min`, `8,432 steps today`; also
 * in a later clause (`Long run today, ran 12 km in 1:14:30`) and after the deed's noun (`Went running after work: 6.2 km in 37:10`).
 */
export function deedPairs(sentence: Span): Pair[] {
  if (!/\p{Nd}/u.test(sentence.text) || sentence.text.endsWith("?")) return [];
  const pairs: Pair[] = [];
  for (const clause of clausesOf(sentence)) {
    const deed = deedIn(clause);
    const known = deed.some(({ attribute }) => pairs.some((pair) => pair.attribute === attribute));
    if (!known) pairs.push(...deed);
  }
  if (pairs.length > 0) return pairs;
  const times = timePairs(sentence);
  return times.length > 0 ? times : countedPair(sentence);
}

/** The sentence, and what follows each beginning of a clause in it, unless what stands before speaks of another time or person. */
function clausesOf(sentence: Span): Span[] {
  const starts = [...sentence.text.matchAll(CLAUSES)].map((mark) => mark.index + mark[0].length);
  return [sentence, ...starts.filter((start) => !OTHERWISE.test(sentence.text.slice(0, start))).map((start) => within(sentence, start))];
}

function deedIn(clause: Span): Pair[] {
  const deed = DEED.exec(clause.text);
  const done = deed === null || OTHERWISE.test(deed[0]) ? [] : measuresFrom(clause, deed[0].length, namesOf(deed[1]));
  if (done.length > 0) return done;
  const gone = GONE.exec(clause.text);
  if (gone !== null && !OTHERWISE.test(gone[0]))
    return measuresFrom(clause, gone[0].length, namesOf(ACTIVITIES[(gone[1] ?? "").toLowerCase()]));
  const lead = GONE_FOR.exec(clause.text)?.[0].length;
  return lead === undefined ? [] : measureBefore(clause, lead);
}

/** `5 km run in 28 min`, from the measure on. */
function measureBefore(clause: Span, from: number): Pair[] {
  const rest = clause.text.slice(from);
  for (const { index } of rest.matchAll(/[\s-](?=\p{L})/gu)) {
    const value = leadingQuantity(rest.slice(0, index).replace("-", " ")) === null ? null : rest.slice(0, index);
    const noun = NOUN_AFTER.exec(rest.slice(index));
    const names = namesOf(ACTIVITIES[(noun?.[1] ?? "").toLowerCase()]);
    const name = value === null ? undefined : nameOf(value, names);
    if (value === null || noun === null || name === undefined) continue;
    const end = index + noun[0].length;
    const next = NEXT.exec(rest.slice(end))?.[0].length;
    const further = next === undefined ? [] : measuresFrom(clause, from + end + next, names);
    return [{ attribute: name, value: within(clause, from, from + index) }, ...further.filter(({ attribute }) => attribute !== name)];
  }
  return [];
}

function namesOf(verb: string | undefined): Readonly<Partial<Record<Dimension, string>>> {
  return NAMES.get((verb ?? "").toLowerCase()) ?? {};
}

function measuresFrom(sentence: Span, from: number, names: Readonly<Partial<Record<Dimension, string>>>): Pair[] {
  const pairs: Pair[] = [];
  for (let start = from; ;) {
    const rest = sentence.text.slice(start);
    const value = leadingQuantity(rest);
    const name = value === null ? undefined : nameOf(value, names);
    const after = rest.slice(value?.length ?? 0);
    if (value === null || name === undefined || !AFTER.test(after) || pairs.some(({ attribute }) => attribute === name)) return pairs;
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
