import { canonicalUnit } from "../units.js";
import { parseValue } from "../values/parse.js";
import type { MarkOf } from "./mark.js";
import { countOf, type Word } from "./words.js";

/** Words that a number may take with it: a magnitude and a unit. */
const LONGEST = 4;

/** The numbers of a question, each with the unit that follows it: `above 120 min`, `$40`, `1.5 million`, `three`, `two hours`. */
export function readQuantities(text: string, words: readonly Word[], isFree: (at: number) => boolean): MarkOf<"quantity">[] {
  const found: MarkOf<"quantity">[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!isFree(at)) continue;
    const mark = quantityAt(text, words, at, isFree) ?? countAt(words, at);
    if (mark === null) continue;
    found.push(mark);
    at = mark.to - 1;
  }
  return found;
}

/** The longest stretch from a numeral that reads as one number. */
function quantityAt(text: string, words: readonly Word[], at: number, isFree: (at: number) => boolean): MarkOf<"quantity"> | null {
  const first = words[at];
  if (first === undefined || !/^\d/.test(first.text) || /^\d+(?:st|nd|rd|th)$/i.test(first.text)) return null;
  const sign = /(?:^|[\s(])([-−–]?[$€£¥₹]?|[$€£¥₹]\s?[-−–]?)$/.exec(text.slice(0, first.start))?.[1]?.replace(/\s/, "") ?? "";
  for (let length = LONGEST; length > 0; length--) {
    const last = words[at + length - 1];
    if (last === undefined || !words.slice(at, at + length).every((_, offset) => isFree(at + offset))) continue;
    const after = (length === 1 ? /^\s?(?:%|°\s?[CF]?\b|[$€£¥₹])/ : /^\s?[$€£¥₹]/).exec(text.slice(last.end))?.[0] ?? "";
    const slice = `${sign}${text.slice(first.start, last.end)}${after}`;
    if (/[?!;,]\s/.test(slice)) continue;
    const read = numberIn(slice, length > 1);
    if (read?.unit !== undefined && read.unit !== null && isPeriods(read.unit, words, at)) continue;
    if (read !== null) return { kind: "quantity", from: at, to: at + length, ...read, text: slice };
  }
  return null;
}

/** A number with a unit that is one; more than one word must give a unit or a magnitude. */
function numberIn(slice: string, several: boolean): { number: number; unit: string | null } | null {
  const { typed } = parseValue(slice);
  if (typed.kind !== "number") return null;
  const unit = typed.unit === null ? null : canonicalUnit(typed.unit);
  const magnitude = /\b(?:thousand|million|billion|trillion|hundred|k|m|bn)\.?$/i.test(slice);
  if (several && unit === null && !magnitude) return null;
  return { number: typed.number, unit: unit === BARE_DEGREE ? null : unit };
}

/** `three days` counts days; `longer than three days` measures. */
function isPeriods(unit: string, words: readonly Word[], at: number): boolean {
  return (
    ["day", "week", "month", "year"].includes(unit) &&
    !/^(?:than|above|over|below|under|least|most|exceed|exceeded|of)$/.test(words[at - 1]?.fold ?? "")
  );
}

/** Said of temperatures of either scale: the column's unit is meant. */
const BARE_DEGREE = "°";

function countAt(words: readonly Word[], at: number): MarkOf<"quantity"> | null {
  const fold = words[at]?.fold ?? "";
  const single = /^(?:a|an|one)$/.test(fold) && /^(?:than|over|under|least|most|above|below)$/.test(words[at - 1]?.fold ?? "");
  const number = single ? 1 : fold === "one" || fold === "couple" ? null : fold === "zero" ? 0 : countOf(fold);
  if (number === null || (single && canonicalUnit(words[at + 1]?.text ?? "") === null)) return null;
  const unit = canonicalUnit(words[at + 1]?.text ?? "");
  const measured = unit !== null && (words[at + 1]?.fold.length ?? 0) > 2 && !isPeriods(unit, words, at);
  return { kind: "quantity", from: at, to: at + (measured ? 2 : 1), number, unit: measured ? unit : null, text: String(number) };
}
