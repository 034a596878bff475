import { amountsIn } from "./asked-details.js";
import type { SupportedSentence } from "./support.js";
import { terms } from "./tokens.js";
import { convertUnit, isCurrency, sameDimension } from "./units.js";

/** How much of the shorter sentence's words two must share to be about one thing, and of the best score the other needs. */
const SHARED = 0.6;
const NEARLY_AS_GOOD = 0.6;
/** Says that it was otherwise before. */
const BY_NOW = /\b(?:now(?:adays)?|by now|currently|these days|at the moment|at present|as of today|upgraded|switched|changed)\b/i;
/** Measures of which a person tells many: that two are of one kind says nothing. */
const EVERYDAY = ["m", "m²", "L", "kg", "s", "°C", "km/h", "%"];

/** One thing that was told with another amount at another time. */
export interface ToldChange {
  readonly sentence: SupportedSentence;
  /** As it was told: `300 Mbps`. */
  readonly amount: string;
}

/**
 * What was told of the same thing before a sentence, where that gave it another amount: newest first, each amount once. Empty
 * when it is told but once, or always alike.
 */
export function toldBefore(best: SupportedSentence, sentences: readonly SupportedSentence[]): ToldChange[] {
  const [own, time] = [onlyAmount(best.text), best.time];
  if (own === null || time === null) return [];
  const earlier = sentences.flatMap((sentence): ToldChange[] => {
    if (sentence.time === null || sentence.time >= time) return [];
    const amount = onlyAmount(sentence.text);
    const converted = amount === null ? null : convertUnit(amount.number, amount.unit, own.unit);
    const other = amount !== null && converted !== null && converted !== own.number && sentence.speaker === best.speaker;
    const isAkin = sentence.score >= NEARLY_AS_GOOD * best.score && isOfOneThing(sentence.text, best.text);
    return other && (isAkin || (BY_NOW.test(best.text) && isRare(own.unit))) ? [{ sentence, amount: amount.text }] : [];
  });
  const newestFirst = earlier.toSorted((a, b) => ((a.sentence.time ?? "") < (b.sentence.time ?? "") ? 1 : -1));
  return newestFirst.filter(({ amount }, at) => newestFirst.findIndex((one) => one.amount === amount) === at);
}

function onlyAmount(text: string): ReturnType<typeof amountsIn>[number] | null {
  const [only, ...others] = amountsIn(text);
  return only === undefined || others.length > 0 ? null : only;
}

/** `my plan is 300 Mbps`, and later `my speed is 2 Gbps now`: other words, and one thing, for who has but one of the kind. */
function isRare(unit: string | null): boolean {
  return unit !== null && !isCurrency(unit) && !EVERYDAY.some((everyday) => sameDimension(unit, everyday));
}

function isOfOneThing(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => new Set(terms(text).filter((term) => !/\d/.test(term))));
  const shared = [...(one ?? [])].filter((term) => other?.has(term)).length;
  const least = Math.min(one?.size ?? 0, other?.size ?? 0);
  return least > 0 && shared / least >= SHARED;
}
