import { doneColumn } from "./doings.js";
import { perPlace } from "./group-form.js";
import { filtersOf, nameAt, type Query } from "./query.js";
import type { Form } from "./reading.js";
import { impliedColumn, inAskedUnit, numericPlaces } from "./targets.js";
import { hasCue, isCue, neighbour, placesOf } from "./view.js";

/** `how many runs a week`, `how much do I spend per month on average`, `my average monthly total distance`: so much on each period. */
export function rateForm(query: Query): Form | null {
  const { view, aggregates, superlatives } = query;
  const averaged = aggregates.some(({ operator }) => operator === "avg") || view.words.some(({ fold }) => fold === "often");
  const each = placesOf(view, (mark) => isCue(mark, "period")).find((place) => isEach(query, place));
  const place = averaged ? (perPlace(query) ?? each) : each;
  const mark = place === undefined ? undefined : view.marks[place];
  if (!isCue(mark, "period") || superlatives.length > 0 || hasCue(view, "different")) return null;
  const { period } = mark.cue;
  if (period === "hour" || period === "weekday") return null;
  const filters = filtersOf(query);
  const target = rateTarget(query);
  if (target !== null) return { kind: "rate", operator: "sum", target: inAskedUnit(query, target), period, filters };
  return hasCue(view, "how-many") ? { kind: "rate", operator: "count", target: null, period, filters } : null;
}

/** The number that comes on each period; null where rows are counted, or where a mean of the rows is asked for. */
function rateTarget(query: Query): string | null {
  const { view, aggregates } = query;
  const summed = aggregates.some(({ operator }) => operator === "sum") || hasCue(view, "how-much", "how");
  const counted = placesOf(view, (mark) => isCue(mark, "how-many")).map((place) => neighbour(view, place, 1));
  const [named] = numericPlaces(query).filter((place) => summed || counted.includes(place));
  return nameAt(query, named ?? null) ?? impliedColumn(query) ?? (hasCue(view, "how-many") ? null : doneColumn(query));
}

/** `a week`, `weekly`: each of them, not all. */
function isEach({ view }: Query, place: number): boolean {
  const { from } = view.marks[place] ?? { from: 0 };
  const [word, before, lead] = [view.words[from]?.fold ?? "", view.words[from - 1]?.fold ?? "", view.words[from - 2]?.fold ?? ""];
  return /ly$|^annual$/.test(word) || (before === "a" && !/^(?:in|for|within|than|of|over|under|about|after|once)$/.test(lead));
}
