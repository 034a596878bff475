/**
 * The letter that an answer to a multiple-choice question gives: one that it begins with or says that it chooses, else the
 * only one that stands alone in it, else that of the only choice whose text is in it. Null where none is told.
 */
export function chosenLetter(answer: string, choices: Readonly<Record<string, string>>): string | null {
  const letters = Object.keys(choices);
  const letter = `([${letters.join("")}])`;
  const told =
    new RegExp(`^\\W*${letter}(?:\\W|$)(?!\\s*[a-z])`).exec(answer)?.[1] ??
    new RegExp(`\\b(?:answer|option|choice|choose)\\b\\W*(?:is\\W+)?\\(?${letter}\\b`, "i").exec(answer)?.[1]?.toUpperCase();
  if (told !== undefined) return told;
  const standing = answer.matchAll(new RegExp(`(?<![\\p{L}\\d'’])(?!A\\s+\\p{Ll})${letter}(?![\\p{L}\\d'’])`, "gu"));
  // An `A` before a word is an article.
  const alone = new Set(Array.from(standing, (match) => match[1]));
  if (alone.size === 1) return [...alone][0] ?? null;
  const words = ` ${plain(answer)} `;
  const named = letters.filter((one) => plain(choices[one] ?? "") !== "" && words.includes(` ${plain(choices[one] ?? "")} `));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** The choices that a question lists from A on: `A. red`, `(B) blue`, `C: green`, in lines or in one; null where it lists fewer than two. */
export function listedChoices(question: string): Record<string, string> | null {
  const marks = [...question.matchAll(/(?<=^|\s)\(?([A-H])[.):]\s+/g)];
  const from = marks.findLastIndex(([, letter]) => letter === "A");
  const listed = from < 0 ? [] : marks.slice(from).filter(([, letter], at) => letter === String.fromCharCode(65 + at));
  if (listed.length < 2) return null;
  return Object.fromEntries(
    listed.map((mark, at) => [mark[1] ?? "", question.slice(mark.index + mark[0].length, listed[at + 1]?.index ?? question.length).trim()]),
  );
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
