import type { Operator } from "../aggregate-items.js";
import type { Dimension } from "./adjectives.js";
import { columnsOfDimension } from "./column-mentions.js";
import { ownStems } from "./known-stems.js";
import { isDeal, measureOf } from "./done-words.js";
import type { Annotated } from "./mark.js";
import { cardAt, neighbour } from "./view.js";

/**
 * The column that measures the deeds which the noun after a place stands for: of `biggest expense` the amount, of `biggest
 * run` the distance. Of a total only payments: `total runs` counts them.
 */
export function nounMeasure(
  view: Annotated,
  place: number,
  aggregates: readonly { readonly operator: Operator; readonly place: number }[] = [],
): number | null {
  let after = neighbour(view, place, 1);
  if (after !== null && view.marks[after]?.kind === "quantity") after = neighbour(view, after, 1);
  const own = ownMeasure(view, place, after);
  if (own !== null) return own;
  return after !== null && aggregates.some((own) => own.place === place && own.operator !== "avg") && !isDeal(foldAt(view, after))
    ? null
    : measuredAt(view, after);
}

/** Of the size of a row, by the table's own name (`the biggest feed`, `the smallest honey harvest`): what measures it, or its only number. */
function ownMeasure(view: Annotated, place: number, first: number | null): number | null {
  const sizes = view.words.slice(view.marks[place]?.from, view.marks[place]?.to).some(({ fold }) => SIZE.test(fold));
  if (!sizes || first === null) return null;
  let last = first;
  while (view.marks[last + 1]?.kind === "unknown") last++;
  const own = ownStems(view.card);
  const nouns = view.marks.slice(first, last + 1);
  if (!nouns.every(({ kind, from }) => kind === "unknown" && own.has(view.words[from]?.stem ?? ""))) return null;
  const numbers = view.card.columns.flatMap(({ type }, index) => (type === "number" ? [index] : []));
  return measuredAt(view, last) ?? (numbers.length === 1 ? (numbers[0] ?? null) : null);
}

const SIZE = /^(?:biggest|largest|greatest|smallest)$/;

/** As `nounMeasure`, of the noun at a place. */
export function measuredAt(view: Annotated, place: number | null): number | null {
  const mark = place === null ? undefined : view.marks[place];
  return measuredBy(view, mark?.kind === "unknown" ? measureOf(view.words[mark.from]?.fold ?? "") : undefined);
}

/** The column of numbers that tells a dimension best; words near the question's own (`near`) count for it. */
export function measuredBy(view: Annotated, dimension: Dimension | undefined, near: ReadonlySet<string> = new Set()): number | null {
  const measured = dimension === undefined ? [] : columnsOfDimension([dimension], view.columns, near);
  return measured.find(({ index }) => cardAt(view, index)?.type === "number")?.index ?? null;
}

function foldAt(view: Annotated, place: number): string {
  return view.words[view.marks[place]?.from ?? -1]?.fold ?? "";
}
