import { attributeKey } from "./names.js";
import type { Observation } from "./observation.js";
import { isHedged } from "./values/quantity.js";

/** Names of what someone wishes or allows, said in talk about one thing and the next: no measure that a person keeps. */
const INTENDED = /(?:^|\s)(?:budget|goal|target|limit|plan|wish|estimate|deadline|offer)s?$/;

/**
 * Attributes of a round that are measures there: a person stated an exact number for it, with a unit or without, or a
 * caption one with a unit. What an assistant says, what a picture reader finds, a rough figure and an intention make no
 * record where they stand alone.
 */
export function measuresOf(observations: readonly Observation[]): ReadonlySet<string> {
  return new Set(observations.filter(isMeasure).map(({ attribute }) => attributeKey(attribute)));
}

function isMeasure({ attribute, typed, note, source }: Observation): boolean {
  if ((typed.kind !== "number" && typed.kind !== "range") || isHedged(note) || INTENDED.test(attributeKey(attribute))) return false;
  return source.kind === "user" || (source.kind === "caption" && typed.unit !== null);
}

/** What belongs to a deed that people tell, and is left out now and then: by the attribute that tells the deed. */
const PARTS: Readonly<Record<string, readonly string[]>> = { spending: ["category", "shop"] };

/**
 * Attributes that a round has a place for without telling them: it tells a deed that they belong to, and an earlier round told
 * them (`told`, to which this round's are added). Two of three shops are told, but a table of spendings has a column for them.
 */
export function untoldParts(attributes: Iterable<string>, told: Set<string>): string[] {
  const held = new Set(attributes);
  const parts = [...held].flatMap((attribute) => PARTS[attribute] ?? []);
  for (const part of parts) if (held.has(part)) told.add(part);
  return parts.filter((part) => !held.has(part) && told.has(part));
}
