import type { Operator } from "../aggregate-items.js";
import { labelColumn, periodsSpanned } from "./card.js";
import { filtersOf, nameAt, nameOf, type Query } from "./query.js";
import type { Form } from "./reading.js";
import { inAskedUnit, isNumeric, numericPlaces, targetOf } from "./targets.js";
import { columnAt, hasCue, isCue, neighbour, placesOf } from "./view.js";

/** An aggregate for every group, or the group where it is highest or lowest. */
export function groupForm(query: Query): Form | null {
  const form = oftenForm(query) ?? pickedForm(query) ?? perForm(query);
  return form?.kind === "group" && form.target !== null ? { ...form, target: inAskedUnit(query, form.target) } : form;
}

/** `the most common genre`, `which island did I visit most often`: groups by how many rows they have. */
function oftenForm(query: Query): Form | null {
  const [often] = placesOf(query.view, (mark) => isCue(mark, "most-often", "least-often"));
  if (often === undefined) return null;
  const by =
    groupName(query, query.head?.place ?? null) ??
    groupName(query, query.columns.find((place) => place > often) ?? query.columns[0] ?? neighbour(query.view, often, 1));
  if (by === null) return null;
  return {
    kind: "group",
    operator: "count",
    target: null,
    by,
    pick: isCue(query.view.marks[often], "most-often") ? "desc" : "asc",
    filters: filtersOf(query),
  };
}

/** `which genre has the highest average rating`, `which species has the most entries`. */
function pickedForm(query: Query): Form | null {
  const { view, head, superlatives } = query;
  const [superlative] = superlatives;
  const compared = placesOf(view, (mark) => isCue(mark, "extreme"))[0];
  const place = superlative?.place ?? compared;
  if (head === null || place === undefined) return null;
  const order = superlative?.order ?? "desc";
  const aggregate = query.aggregates.find(
    ({ operator }) => operator !== "first" && operator !== "last" && operator !== "change" && operator !== "trend",
  );
  const by = groupedBy(query);
  if (by === null) return null;
  if (aggregate !== undefined) {
    const target =
      superlative?.column === null || superlative === undefined
        ? targetOf(query, aggregate.place, isNumeric(query))
        : nameOf(query, superlative.column);
    if (target !== null && target !== by)
      return { kind: "group", operator: aggregate.operator, target, by, pick: order, filters: filtersOf(query) };
  }
  const counted =
    (superlative === undefined || superlative.column === null || nameOf(query, superlative.column) === by) && countsRows(query, place);
  return counted ? { kind: "group", operator: "count", target: null, by, pick: order, filters: filtersOf(query) } : null;
}

/** `the most films`: how many there are, not how high something is. */
function countsRows({ view }: Query, place: number): boolean {
  return ["most", "least", "fewest"].includes(view.words[view.marks[place]?.from ?? -1]?.fold ?? "");
}

/** What the asked noun groups by: a column whose values recur, or a period; `per month` says it too. */
function groupedBy(query: Query): string | null {
  const { view, head } = query;
  const per = perPlace(query);
  if (per !== null) return groupName(query, per);
  if (head === null) return null;
  if (head.kind === "period") return groupName(query, head.place);
  const column = head.kind === "column" ? columnAt(view, head.place) : null;
  return column === null || column === labelColumn(query.card) || query.card.columns[column]?.type === "number"
    ? null
    : nameOf(query, column);
}

function groupName(query: Query, place: number | null): string | null {
  const mark = place === null ? undefined : query.view.marks[place];
  if (isCue(mark, "period")) return mark.cue.period;
  return nameAt(query, place);
}

/** Where it is said what groups are made by: `per genre`, `for each month`, `by species`. */
function perPlace(query: Query): number | null {
  const { view } = query;
  for (const place of placesOf(view, (mark) => isCue(mark, "per", "by"))) {
    const after = neighbour(view, place, 1);
    const mark = after === null ? undefined : view.marks[after];
    const column = after === null ? null : columnAt(view, after);
    const recurs = column !== null && query.card.columns[column]?.type !== "number" && query.columns.includes(after ?? -1);
    if (after !== null && (isCue(mark, "period") || recurs)) return after;
  }
  return null;
}

/** `on average per month` over monthly rows is the average of the rows. */
function isOneRowEach({ card, aggregates }: Query, by: string): boolean {
  if (!aggregates.some(({ operator }) => operator === "avg")) return false;
  if (by === "day") return card.rows === card.days;
  return (by === "month" || by === "year") && card.rows <= periodsSpanned(card, by === "year" ? 4 : 7);
}

function perForm(query: Query): Form | null {
  const by = groupName(query, perPlace(query));
  if (by === null || (isOneRowEach(query, by) && !hasCue(query.view, "list"))) return null;
  const aggregate = query.aggregates.find(({ operator }) => operator !== "first" && operator !== "last");
  const [superlative] = query.superlatives;
  const numeric = isNumeric(query);
  const filters = filtersOf(query);
  const all = (operator: Operator, target: string | null): Form => ({ kind: "group", operator, target, by, pick: "all", filters });
  if (aggregate !== undefined) {
    const target = targetOf(query, aggregate.place, numeric);
    return target === null ? (aggregate.operator === "sum" ? all("count", null) : null) : all(aggregate.operator, target);
  }
  if (superlative !== undefined && superlative.column !== null)
    return all(superlative.order === "desc" ? "max" : "min", nameOf(query, superlative.column));
  if (hasCue(query.view, "how-many")) return all("count", null);
  const [target] = numericPlaces(query);
  return target === undefined ? all("count", null) : all(hasCue(query.view, "how-much") ? "sum" : "avg", nameAt(query, target));
}
