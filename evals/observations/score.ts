import { attributeKey } from "../../core/names.js";
import type { Observation } from "../../core/observation.js";
import { convertUnit } from "../../core/units.js";
import { cleanText } from "../../core/values/characters.js";
import { parseValue } from "../../core/values/parse.js";

/** What a perfect extraction of a conversation holds: the attributes that count, and their values by round. */
export interface GoldRecords {
  readonly fields: readonly { readonly attribute: string; readonly unit: string }[];
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** An observation with the source id of its round. */
export interface Observed extends Pick<Observation, "attribute" | "value" | "typed"> {
  readonly round: string;
}

/** Counts and shares (in [0, 1]; 1 where nothing was to be found) over the attributes in `fields`. */
export interface ObservationScore {
  readonly gold: number;
  readonly found: number;
  readonly correct: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Gold values that were not observed, and observations of these attributes that are not gold: `round attribute = value`. */
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
  /** Attributes outside `fields`, with the number of rounds that have them; most frequent first. */
  readonly others: readonly { readonly attribute: string; readonly rounds: number }[];
}

/** Compares observations with the records they should make: attribute and value, after normalising case, separators and unit. */
export function scoreObservations(observed: readonly Observed[], { fields, records }: GoldRecords): ObservationScore {
  const units = new Map(fields.map(({ attribute, unit }) => [attributeKey(attribute), unit]));
  const gold = records.flatMap((record) =>
    fields
      .filter(({ attribute }) => record[attribute] !== undefined && record[attribute] !== null)
      .map(({ attribute }) => ({ round: String(record["round"]), attribute, value: record[attribute] })),
  );
  const counted = distinct(observed.filter(({ attribute }) => units.has(attributeKey(attribute))));
  const open = new Map<string, readonly Observed[]>();
  for (const one of counted) open.set(cell(one), [...(open.get(cell(one)) ?? []), one]);
  const missing: string[] = [];
  for (const { round, attribute, value } of gold) {
    const key = cell({ round, attribute });
    const candidates = open.get(key) ?? [];
    const match = candidates.findIndex((candidate) => isEqual(candidate, value, units.get(attributeKey(attribute)) ?? ""));
    if (match < 0) missing.push(`${round} ${attribute} = ${String(value)}`);
    else open.set(key, candidates.toSpliced(match, 1));
  }
  const wrong = [...open.values()].flat().map(({ round, attribute, value }) => `${round} ${attribute} = ${value}`);
  const others = observed.filter(({ attribute }) => !units.has(attributeKey(attribute)));
  return { ...shares(gold.length, counted.length, gold.length - missing.length), missing, wrong, others: recurring(others) };
}

/** Precision, recall and F1 from counts. */
export function shares(
  gold: number,
  found: number,
  correct: number,
): Pick<ObservationScore, "gold" | "found" | "correct" | "precision" | "recall" | "f1"> {
  const [precision, recall] = [found === 0 ? 1 : correct / found, gold === 0 ? 1 : correct / gold];
  return { gold, found, correct, precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** Attributes with the number of rounds that have them, most frequent first. */
export function recurring(observed: readonly Observed[]): { attribute: string; rounds: number }[] {
  const rounds = new Map<string, Set<string>>();
  for (const { attribute, round } of observed)
    rounds.set(attributeKey(attribute), (rounds.get(attributeKey(attribute)) ?? new Set()).add(round));
  return [...rounds]
    .map(([attribute, seen]) => ({ attribute, rounds: seen.size }))
    .sort((a, b) => b.rounds - a.rounds || (a.attribute < b.attribute ? -1 : 1));
}

/** Key of one attribute of one round. */
function cell({ round, attribute }: { readonly round: string; readonly attribute: string }): string {
  return `${round} ${attributeKey(attribute)}`;
}

/** One of several observations of a round that say the same. */
function distinct(observed: readonly Observed[]): Observed[] {
  return [...new Map(observed.map((one) => [`${cell(one)} ${plain(one.value)}`, one])).values()];
}

function isEqual({ value, typed }: Observed, gold: unknown, unit: string): boolean {
  if (typeof gold !== "number") return plain(value) === plain(String(gold));
  const number = typed.kind === "number" ? typed : parseValue(value).typed;
  if (number.kind !== "number") return false;
  const converted = unit === "" ? number.number : (convertUnit(number.number, number.unit, unit) ?? number.number);
  return [number.number, converted].some((candidate) => Math.abs(candidate - gold) <= 1e-9 * Math.max(1, Math.abs(gold)));
}

function plain(value: string): string {
  return cleanText(value)
    .toLowerCase()
    .replace(/^["“”]|["“”]$/g, "")
    .replace(/(?<=\d),(?=\d{3})/g, "");
}
