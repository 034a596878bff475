import { words } from "./tokens.js";

/** What opens the question itself: a question word, else the verb that stands before its subject. */
const OPENS = [
  /\b(?:what|which|who|whom|whose|when|where|why|how)\b/i,
  /\b(?:did|do|does|is|are|was|were|has|have|had|can|could|will|would|should)\s+(?:i|we|you|he|she|it|they|the|my|our|there|any|\p{Lu})/u,
];

/** What ties a word before the question to it: `in Berlin, where …`, `about my passport, where …`. */
const TIES = new Set(
  (
    "in on at for from to of with without about regarding concerning during after before since until by under over between near " +
    "my our his her its their your the a an this that these those if because while as than no not and or"
  ).split(" "),
);

/**
 * Words of a question, folded, that stand before its clause by themselves (`zorble, where was I born?`, `please tell me: …`):
 * calls and fillers. What a preposition or article ties to the clause is none of them.
 */
export function wordsOutside(question: string): ReadonlySet<string> {
  const opens = OPENS.map((pattern) => question.search(pattern)).find((at) => at >= 0) ?? 0;
  const [before, clause] = [question.slice(0, opens), new Set(words(question.slice(opens)))];
  const loose = before.split(/[,:;.!?–—\n]+/).flatMap((part) => {
    const said = words(part);
    return said.some((word) => TIES.has(word)) ? [] : said;
  });
  return new Set(loose.filter((word) => !clause.has(word)));
}
