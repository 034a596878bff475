import { MONTH, WEEKDAY } from "../../core/date-words.js";
import type { ExtractInput } from "./round.js";
import { sentencesOf } from "./sentences.js";
import { split } from "./span.js";

/** Words that place what an assistant says at another time than the round's, or sum several up. */
const OTHER_TIME = new RegExp(
  [
    String.raw`\b(?:last|past|previous|prior|recent) (?:\w+ )?(?:time|night|week|weekend|month|year|days?|weeks|months|entry|entries|reading|readings|session|measurement|record|run|log|${WEEKDAY})`,
    String.raw`\b(?:previously|formerly|earlier|yesterday|ago|recall|remember(?:ed)?|back (?:in|on|then)|so far|on average|your average|compared (?:to|with)|since (?:then|your|last)|the other day|your last|up from|down from|as of)\b`,
    String.raw`\b(?:as )?you(?:'ve| have|’ve)? (?:once |already |also )?(?:told me|mentioned|said|shared|noted)\b|\b(?:from|in) (?:my|our) (?:memory|notes|records|history)\b`,
    String.raw`\b(?:on|in|since|from|by|of) (?:${WEEKDAY}|${MONTH}\b)`,
    String.raw`\b(?:\d{1,2}(?:st|nd|rd|th)? ${MONTH}\b|${MONTH}\b \d{1,2}\b)`,
    String.raw`^\W*(?:${WEEKDAY}|\d{4}-\d{2}-\d{2})\b`,
  ].join("|"),
  "im",
);

/**
 * An assistant's words without what it recalls: sentences about another time, and the list under one that introduces it. Such
 * a figure was told in another round and would stand in this one with a wrong date. Blanked out, so that offsets stay.
 */
export function withoutRecalled(text: string): string {
  if (!OTHER_TIME.test(text)) return text;
  let isListed = false;
  let kept = "";
  let from = 0;
  for (const line of split({ text, start: 0 }, /\r?\n/g)) {
    if (line.text === "") continue;
    const isItem = /^(?:[-*•+|]|\d{1,2}[.)])\s?/.test(line.text);
    isListed &&= isItem;
    const recalled = sentencesOf(line).filter((sentence) => isListed || OTHER_TIME.test(sentence.text));
    for (const { text: said, start } of recalled) {
      kept += text.slice(from, start) + " ".repeat(said.length);
      from = start + said.length;
    }
    if (recalled.length > 0 && /[:：]\W*$/.test(line.text)) isListed = true;
  }
  return kept + text.slice(from);
}

/** Whether a person only asks: then what the assistant states is what it recalls or knows, unless it reads a picture. */
export function isAsked({ turns }: ExtractInput): boolean {
  const said = turns.filter(({ role }) => role === "user");
  return said.some(({ text }) => ASKING.test(text.trim())) && said.every(({ pictures }) => pictures.length === 0);
}

const ASKING =
  /\?["”’)\s]*$|^(?:please )?(?:remind|tell|show|give|list|recall|summari[sz]e|recap)\b|^(?:what|how|when|which|who|where|did|do|can|could) /i;
