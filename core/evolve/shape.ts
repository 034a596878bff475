/** Words that a gap of a question's shape may hold. */
const LONGEST = 6;
/** What differed between questions. */
export const ANY = "*";

/** Words of a question and of what it tells, in lower case. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

const WORD = /[\p{L}\p{N}]+(?:[.,:’'][\p{L}\p{N}]+)*/gu;

/** Whether a value stands in a question, word for word. */
export function isTold(question: string, value: unknown): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  return placeOf(wordsIn(question), wordsIn(String(value))) !== -1;
}

/** A question's words with `{name}` in place of the values that it tells, the longest first; null where it tells one of them nowhere. */
export function maskedWords(question: string, values: Readonly<Record<string, unknown>>): string[] | null {
  let words = wordsIn(question);
  const byLength = Object.entries(values).map(([name, value]) => ({ name, told: wordsIn(String(value)) }));
  for (const { name, told } of byLength.toSorted((a, b) => b.told.length - a.told.length)) {
    const at = placeOf(words, told);
    if (at === -1) return null;
    words = [...words.slice(0, at), `{${name}}`, ...words.slice(at + told.length)];
  }
  return words;
}

/** What two shapes have in common, in order, with `*` for what lies between (their longest common subsequence). */
export function commonShape(one: readonly string[], other: readonly string[]): string[] {
  const length = Array.from({ length: one.length + 1 }, () => Array.from({ length: other.length + 1 }, () => 0));
  const at = (i: number, j: number) => length[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      (length[i] as number[])[j] = one[i] === other[j] ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1));
  const shape: string[] = [];
  const gap = () => void (shape.at(-1) === ANY || shape.push(ANY));
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      if (one[i] === ANY) gap();
      else shape.push(one[i] as string);
      [i, j] = [i + 1, j + 1];
      continue;
    }
    gap();
    if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  if (i < one.length || j < other.length) gap();
  return shape;
}

/**
 * What the gaps of a shape hold in a question, as it is written there; null for a question of another shape. A gap with a name
 * holds one word at least, and as few as can be.
 */
export function readShape(shape: readonly string[], question: string): Readonly<Record<string, string>> | null {
  const words = [...question.matchAll(WORD)].map(([word], place) => ({ word: word.toLowerCase(), place }));
  const places = [...question.matchAll(WORD)].map(({ index, 0: word }) => ({ from: index, to: index + word.length }));
  const read = (at: number, from: number): Record<string, string> | null => {
    const part = shape[at];
    if (part === undefined) return from === words.length ? {} : null;
    if (part !== ANY && !part.startsWith("{")) return words[from]?.word === part ? read(at + 1, from + 1) : null;
    for (let size = part === ANY ? 0 : 1; size <= LONGEST && from + size <= words.length; size++) {
      const rest = read(at + 1, from + size);
      if (rest === null) continue;
      if (part === ANY) return rest;
      const text = question.slice(places[from]?.from, places[from + size - 1]?.to);
      return { ...rest, [part.slice(1, -1)]: text };
    }
    return null;
  };
  return read(0, 0);
}

function placeOf(words: readonly string[], told: readonly string[]): number {
  if (told.length === 0) return -1;
  return words.findIndex((_, at) => told.every((word, offset) => words[at + offset] === word));
}
