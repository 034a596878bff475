import { nameForm } from "./columns.js";
import type { Value } from "./observation.js";
import { stem, words } from "./tokens.js";
import { sameDimension } from "./units.js";

/** An attribute as far as it tells what it means: its name, and what its values are. */
export interface NamedMeasure {
  readonly name: string;
  readonly kind: Value["kind"];
  /** Unit of its numbers; null when none. */
  readonly unit: string | null;
}

/** Shortenings that people write for attributes. */
const SHORT: Readonly<Record<string, string>> = {
  temp: "temperature",
  tmp: "temperature",
  qty: "quantity",
  avg: "average",
  max: "maximum",
  min: "minimum",
  hr: "heart rate",
  bp: "blood pressure",
  dist: "distance",
  dur: "duration",
  tel: "phone",
  dob: "birth date",
  wt: "weight",
  ht: "height",
  rel: "relative",
  abs: "absolute",
  amt: "amount",
  addr: "address",
  dept: "department",
  nr: "number",
  no: "number",
  num: "number",
  nb: "number",
  cnt: "count",
  pct: "percent",
  desc: "description",
  cat: "category",
  loc: "location",
  vol: "volume",
  freq: "frequency",
  rep: "repetition",
  reps: "repetition",
  mins: "minute",
  hrs: "hour",
  yr: "year",
  approx: "approximate",
  pop: "population",
  manuf: "manufacturer",
  cal: "calorie",
  kcal: "calorie",
};

/** Words that stand for one thing in the name of an attribute; the first is what the others are read as. */
const SYNONYMS: readonly string[] = [
  "price cost",
  "film movie",
  "duration length time runtime long",
  "rating score grade",
  "rainfall precipitation",
  "category genre",
  "place location venue site",
  "author writer",
  "manufacturer make brand maker",
  "humidity moisture",
  "calorie energy",
  "maximum highest high peak top",
  "minimum lowest low",
  "average mean",
  "seller vendor",
  "vehicle car automobile",
  "salary wage pay",
  "beak bill",
  "color colour",
  "tyre tire",
  "glucose sugar",
  "harvest yield crop",
  "phone telephone mobile",
  "child kid",
  "consumption usage use",
  "repetition rep",
  "weight mass",
  "speed velocity pace",
];
/** Words of several that stand for one. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bpulse\b/g, "heart rate"],
  [/\brain fall\b/g, "rainfall"],
  [/\be mail\b/g, "email"],
  [/\bzip code\b/g, "zipcode"],
  [/\bbed time\b/g, "bedtime"],
  [/\bscreen time\b/g, "screentime"],
  [/\bwake up\b/g, "wake"],
  [/\bspo2\b/g, "oxygen saturation"],
  [/\bdirected by\b/g, "director"],
  [/\bwritten by\b/g, "author"],
];
/** Words that add nothing to what is measured. */
const FILLERS = new Set(
  "the a an of in my our today current value reading measurement level figure data recorded number count is was are amount covered".split(
    " ",
  ),
);
/** Of one thing, and not another: after these a name that lacks them means something else (`weight` but `body weight`). */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  weight: ["body"],
  calorie: ["burned", "intake", "eaten"],
  sleep: ["slept", "hour", "duration", "night"],
  year: ["release"],
  consumption: ["fuel"],
  maximum: ["wind", "speed"],
};
/** Spelt apart these count the thing itself: `number of laps`, never `page number`. */
const COUNTS = /^(?:number|count|nb|no\.?|nr\.?) (?:of )?/i;

/**
 * Whether two attributes are one under two names: the same kind of value in units that convert, and names that say the same in
 * another spelling, shortened, or in other words. Made for few false joins: on the labelled pairs of evals/names there are none.
 * The names' vectors are not asked: at a cosine of 0.8 they found one pair more of 110, and joined four that are none.
 */
export function areAlike(a: NamedMeasure, b: NamedMeasure): boolean {
  if (!fits(a, b)) return false;
  if (nameForm(a.name).replaceAll(" ", "") === nameForm(b.name).replaceAll(" ", "")) return isSameNumber(a.name, b.name);
  const [one, other] = [meaning(a.name), meaning(b.name)];
  const [more, less] = [[...one].filter((word) => !other.has(word)), [...other].filter((word) => !one.has(word))];
  const shared = [...one].filter((word) => other.has(word));
  if (isCounted(a.name) !== isCounted(b.name) && isOrdinal(a.name, b.name)) return false;
  if (more.length === 0 && less.length === 0) return shared.length > 0;
  return (more.length === 0 || less.length === 0) && implied([...more, ...less], shared);
}

function fits(a: NamedMeasure, b: NamedMeasure): boolean {
  const kind = ({ kind: own }: NamedMeasure) => (own === "range" ? "number" : own);
  if (kind(a) !== kind(b)) return false;
  return a.unit === null || b.unit === null || sameDimension(a.unit, b.unit);
}

/** What a name says, as a set of stems: shortenings written out, words for one thing alike, fillers left out. */
function meaning(name: string): Set<string> {
  let text = ` ${nameForm(name)} `;
  text = words(text)
    .map((word) => (Object.hasOwn(SHORT, word) ? (SHORT[word] ?? word) : word))
    .join(" ");
  for (const [pattern, one] of PHRASES) text = text.replace(pattern, one);
  const all = text.split(" ").filter((word) => word !== "");
  const meant = all.filter((word) => !FILLERS.has(word));
  return new Set((meant.length > 0 ? meant : all).map((word) => ALIKE.get(stem(word)) ?? stem(word)));
}

const ALIKE: ReadonlyMap<string, string> = new Map(
  SYNONYMS.flatMap((group) => {
    const [first = "", ...others] = group.split(" ");
    return others.map((word) => [stem(word), stem(first)] as const);
  }),
);

function implied(extra: readonly string[], shared: readonly string[]): boolean {
  return extra.every((word) => shared.some((head) => (IMPLIED[head] ?? []).map(stem).includes(word)));
}

function isCounted(name: string): boolean {
  return COUNTS.test(nameForm(name)) || /\bcount$/.test(nameForm(name));
}

/** `page number` against `number of pages`. */
function isOrdinal(a: string, b: string): boolean {
  return [a, b].some((name) => /\S (?:number|no|nr)$/.test(nameForm(name)));
}

/** `page` and `pages` may be two things; other plurals are one. */
function isSameNumber(a: string, b: string): boolean {
  return !/^(?:page)s?$/i.test(a.trim()) || a.trim().toLowerCase() === b.trim().toLowerCase();
}
