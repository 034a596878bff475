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
