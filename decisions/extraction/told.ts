import { attributeIn, isAttribute } from "./attribute.js";
import { isMeasured, leadingQuantity } from "./quantities.js";
import { within, type Pair, type Span } from "./span.js";

/** Someone's property, a verb of being, and what it is at the moment. */
const TOLD =
  /(?<=^|[\s(,;:—–-])(?:the|my|our|today['’]s|tonight['’]s|this (?:morning|week|month)['’]s|\p{Lu}\p{L}+['’]s)\s+([\p{L}][\p{L}\p{N} '’%/-]{1,50}?)\s+(?:is|was|are|were|reads|read|came (?:in )?at|came to|hit|reached|stands at|stood at|measured|dropped to|fell to|rose to|went (?:up|down) to)\s+(?:now\s+|only\s+|exactly\s+|currently\s+|at\s+)?(?=[~≈<>\p{Sc}\d+−-]|about|around|roughly|nearly|almost|over|under)/giu;

/** What may follow the value without changing what it says. */
const AFTER =
  /^\s*(?:$|[.,;!?)—–]|\b(?:now|today|tonight|yesterday|again|overall|total|altogether|right now|at the moment|this (?:morning|week|month|time|afternoon|evening)|last (?:night|week|month)|and|but|while|which|so|with|on (?:average|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|in total|after|before|when|up|down|as of)\b)/iu;

/** A pair said in a sentence, only where the value is measured: `my weight is 82 kg`, `the resting pulse was 58 bpm today`. */
export function toldPairs(sentence: Span): Pair[] {
  if (!/\d/.test(sentence.text) || sentence.text.endsWith("?")) return [];
  const pairs: Pair[] = [];
  for (const told of sentence.text.matchAll(TOLD)) {
    const start = told.index + told[0].length;
    const value = leadingQuantity(sentence.text.slice(start)) ?? hedged(sentence.text.slice(start));
    if (value === null || !AFTER.test(sentence.text.slice(start + value.length))) continue;
    const possessor = /^\p{Lu}\p{L}+['’]s\s/u.exec(told[0].trimStart());
    const own = possessor === null || /^(?:Today|Tonight)/.test(possessor[0]);
    const name = attributeIn({ text: own ? (told[1] ?? "") : `${possessor?.[0]}${told[1]}`, start: 0 }).text;
    if (isAttribute(name) && !/\b(?:one|first|second|last|next|only|rest|other|way|reason)\b$/i.test(name))
      pairs.push({ attribute: name, value: within(sentence, start, start + value.length) });
  }
  return pairs;
}

/** `about 5 km`: the word belongs to the value. */
function hedged(text: string): string | null {
  const word = /^(?:about|around|roughly|nearly|almost|over|under)\s+/i.exec(text)?.[0];
  const value = word === undefined ? null : leadingQuantity(text.slice(word.length));
  return value === null || !isMeasured(value) ? null : `${word}${value}`;
}
