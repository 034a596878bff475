import { stem } from "../../core/tokens.js";

/**
 * The words of a text in lower case, in order. A hyphen or an apostrophe inside a word belongs to it (`put-away`,
 * `the-hub1`, `don't`); punctuation is left out.
 */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9]+(?:[-_'’][a-z0-9]+)*/g) ?? [];
}

/** Words of a text as stems; those with a hyphen give the stems of their parts too. */
export function stemsOf(text: string): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const sentence of sentencesOf(text)) for (const one of sentenceStems(sentence)) stems.add(one);
  return stems;
}

/** The sentences of a text: what stands between full stops, semicolons and line ends, without blanks around. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/[;\n]|[.!?](?=\s|$)/)
    .map((sentence) => sentence.replace(/^\s*\w+:\s*/, "").trim())
    .filter((sentence) => sentence !== "");
}

const known = new Map<string, readonly string[]>();
/** Sentences kept at hand: those of a few runs, which repeat one another nearly always. */
const KEPT = 20_000;

function sentenceStems(sentence: string): readonly string[] {
  const kept = known.get(sentence);
  if (kept !== undefined) return kept;
  if (known.size >= KEPT) known.clear();
  const made = wordsOf(sentence).flatMap((word) => [stem(word), ...(/[-_]/.test(word) ? word.split(/[-_]/).map(stem) : [])]);
  known.set(sentence, made);
  return made;
}
