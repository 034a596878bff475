import { sentences } from "./sentences.js";

/** English words that every text is full of, and those of politeness in a chat. */
const FUNCTION_WORDS = new Set(
  (
    "a about actually after again all also always am an and any are as at be because been before being both but by can could did do does doing don down each even " +
    "ever every few for from further get gets getting go going good got great had has have having he her here hers him his how i if in into is it its just let like ll " +
    "lot m make makes me more most much my no nor not now of off oh ok okay on once one only or other our out over own please really re s same she should so some " +
    "something such sure t than thank thanks that the their them then there these they thing things this those though through to too under until up us ve very was we " +
    "well were what when where which while who why will with would wow yeah yes you your"
  ).split(" "),
);

const SPEAKER = /^\p{Lu}[\p{L}\p{M} .'’-]{0,40}:\s/u;

/** Longest summary, in characters. */
export const SUMMARY_LIMIT = 300;
/** Content words without which a sentence is an aside ("Exactly!"), and those that it is weighed by at the least. */
const ASIDE = 2;
const SHORT = 4;
/** What remains of a word's weight each time it has been said. */
const SAID_BEFORE = 0.25;

interface Sentence {
  readonly text: string;
  readonly place: number;
  readonly words: ReadonlySet<string>;
}

/**
 * The sentences that say most of what the texts say, in their order, at most `limit` characters: those whose words
 * recur in the most sentences, each word counting less once it has been said. Deterministic; the time grows with the
 * length of the texts. Empty when they are.
 */
export function summarise(texts: readonly string[], limit = SUMMARY_LIMIT): string {
  const all = [...new Set(texts.flatMap(sentencesOf))].map((text, place) => ({ text, place, words: new Set(contentWords(text)) }));
  const weights = wordWeights(all);
  const chosen: Sentence[] = [];
  let left = limit;
  for (;;) {
    const next = mostTelling(all, weights, chosen, left);
    if (next === null) break;
    chosen.push(next);
    left -= next.text.length + 1;
    for (const word of next.words) weights.set(word, (weights.get(word) ?? 0) * SAID_BEFORE);
  }
  if (chosen.length === 0) return shortened(texts.join(" ").replace(/\s+/g, " ").trim(), limit);
  return chosen
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text)
    .join(" ");
}

function mostTelling(
  sentences: readonly Sentence[],
  weights: ReadonlyMap<string, number>,
  chosen: readonly Sentence[],
  left: number,
): Sentence | null {
  let best: { sentence: Sentence; score: number } | null = null;
  for (const sentence of sentences) {
    if (sentence.text.length > left || chosen.includes(sentence)) continue;
    const score = telling(sentence, weights);
    if (score > (best?.score ?? 0)) best = { sentence, score };
  }
  return best?.sentence ?? null;
}

/** Mean weight of a sentence's words, so that short sentences leave room for others; 0 for an aside. */
function telling({ words }: Sentence, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const word of words) sum += weights.get(word) ?? 0;
  return words.size < ASIDE ? 0 : sum / Math.max(words.size, SHORT);
}

/** In how many sentences each word occurs. */
function wordWeights(sentences: readonly Sentence[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { words } of sentences) for (const word of words) weights.set(word, (weights.get(word) ?? 0) + 1);
  return weights;
}

/** Sentences and lines, each at most a summary long. */
function sentencesOf(text: string): string[] {
  return sentences(text)
    .map((sentence) => shortened(sentence.replace(/\s+/g, " ").trim(), SUMMARY_LIMIT))
    .filter((sentence) => sentence !== "");
}

/** Lower-case words that carry meaning; the speaker's name before a colon is none of what was said. */
function contentWords(sentence: string): string[] {
  return (
    sentence
      .replace(SPEAKER, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => !FUNCTION_WORDS.has(word));
}

/** Cut at a word's end, with an ellipsis, to at most `limit` characters. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > limit / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}
