import { labelColumn } from "./card.js";
import { ownStems } from "./known-stems.js";
import { doneBy, measureOf } from "./done-words.js";
import { measuredBy } from "./noun-measure.js";
import { nameOf, type Query } from "./query.js";
import type { Shown } from "./reading.js";
import { isCue } from "./view.js";
import { nameWords, stemOf } from "./words.js";

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

/** `what did I buy`, of purchases: the column of what was bought; null where rows tell none. */
export function thingDone({ view, card }: Query): Shown | null {
  const [, verb] =
    /\bwhat (?:did|do|have|had) (?:i|we|you|she|he|they) (\p{L}+)\b(?! (?:most|least)\b)/u.exec(
      view.words.map(({ fold }) => fold).join(" "),
    ) ?? [];
  const isOwn = verb !== undefined && !AMOUNT.test(verb) && ownStems(card).has(stemOf(verb));
  const texts = isOwn ? card.columns.filter(({ type }) => type === "text") : [];
  const column = texts.find(({ name }) => THING.test(name)) ?? (texts.length === 1 ? texts[0] : undefined);
  return column === undefined ? null : { kind: "column", column: column.name };
}

const AMOUNT = /^(?:spend|spent|pay|paid|earn|earned|weigh|weighed|cost)$/;
const THING = /\b(?:item|items|product|thing|article|title|book|film|movie|dish|meal|food|drink|what|name|piece|crop)\b/i;

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
