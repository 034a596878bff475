import { labelColumn } from "./card.js";
import { columnsOfDimension } from "./column-mentions.js";
import { doneBy, measureOf } from "./done-words.js";
import type { Query } from "./query.js";
import { cardAt, isCue } from "./view.js";
import { nameWords } from "./words.js";

/** `more often`, `most times`: occasions are counted. */
const OCCASIONS = /^(?:often|oftener|times|frequently)$/;

/**
 * The column that tells how much was done of what a question's verb names, when the question names no number itself: `how
 * much did I spend`, `on which day did I run the most`. Null where rows are things (books): these are counted.
 */
export function doneColumn({ view, card }: Query): string | null {
  if (view.words.some(({ fold }) => OCCASIONS.test(fold))) return null;
  const near = new Set(view.words.map(({ stem }) => stem));
  const things = labelColumn(card) !== null;
  for (const mark of view.marks) {
    if (mark.kind === "column" || mark.kind === "value") continue;
    for (const { fold } of view.words.slice(mark.from, mark.to)) {
      const dimension = things && fold === "read" ? undefined : doneBy(fold);
      const measured = dimension === undefined ? [] : columnsOfDimension([dimension], view.columns, near);
      const found = measured.find(({ index }) => cardAt(view, index)?.type === "number");
      if (found !== undefined) return cardAt(view, found.index)?.name ?? null;
    }
  }
  return null;
}

/** `what did I spend`, `what have I paid`: an amount, as `how much` asks for. */
export function asksAmount({ view }: Query): boolean {
  const text = view.words.map(({ fold }) => fold).join(" ");
  return AMOUNT_ASKED.test(text) && !view.marks.some((mark) => isCue(mark, "extreme")) && !text.endsWith(" on");
}

const AMOUNT_ASKED = /\bwhat (?:did|do|have|has) (?:i|we|you|she|he|they) (?:spend|spent|pay|paid|earn|earned)\b/;

/** The column of amounts that rows are about and that add up, by the table's own name: of runs the distance, of purchases the amount. */
export function ownAmount({ view, card }: Query): string | null {
  for (const { fold } of [card.name, ...card.aliases].flatMap(nameWords)) {
    const dimension = fold.startsWith("weigh") ? undefined : measureOf(fold);
    const measured = dimension === undefined ? [] : columnsOfDimension([dimension], view.columns, new Set());
    const found = measured.find(({ index }) => cardAt(view, index)?.type === "number");
    if (found !== undefined) return cardAt(view, found.index)?.name ?? null;
  }
  return null;
}

/** `did I read the most pages`, not `was the most rain`. */
export function asksWhatWasDone({ view }: Query): boolean {
  return view.words.some(
    ({ fold }, at) => /^(?:did|do|does|have|had|has)$/.test(fold) && /^(?:i|we|you|she|he|they)$/.test(view.words[at + 1]?.fold ?? ""),
  );
}
