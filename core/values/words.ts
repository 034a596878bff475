import { attributeKey } from "../names.js";
import { cleanText } from "./characters.js";

/** What people and programs write where there is no value. `nil` is not among them: it is said for zero. */
const MISSING = new Set([
  "",
  "-",
  "--",
  "---",
  "–",
  "—",
  "?",
  "??",
  "???",
  "...",
  "…",
  "n/a",
  "n.a.",
  "na",
  "null",
  "none",
  "nan",
  "undefined",
  "unknown",
  "not available",
  "not applicable",
  "not recorded",
  "not known",
  "not given",
  "not stated",
  "no data",
  "missing",
  "tbd",
  "tba",
]);

/** Values that are also surnames: kept when capitalised under an attribute that is a name. */
const SURNAMES = /^(?:Null|Nan|Na|None)$/;

/** Whether a value says that there is none. `attribute` saves a person called Null. */
export function isMissing(value: string, attribute = ""): boolean {
  const text = cleanText(value);
  if (!MISSING.has(text.toLowerCase().replace(/^[("'[<]+|[)"'\]>]+$/g, ""))) return false;
  return !(SURNAMES.test(text) && /(?:^|\s)(?:sur|last|family|first|full)?\s?names?$/.test(attributeKey(attribute)));
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
  ["✓", true],
  ["✔", true],
  ["✗", false],
  ["✘", false],
]);

/** Yes or no in its usual spellings; null for anything else. */
export function readBoolean(text: string): boolean | null {
  return BOOLEANS.get(text.toLowerCase().replace(/[.!]$/, "")) ?? null;
}
