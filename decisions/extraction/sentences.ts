import { STOP } from "./lexicon.js";
import { within, type Span } from "./span.js";

/** Words before a full stop that does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|mx|st|mt|ft|jr|sr|sgt|lt|capt|cpt|col|gen|maj|cmdr|prof|rev|hon|gov|sen|rep|pres|inc|ltd|co|corp|bros|vs|vol|nr|ep|fig|approx|ca|etc|e\.g|i\.e|cf|dept|ave|blvd|rd|(?:\p{L}\.)*\p{L})\.$/iu;

/** No abbreviation is longer: what stands further before the stop need not be looked at. */
const LONGEST_WORD = 24;

/** A measure whose unit is one letter, which is no initial: `Sleep: 6 h. Pulse: 58 bpm.` */
const UNIT = /\p{Nd}\s?[dghlms]\.$/iu;

/** A stop with what closes quotes after it, before white space. */
const STOPS = /[.!?…。！？]["”’)\]]*(?:\s+|$)/g;

/** The sentences of one line, each with its end mark. */
export function sentencesOf(line: Span): Span[] {
  const sentences: Span[] = [];
  let from = 0;
  for (const stop of line.text.matchAll(STOPS)) {
    const end = stop.index + stop[0].length;
    if (stop[0].startsWith(".") && end < line.text.length && isAbbreviation(line.text, from, stop.index)) continue;
    sentences.push(within(line, from, end));
    from = end;
  }
  if (from < line.text.length) sentences.push(within(line, from));
  return sentences.filter(({ text }) => text !== "");
}

function isAbbreviation(text: string, from: number, stop: number): boolean {
  const before = text.slice(Math.max(from, stop - LONGEST_WORD), stop + 1);
  // A king's number before the next sentence: "Charles I. What …".
  const opens = /^\.\s+(\p{Lu}\p{Ll}*)[\s!,.?]/u.exec(text.slice(stop, stop + LONGEST_WORD))?.[1];
  if (opens !== undefined && opens.length > 1 && /(?:^|\s)\p{L}\.$/u.test(before) && STOP.has(opens.toLowerCase())) return false;
  if (UNIT.test(before) && /^\.\s+\p{Lu}/u.test(text.slice(stop, stop + LONGEST_WORD))) return false;
  return ABBREVIATION.test(before) || (/\bno\.$/i.test(before) && /^\.\s\d/.test(text.slice(stop, stop + 3)));
}

/** A sentence without the full stop that ends it. The stop of an abbreviation with several (`L.A.`) or after a name (`Acme Inc.`) stays. */
export function withoutStop(sentence: Span): Span {
  const stays = /(?:(?:\p{L}\.){2,}|\p{Lu}[\p{L}&]* (?:Jr|Sr|Inc|Ltd|Co|Corp|Bros)\.)$/u.test(sentence.text);
  return stays || !/[.;,]$/.test(sentence.text) ? sentence : within(sentence, 0, sentence.text.length - 1);
}
