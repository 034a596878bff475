import { mostFrequent } from "../../core/most-frequent.js";
import { STOP_WORDS } from "../../core/stop-words.js";
import { words } from "../../core/tokens.js";
import { findSubject, type Subject, type Wording } from "./subject.js";

/** A column as naming sees it. */
export interface NamedColumn {
  readonly attribute: string;
  readonly type: "number" | "text" | "date" | "boolean";
}

/** Longest table name, in characters. */
const LONGEST = 48;

/**
 * A name that a person would like, from how the records were introduced and else from what their attributes share:
 * `weather_readings`, `test_drive_notes`, `deaths_reports`. In the characters of an identifier; never empty.
 */
export function offlineName(columns: readonly NamedColumn[], wordings: readonly Wording[]): string {
  const [only, ...others] = columns;
  // One measure names its records itself.
  if (only !== undefined && others.length === 0 && words(only.attribute).length > 0)
    return identifier([...words(only.attribute).slice(0, 4), nounFor(columns, { subject: [], noun: null }, [])].join("_"));
  const attributeWords = new Set(columns.flatMap(({ attribute }) => words(attribute)));
  const found = findSubject(wordings, attributeWords);
  const subject = found.subject.length > 0 ? found.subject : sharedSubject(columns);
  return identifier([...subject, nounFor(columns, found, subject)].join("_"));
}

/** The word for the records: the wordings' own, else by what the columns hold. */
function nounFor(columns: readonly NamedColumn[], { noun }: Subject, subject: readonly string[]): string {
  const numbers = columns.filter(({ type }) => type === "number").length;
  const byType = numbers * 3 >= columns.length * 2 ? "readings" : "records";
  return noun !== null && !subject.includes(noun) ? noun : byType;
}

/** A word that two or more attributes and half of them have, else the first attribute that holds words, else the first. */
function sharedSubject(columns: readonly NamedColumn[]): readonly string[] {
  const meaningful = ({ attribute }: NamedColumn) => [
    ...new Set(words(attribute).filter((word) => /^[a-z]{3,}$/.test(word) && !STOP_WORDS.has(word))),
  ];
  const shared = mostFrequent(columns.flatMap(meaningful));
  const sharing = columns.filter((column) => shared !== null && meaningful(column).includes(shared)).length;
  if (shared !== null && sharing >= 2 && sharing * 2 >= columns.length) return [singular(shared)];
  const first = columns.find(({ type }) => type === "text") ?? columns[0];
  return first === undefined ? [] : words(first.attribute).slice(0, 3);
}

/** "deaths" as it stands before another noun: "death". */
function singular(word: string): string {
  return /[^aeious]s$/.test(word) ? word.slice(0, -1) : word;
}

/** A text in the characters of a table name: `[a-z][a-z0-9_]{2,63}`. "records" when nothing of it can be kept. */
export function identifier(text: string): string {
  const name = words(text)
    .map((word) => word.replace(/[^a-z0-9]/g, ""))
    .filter((word) => word !== "")
    .join("_")
    .slice(0, LONGEST)
    .replace(/^[^a-z]+|_+$/g, "");
  return name.length >= 3 ? name : "records";
}
