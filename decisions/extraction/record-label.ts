import { isAttribute } from "./attribute.js";
import { STOP } from "./lexicon.js";
import { within, type Pair, type Span } from "./span.js";

/** `Order 17:`, `Run #3 –`, `Sensor A7:`: what a record is about, and which one. */
const LABEL =
  /^(?:(?:the|my|our)\s+)?(\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*)?)\s+(?:no\.?\s|nr\.?\s|#)?(\p{Lu}{0,3}-?\p{Nd}{1,8}\p{Ll}?)(?::|\s[-–—])\s/u;

/** Days and times are read where times are told. */
const TIMELY =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\p{L}{0,6}$|^(?:version|page|chapter|figure|step)$/iu;

/**
 * The label before a record as a pair of its own, so that one can be asked for: `Order 17: status shipped, total $45.90` has
 * the pair (order, Order 17): a name, not a number to compute with. Null for a statement without one, or where its pairs have it already.
 */
export function labelPair(statement: Span, pairs: readonly Pair[]): Pair | null {
  const [whole = "", name = "", which = ""] = LABEL.exec(statement.text) ?? [];
  if (pairs.length < 2 || name === "" || !isAttribute(name)) return null;
  if (name.split(/\s/).some((word) => STOP.has(word.toLowerCase()) || TIMELY.test(word))) return null;
  const end = statement.start + whole.length;
  if (pairs.some(({ attribute, value }) => value.start < end || attribute.toLowerCase().includes(name.toLowerCase()))) return null;
  return { attribute: name, value: within(statement, whole.indexOf(name), whole.lastIndexOf(which) + which.length) };
}
