import { stem } from "../../core/tokens.js";

/**
 * The words of a text in lower case, in order. A hyphen or an apostrophe inside a word belongs to it (`put-away`,
 * `the-hub1`, `don't`); punctuation is left out.
 */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9]+(?:[-_'’][a-z0-9]+)*/g) ?? [];
}

/** Words of a text as stems; those with a hyphen give the stems of their parts too, and `ball1` gives `ball`. */
export const stemsOf: (text: string) => ReadonlySet<string> = remembered(500, (text) => {
  const stems = new Set<string>();
  for (const sentence of sentencesOf(text)) for (const one of sentenceStems(sentence)) stems.add(one);
  return stems;
});

/**
 * A function of a text that keeps its last results, since the runs of a task read the same texts over and over. When
 * `limit` texts are kept they are all forgotten.
 */
export function remembered<Result>(limit: number, work: (text: string) => Result): (text: string) => Result {
  const kept = new Map<string, Result>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= limit) kept.clear();
    const made = work(text);
    kept.set(text, made);
    return made;
  };
}

/** The sentences of a text: what stands between full stops, semicolons and line ends, without blanks around. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/[;\n]|[.!?](?=\s|$)/)
    .map((sentence) => sentence.replace(/^\s*\w+:\s*/, "").trim())
    .filter((sentence) => sentence !== "");
}

const sentenceStems = remembered(20_000, (sentence) =>
  wordsOf(sentence).flatMap((word) => [stem(word), ...(/[-_]/.test(word) ? word.split(/[-_]/).map(stem) : []), ...unnumbered(word)]),
);

function unnumbered(word: string): string[] {
  const name = /^([a-z-]*[a-z])-?\d+$/.exec(word)?.[1];
  return name === undefined ? [] : [stem(name)];
}
