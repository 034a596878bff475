import { labelColumn } from "./card.js";
import { doneBy, measureOf } from "./done-words.js";
import { measuredBy } from "./noun-measure.js";
import { nameOf, type Query } from "./query.js";
import { isCue } from "./view.js";
import { nameWords } from "./words.js";

/** `more often`, `most times`: occasions are counted. */
const OCCASIONS = /^(?:often|oftener|times|frequently)$/;

/**
 * The column that tells how much was done of what a question's verb names, when the question names no number itself: `how
 * much did I spend`, `on which day did I run the most`. Null where rows are things (books): these are counted.
 */
export function doneColumn(query: Query): string | null {
  const { view, card } = query;
  if (view.words.some(({ fold }) => OCCASIONS.test(fold))) return null;
  const near = new Set(view.words.map(({ stem }) => stem));
  const things = labelColumn(card) !== null;
  for (const mark of view.marks) {
    if (mark.kind === "column" || mark.kind === "value") continue;
    for (const { fold } of view.words.slice(mark.from, mark.to)) {
      const column = measuredBy(view, things && fold === "read" ? undefined : doneBy(fold), near);
      if (column !== null) return nameOf(query, column);
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
export function ownAmount(query: Query): string | null {
  const { view, card } = query;
  for (const { fold } of [card.name, ...card.aliases].flatMap(nameWords)) {
    const column = measuredBy(view, fold.startsWith("weigh") ? undefined : measureOf(fold));
    if (column !== null) return nameOf(query, column);
  }
  return null;
}

/** `did I read the most pages`, not `was the most rain`. */
export function asksWhatWasDone({ view }: Query): boolean {
  return view.words.some(
    ({ fold }, at) => /^(?:did|do|does|have|had|has)$/.test(fold) && /^(?:i|we|you|she|he|they)$/.test(view.words[at + 1]?.fold ?? ""),
  );
}
