import { type DateContext, readDate } from "../dates.js";
import type { Value } from "../observation.js";
import { canonicalUnit } from "../units.js";
import { cleanText, plainNumerals } from "./characters.js";
import { readClock } from "./clock.js";
import type { NumberContext } from "./number.js";
import { readQuantity, sameUnitPair, type Quantity } from "./quantity.js";
import { isMissing, readBoolean } from "./words.js";

/** What is known about a value beside its own text. */
export interface ValueContext extends NumberContext, DateContext {
  /** The attribute's name; its unit in brackets (`rainfall (mm)`) counts for a number without one. */
  readonly attribute?: string;
}

/** A value made computable; `note` says why it is uncertain, or plain text although it looks like more. */
export interface ParsedValue {
  readonly typed: Value;
  readonly note: string | null;
}

/** Longer texts are prose, not values to compute with. */
const LONGEST = 60;

/**
 * Types one value from its source text. What cannot be read with certainty stays text: codes with leading zeros, digits
 * beyond a double's precision, impossible dates, names that begin with a number.
 */
export function parseValue(text: string, context: ValueContext = {}): ParsedValue {
  const clean = cleanText(text);
  const asText = (note: string | null): ParsedValue => ({ typed: { kind: "text", text: clean }, note });
  if (clean.length > LONGEST) return asText(null);
  if (isMissing(clean, context.attribute)) return asText("says that there is no value");
  const boolean = readBoolean(clean);
  if (boolean !== null) return { typed: { kind: "boolean", boolean }, note: null };
  const plain = plainNumerals(clean);
  const date = readDate(plain, context);
  if (date !== undefined)
    return date.date === null
      ? asText(date.note)
      : { typed: { kind: "date", date: date.date.iso, precision: date.date.precision }, note: date.note };
  if (!/\d/.test(plain)) return asText(null);
  const quantity = readClock(plain, context.attribute) ?? readQuantity(plain, context);
  if (quantity !== null)
    return {
      typed: { kind: "number", number: quantity.number, unit: quantity.unit ?? unitOfName(context.attribute) },
      note: quantity.note,
    };
  const range = readRange(plain, context);
  return range === null ? asText(textNote(plain)) : range;
}

/** The unit that an attribute's name carries: `size [cm]`, `rainfall (mm)`; blood pressures have but one. */
function unitOfName(attribute = ""): string | null {
  if (/^(?:systolic|diastolic)\b/i.test(attribute)) return "mmHg";
  const unit = /[([]([^()[\]]+)[)\]]\s*$/.exec(attribute)?.[1];
  return unit === undefined ? null : canonicalUnit(unit);
}

/** `6-8 hours`, `-5 to -2 °C`, `between 3 and 4`. The higher end may not come first, so `1741-49` is none. */
function readRange(text: string, context: ValueContext): ParsedValue | null {
  const body = text.replace(/^(?:from|between) /i, "");
  for (const mark of body.matchAll(/ to | and | ?[–—~〜～] ?| - |(?<=[\p{L}\d%°]) ?- ?(?=[\d.,\p{Sc}])| ?\.\.+ ?/gu)) {
    const high = readQuantity(body.slice(mark.index + mark[0].length), context);
    const low = high === null ? null : readQuantity(shareMagnitude(body.slice(0, mark.index), body), context);
    if (low === null || high === null || (mark[0] === " and " && body === text)) continue;
    const ends = sameUnitPair(low, high);
    if (ends !== null && ends[0] > ends[1] && mark[0] === " to ")
      return { typed: { kind: "text", text }, note: "falls from one to the other: kept as text" };
    if (ends !== null && ends[0] <= ends[1])
      return {
        typed: { kind: "range", low: ends[0], high: ends[1], unit: ends[2] ?? unitOfName(context.attribute) },
        note: rangeNote(low, high),
      };
  }
  return null;
}

/** `5-10k` means 5k to 10k. */
function shareMagnitude(low: string, range: string): string {
  const magnitude = /\d(k| ?(?:thousand|million|billion|trillion))\b/i.exec(range.slice(low.length));
  return magnitude !== null && /\d$/.test(low) ? low + (magnitude[1] ?? "") : low;
}

function rangeNote(low: Quantity, high: Quantity): string | null {
  return low.note ?? high.note;
}

function textNote(text: string): string | null {
  if (/^0\d+(?:[.,]\d+)?$/.test(text)) return "leading zeros: kept as a code";
  if (/^\d{16,}$/.test(text)) return "too many digits for a number: kept as a code";
  return /^\d{1,4} ?[-–—/] ?\d{1,4}(?: ?[-–—/] ?\d{1,4})*$/.test(text) ? "could be several things: kept as text" : null;
}
