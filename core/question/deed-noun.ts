import type { Annotated } from "./mark.js";
import { wordsOf } from "./words.js";

/** What of a thing done is measured, as the last word of a column: `run distance`, `swim time`. */
const MEASURED = /^(?:distance|time|duration|length|pace|speed)$/;

/** Whether a mention of columns is the thing done whose measures they are: `run` of `run distance` and `run time`. */
export function isDeedNoun({ marks, words, card }: Annotated, place: number): boolean {
  const mark = marks[place];
  if (mark?.kind !== "column" || mark.to !== mark.from + 1) return false;
  const noun = words[mark.from]?.stem;
  return mark.columns.every((column) => {
    const [first, last, ...more] = wordsOf(card.columns[column]?.name ?? "");
    return first?.stem === noun && MEASURED.test(last?.fold ?? "") && more.length === 0;
  });
}
