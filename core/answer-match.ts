import { NUMERAL, readNumber } from "./values/number.js";

/** Half a per cent of the number, or a hundredth where that is more. */
const RELATIVE = 0.005;
const ABSOLUTE = 0.01;

/** Whether a number is the gold one, within half a per cent or a hundredth. */
export function isSameNumber(value: number, gold: number): boolean {
  return Math.abs(value - gold) <= Math.max(RELATIVE * Math.abs(gold), ABSOLUTE);
}

/** An answer without case, punctuation, articles and needless blanks, as question sets compare them. */
export function normalizedAnswer(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[_-]/g, " ")
    .replace(/(?!(?<=\d)\.\d)[^\p{L}\p{N}\p{M}\s]/gu, "")
    .replace(/\b(a|an|the)\b/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether an answer equals one of the gold ones once both are normalized. */
export function isExactAnswer(answer: string, golds: readonly string[]): boolean {
  const normalized = normalizedAnswer(answer);
  return normalized !== "" && golds.some((gold) => normalizedAnswer(gold) === normalized);
}

/** Whether an answer names one of the gold ones, as whole words among others. */
export function containsAnswer(answer: string, golds: readonly string[]): boolean {
  const words = ` ${normalizedAnswer(answer)} `;
  return golds.some((gold) => normalizedAnswer(gold) !== "" && words.includes(` ${normalizedAnswer(gold)} `));
}

/** Harmonic mean of the shares of words that an answer has in common with a gold one; the best over the gold ones. */
export function answerF1(answer: string, golds: readonly string[]): number {
  const words = wordsOf(answer);
  return Math.max(
    0,
    ...golds.map((gold) => {
      const wanted = wordsOf(gold);
      const left = [...wanted];
      const common = words.filter((word) => {
        const at = left.indexOf(word);
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
      }).length;
      return common === 0 ? 0 : (2 * common) / (words.length + wanted.length);
    }),
  );
}

/** The one number that an answer gives; null where it gives none or several different ones. */
export function numberOf(answer: string): number | null {
  const numbers = new Set<number>();
  for (const [text, sign = "", numeral = ""] of answer.matchAll(new RegExp(`(?<![\\p{L}\\d])([-−]?)(${NUMERAL})`, "gu"))) {
    const read = readNumber(numeral);
    if (read !== null && text !== "") numbers.add(sign === "" ? read.number : -read.number);
  }
  const [only] = numbers;
  return numbers.size === 1 && only !== undefined ? only : null;
}

function wordsOf(text: string): string[] {
  return normalizedAnswer(text)
    .split(" ")
    .filter((word) => word !== "");
}
