import { canonicalUnit, sameDimension } from "../units.js";
import { askedUnits, convertible } from "./asked-unit.js";
import { unitOf } from "./card.js";
import { columnsOfDimension, unitColumns } from "./column-mentions.js";
import { asksAmount, doneColumn } from "./doings.js";
import { LASTING } from "./done-words.js";
import type { MarkOf } from "./mark.js";
import { nounMeasure } from "./noun-measure.js";
import { nameAt, nameOf, type Query } from "./query.js";
import { cardAt, columnAt, hasCue, isCue, placesOf, quoted, spansEnds } from "./view.js";

/**
 * The column that an aggregate at a place is of: the nearest after it (`between the first and the last run`: before it), else on its
 * other side, else one that is implied.
 */
export function targetOf(query: Query, place: number, wanted: (column: number) => boolean): string | null {
  const fits = (at: number) => wanted(columnAt(query.view, at) ?? -1);
  const right = query.columns.find((at) => at > place && fits(at));
  const left = query.columns.findLast((at) => at < place && fits(at));
  const nearest = spansEnds(query.view) ? (left ?? right) : (right ?? left);
  return nameAt(query, nearest ?? null) ?? nameOf(query, nounMeasure(query.view, place, query.aggregates)) ?? impliedColumn(query);
}

/** The target in the unit that the question asks for (`in kg`), where its column has another of the same kind. */
export function inAskedUnit({ view, card }: Query, target: string): string {
  const unit = convertible(askedUnits(view), unitOf(card, target));
  return unit === null ? target : `${quoted(target)} in ${unit}`;
}

export function isNumeric({ card }: Query): (column: number) => boolean {
  return (column) => card.columns[column]?.type === "number";
}

/** Places of the mentions of numbers that no condition uses. */
export function numericPlaces(query: Query): number[] {
  return query.columns.filter((place) => isNumeric(query)(columnAt(query.view, place) ?? -1));
}

/** A column that no name stands for: `how heavy`, `how many grams`. */
export function impliedColumn(query: Query): string | null {
  const { view } = query;
  const [graded] = placesOf(view, (mark) => mark.kind === "adjective" && mark.degree === "plain").filter((place) =>
    isCue(view.marks[place - 1], "how"),
  );
  const mark = graded === undefined ? undefined : (view.marks[graded] as MarkOf<"adjective">);
  const near = new Set(view.words.map(({ stem }) => stem));
  const lasting = mark !== undefined && view.words[mark.from]?.fold === "long" ? columnsOfDimension([LASTING], view.columns, near) : [];
  const [measured] = mark === undefined ? [] : [...lasting, ...columnsOfDimension(mark.dimensions, view.columns, near)];
  if (measured !== undefined) return cardAt(view, measured.index)?.name ?? null;
  const done = hasCue(view, "how-much") || asksAmount(query) ? doneColumn(query) : null;
  if (done !== null) return done;
  const [many] = placesOf(view, (own) => isCue(own, "how-many", "how-much"));
  const word = many === undefined ? undefined : view.words[view.marks[many]?.to ?? -1];
  const [unit] = word === undefined ? [] : unitColumns(word, view.columns);
  if (unit !== undefined) return cardAt(view, unit)?.name ?? null;
  const measure = word === undefined || word.fold.length < 2 ? null : canonicalUnit(word.text);
  // Days and months are counted, not converted.
  const alike =
    measure === null || /^(?:day|week|month|year)$/.test(measure)
      ? []
      : view.card.columns.filter((card) => card.unit !== null && sameDimension(card.unit, measure));
  return alike.length === 1 ? (alike[0]?.name ?? null) : null;
}
