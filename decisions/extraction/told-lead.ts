import { WEEKDAY } from "../../core/date-words.js";

/** Words of time, and those that join a statement to what was said before it. */
const BEFORE = String.raw`today|tonight|yesterday|this (?:morning|afternoon|evening)|last night|${WEEKDAY}|just|also|and|then`;

/**
 * A pattern of what may stand before what a person reports: a bullet, words of time, `I`, an adverb. `more` are further words
 * that may stand before `I`, `adverbs` after it, as alternatives.
 */
export function toldLead(more: readonly string[] = [], adverbs: readonly string[] = []): string {
  const [before, after] = [[BEFORE, ...more].join("|"), ["just", "only", "also", "again", "finally", ...adverbs].join("|")];
  return String.raw`^(?:[-*•]\s+)?(?:(?:${before}),?\s+)*(?:(?:i|i['’]ve|we|we['’]ve)\s+)?(?:(?:${after})\s+)?`;
}
