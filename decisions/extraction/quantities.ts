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
  `^${START}${NUMERAL}(?:\\s?[/–-]\\s?${NUMERAL})?(?:\\s?(?:[/°]?\\p{L}[\\p{L}.]*|[%‰°"′″'])(?:[/²³^]\\S*)?)?(?: (?:of|per|out of) \\S+)?`,
  "u",
);

/** Whether a whole text is a number or a range, with a unit or without, or a calendar date. */
export function isMeasured(text: string): boolean {
  return text.length <= 40 && /\p{Nd}/u.test(text) && MEASURED.has(parseValue(text).typed.kind);
}

/** Whether a whole text is a number with a unit that is known by name (not a source's own word). */
export function hasKnownUnit(text: string): boolean {
  const unit = readQuantity(plainNumerals(text))?.unit ?? null;
  return unit !== null && canonicalUnit(unit) !== null;
}

/** The longest quantity at the beginning of a text, as it stands there; null when it does not begin with one. */
export function leadingQuantity(text: string): string | null {
  const most = FRONT.exec(text)?.[0];
  if (most === undefined) return null;
  for (let end = most.length; end > 0; end = most.lastIndexOf(" ", end - 1)) {
    const part = most.slice(0, end).replace(/[.,;:]+$/, "");
    if (isMeasured(part)) return part;
  }
  const numeral = new RegExp(`^${START}${NUMERAL}%?`, "u").exec(text)?.[0] ?? null;
  return numeral !== null && isMeasured(numeral) ? numeral : null;
}
