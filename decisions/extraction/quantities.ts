import type { Value } from "../../core/observation.js";
import { NUMERAL } from "../../core/values/number.js";
import { plainNumerals } from "../../core/values/characters.js";
import { readQuantity } from "../../core/values/quantity.js";
import { canonicalUnit } from "../../core/units.js";
import { parseValue } from "../../core/values/parse.js";

const MEASURED: ReadonlySet<Value["kind"]> = new Set(["number", "range", "date"]);

/** Where a quantity may begin: sign, currency, digit. */
const START = String.raw`(?:[-+−–~≈<>≤≥]\s?)?(?:(?:[A-Z]{1,2})?\p{Sc}\s?[-−]?)?`;
const FRONT = new RegExp(
  `^${START}${NUMERAL}(?:\\s?[/–-]\\s?${NUMERAL})?(?:\\s?(?:[/°]?\\p{L}[\\p{L}.]*|[%‰°"′″']|\\p{Sc})(?:[/²³^]\\S*)?)?(?: (?:of|per|out of) \\S+)?`,
  "u",
);

/** A time of day or a duration at the beginning of a text: `7:45 am`, `1h 25m`, `1:05:22`. */
const CLOCK =
  /^(?:\d{1,3}:[0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\b\.?| ?\/ ?(?:km|mi|mile)\b| ?(?:min|h)\b)?|\d{1,2} ?[ap]m\b|\d{1,3} ?(?:h|hrs?|hours?)(?:,? ?(?:and )?\d{1,2}(?: ?(?:minutes?|mins?|m)\b)?(?: ?\d{1,2} ?(?:seconds?|secs?|s)\b)?)(?!\d)|\d{1,3} ?(?:minutes?|mins?|m),? ?(?:and )?\d{1,2} ?(?:seconds?|secs?|s)\b)/i;

/** Upper and lower blood pressure, as they are always noted: `148/95`, with a unit or without. */
const PRESSURES = /^(\d{2,3}) ?\/ ?(\d{2,3})(?: ?mm ?Hg)?$/i;

/** Whether a text can only be two blood pressures: the upper one is the higher, both are what a living person has. */
export function isPressurePair(text: string): boolean {
  const [whole, upper, lower] = PRESSURES.exec(text) ?? [];
  return whole !== undefined && Number(upper) > Number(lower) && Number(upper) >= 70 && Number(upper) <= 260 && Number(lower) >= 35;
}

/** Whether a whole text is a number or a range, with a unit or without, or a calendar date. */
export function isMeasured(text: string): boolean {
  return text.length <= 40 && /\p{Nd}/u.test(text) && (MEASURED.has(parseValue(text).typed.kind) || isPressurePair(text));
}

/** Whether a whole text is a number with a unit that is known by name (not a source's own word). */
export function hasKnownUnit(text: string): boolean {
  const unit = readQuantity(plainNumerals(text))?.unit ?? null;
  return unit !== null && canonicalUnit(unit) !== null;
}

/** The longest quantity at the beginning of a text, as it stands there; null when it does not begin with one. */
export function leadingQuantity(text: string): string | null {
  const clock = CLOCK.exec(text)?.[0];
  if (clock !== undefined && isMeasured(clock)) return clock;
  const most = FRONT.exec(text)?.[0];
  if (most === undefined) return null;
  for (let end = most.length; end > 0; end = most.lastIndexOf(" ", end - 1)) {
    const part = most.slice(0, end).replace(/[.,;:]+$/, "");
    if (isMeasured(part)) return part;
  }
  const numeral = new RegExp(`^${START}${NUMERAL}%?`, "u").exec(text)?.[0] ?? null;
  return numeral !== null && isMeasured(numeral) ? numeral : null;
}
