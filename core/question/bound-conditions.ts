import { measureText } from "../numbers.js";
import { sameDimension } from "../units.js";
import { adjective, type Dimension } from "./adjectives.js";
import { columnsOfDimension, preferredColumn } from "./column-mentions.js";
import { isDone } from "./done-words.js";
import type { Annotated, MarkOf } from "./mark.js";
import { cardAt, distance, isCue, isNegated, neighbour, placesOf, type Condition } from "./view.js";

type BoundOperator = "<" | "<=" | ">" | ">=" | "=" | "!=" | "between";

/** A comparison with a number, before it is known which column it is of. */
interface Bound {
  readonly operator: BoundOperator;
  readonly quantities: readonly number[];
  readonly dimensions: readonly Dimension[];
  readonly places: readonly number[];
}

/** Comparisons with a number: `above 6.7`, `between 3 and 5`, `heavier than 4 kg`, `a rating of 8`. */
export function boundConditions(view: Annotated): Condition[] {
  return placesOf(view, ({ kind }) => kind === "quantity").flatMap((place): Condition[] => {
    const bound = boundAt(view, place);
    if (bound === null) return [];
    const mention = boundColumn(view, bound);
    const column = mention === null ? null : mention.column;
    const name = column === null ? undefined : cardAt(view, column)?.name;
    if (mention === null || name === undefined) return [];
    const values = bound.quantities.map((at) => written(view.marks[at] as MarkOf<"quantity">));
    const value = bound.operator === "between" ? values : values[0];
    const operator = isNegated(view, bound.places[0] ?? place) ? OPPOSITE[bound.operator] : bound.operator;
    return [
      {
        filter: { column: name, operator, value },
        column,
        kind: "bound",
        places: [...(mention.place === null ? [] : [mention.place]), ...bound.places],
        label: `${name} ${operator} ${values.join(" and ")}`,
      },
    ];
  });
}

const OPPOSITE: Readonly<Record<BoundOperator, string>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "=": "!=",
  "!=": "=",
  between: "between",
};

/** The number with its unit, so that the filter converts it. */
function written({ number, unit }: MarkOf<"quantity">): string | number {
  return unit === null ? number : measureText(String(number), unit);
}

/** The comparison that a number belongs to; null for a count (`top 3`) or a bare number. */
function boundAt(view: Annotated, place: number): Bound | null {
  const after = neighbour(view, place, 1);
  const next = after === null ? undefined : view.marks[after];
  const before = neighbour(view, place, -1);
  const lead = before === null ? undefined : view.marks[before];
  if (before === null) return null;
  if (isCue(next, "bound-after"))
    return { operator: next.cue.operator, quantities: [place], dimensions: [], places: [place, after ?? place] };
  if (isCue(lead, "bound")) {
    if (isCourse(view, before, place)) return { operator: "=", quantities: [place], dimensions: [], places: [before, place] };
    if (lead.cue.operator !== "between")
      return { operator: lead.cue.operator, quantities: [place], dimensions: [], places: [before, place] };
    const second = isCue(next, "and") && after !== null ? neighbour(view, after, 1) : null;
    if (second === null || view.marks[second]?.kind !== "quantity") return null;
    return { operator: "between", quantities: [place, second], dimensions: [], places: [before, place, after ?? place, second] };
  }
  if (isCue(lead, "than")) return thanBound(view, before, place);
  if (next?.kind === "column" && (view.marks[place] as MarkOf<"quantity">).number === 0 && after !== null)
    return { operator: "=", quantities: [place], dimensions: [], places: [place, after] };
  if (lead?.kind === "column" && isEquality(view, before, place))
    return aheadOf(view, before, place) ?? { operator: "=", quantities: [place], dimensions: [], places: [place] };
  return isCovered(view, place) ? { operator: "=", quantities: [place], dimensions: [], places: [place] } : null;
}

/** `my best time over 5 km`: a course of that length, not more than it. */
function isCourse(view: Annotated, over: number, place: number): boolean {
  const [word, before] = [view.words[view.marks[over]?.from ?? -1]?.fold, view.words[(view.marks[over]?.from ?? 0) - 1]?.fold ?? ""];
  return word === "over" && /^times?$/.test(before) && columnAlike(view, view.marks[place] as MarkOf<"quantity">) !== null;
}

/** `did I run 14 km`, `my fastest 5 km`: so much of what one column measures, after what is done or how fast. */
function isCovered(view: Annotated, place: number): boolean {
  const before = view.words[(view.marks[place]?.from ?? 0) - 1]?.fold ?? "";
  const fast = view.marks[place - 1]?.kind === "adjective" && adjective(before)?.degree === "superlative";
  return (fast || isDone(before)) && columnAlike(view, view.marks[place] as MarkOf<"quantity">) !== null;
}

/** The only column that measures the same as a number with a unit; null for a number without one. */
function columnAlike({ card }: Annotated, { unit }: MarkOf<"quantity">): number | null {
  return theOnly(
    card.columns.flatMap((own, column) => (unit !== null && own.unit !== null && sameDimension(unit, own.unit) ? [column] : [])),
  );
}

function theOnly(columns: readonly number[]): number | null {
  return columns.length === 1 ? (columns[0] ?? null) : null;
}

/** `exceed a rating of 7`, `above a rating of 7`: the comparison stands before the column. */
function aheadOf(view: Annotated, column: number, place: number): Bound | null {
  const before = neighbour(view, column, -1);
  const lead = before === null ? undefined : view.marks[before];
  if (before === null) return null;
  if (isCue(lead, "bound") && lead.cue.operator !== "between")
    return { operator: lead.cue.operator, quantities: [place], dimensions: [], places: [before, place] };
  return isCue(lead, "than") ? thanBound(view, before, place) : null;
}

/** `more than`, `heavier than`. */
function thanBound(view: Annotated, than: number, place: number): Bound | null {
  const before = neighbour(view, than, -1);
  const lead = before === null ? undefined : view.marks[before];
  if (before === null) return null;
  if (isCue(lead, "compare"))
    return { operator: lead.cue.order === "desc" ? ">" : "<", quantities: [place], dimensions: [], places: [before, than, place] };
  const [dimension] = lead?.kind === "adjective" ? lead.dimensions : [];
  if (lead?.kind !== "adjective" || dimension === undefined) return null;
  return {
    operator: dimension.order === "desc" ? ">" : "<",
    quantities: [place],
    dimensions: lead.dimensions,
    places: [before, than, place],
  };
}

/** `a rating of 8`, `rating 8`, `the rating was 8`. */
function isEquality(view: Annotated, column: number, place: number): boolean {
  const between = view.words.slice(view.marks[column]?.to, view.marks[place]?.from).map(({ fold }) => fold);
  return between.every((fold) => ["is", "was", "of", "were", "are", "a", "equals", "at", "been", "hit"].includes(fold));
}

/** Where a column is named, when it is just once. */
function namedAt(view: Annotated, column: number): number | null {
  const named = placesOf(view, (mark) => mark.kind === "column" && mark.columns.includes(column));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Which column a comparison is of, and where it is named. */
function boundColumn(
  view: Annotated,
  { operator, quantities, dimensions, places }: Bound,
): { column: number; place: number | null } | null {
  const quantity = view.marks[quantities[0] ?? -1] as MarkOf<"quantity">;
  const fits = (column: number) => {
    const card = cardAt(view, column);
    return card?.type === "number" && (quantity.unit === null || card.unit === null || sameDimension(quantity.unit, card.unit));
  };
  const near = new Set(view.words.slice(Math.max(0, (view.marks[places[0] ?? 0]?.from ?? 0) - 3), quantity.to + 3).map(({ stem }) => stem));
  const measured = columnsOfDimension(dimensions, view.columns, near).find(({ index }) => fits(index));
  if (measured !== undefined) return { column: measured.index, place: namedAt(view, measured.index) };
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const mentions = placesOf(view, ({ kind }) => kind === "column")
    .flatMap((place) => {
      const candidates = (view.marks[place] as MarkOf<"column">).columns.filter(fits);
      const column = preferredColumn(candidates, view.columns, operator.startsWith("<") ? "asc" : "desc");
      const away = place < first ? distance(view, place, first) : distance(view, last, place);
      return column === null ? [] : [{ place, column, away: away + (place > last ? 0.3 : 0) }];
    })
    .toSorted((a, b) => a.away - b.away);
  const [closest] = mentions;
  if (closest !== undefined) return { column: closest.column, place: closest.away <= 2 ? closest.place : null };
  const numbers = view.card.columns.flatMap(({ type }, column) => (type === "number" ? [column] : []));
  const only = quantity.unit === null ? theOnly(numbers) : columnAlike(view, quantity);
  return only === null ? null : { column: only, place: null };
}
