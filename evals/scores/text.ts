import snowball from "snowball-stemmers";

/**
 * Scores of an answer's words against a gold one, as the data sets publish them. Each is in [0, 1]; over several gold
 * answers the best counts.
 */

/** How two texts are made comparable before words are counted. */
export type Normalisation = (text: string) => readonly string[];

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** SQuAD's: lower case, ASCII punctuation out, the articles a, an, the out; words between blanks. */
export const squadWords: Normalisation = (text) =>
  split(
    text
      .toLowerCase()
      .replace(PUNCTUATION, "")
      .replace(/\b(?:a|an|the)\b/g, " "),
  );

const porter = snowball.newStemmer("porter");

/** LoCoMo's: SQuAD's with `and` among the articles and commas out before anything else, each word as its Porter stem. */
export const locomoWords: Normalisation = (text) =>
  split(
    text
      .replaceAll(",", "")
      .toLowerCase()
      .replace(PUNCTUATION, "")
      .replace(/\b(?:a|an|the|and)\b/g, " "),
  ).map((word) => porter.stem(word));

function split(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Whether an answer is a gold one word by word. */
export function exactMatch(answer: string, golds: readonly string[], words: Normalisation = squadWords): 0 | 1 {
  const given = words(answer).join(" ");
  return golds.some((gold) => words(gold).join(" ") === given) ? 1 : 0;
}

/** Harmonic mean of the shares of words in common, each word as often as both have it. */
export function tokenF1(answer: string, golds: readonly string[], words: Normalisation = squadWords): number {
  const given = words(answer);
  return best(golds, (gold) => {
    const wanted = words(gold);
    const shared = common(given, wanted);
    return shared === 0 ? 0 : (2 * shared) / (given.length + wanted.length);
  });
}

/** LoCoMo's for answers in several parts: the mean over the gold's parts, between commas, of the best F1 of any part given. */
export function partsF1(answer: string, gold: string, words: Normalisation = locomoWords): number {
  const given = answer.split(",");
  const wanted = gold.split(",");
  return wanted.reduce((sum, part) => sum + Math.max(...given.map((own) => tokenF1(own, [part], words))), 0) / wanted.length;
}

/** BLEU with single words (Papineni et al.): clipped precision times the penalty exp(1 − r/c) of a shorter answer. No smoothing. */
export function bleu1(answer: string, golds: readonly string[], words: Normalisation = squadWords): number {
  const given = words(answer);
  if (given.length === 0) return 0;
  return best(golds, (gold) => {
    const wanted = words(gold);
    const precision = common(given, wanted) / given.length;
    return precision * Math.exp(Math.min(0, 1 - wanted.length / given.length));
  });
}

function best(golds: readonly string[], score: (gold: string) => number): number {
  return Math.max(0, ...golds.map(score));
}

function common(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  return a.filter((word) => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count > 0;
  }).length;
}
