import type { Operator } from "../aggregate-items.js";
import { PERIODS } from "../calendar.js";
import { labelColumn, periodsSpanned } from "./card.js";
import { asksWhatWasDone, doneColumn, ownAmount } from "./doings.js";
import { filtersOf, nameAt, nameOf, type Query } from "./query.js";
import { limitOf } from "./rank-form.js";
import { NARROWS } from "./row-noun.js";
import type { Form } from "./reading.js";
import { impliedColumn, inAskedUnit, isNumeric, numericPlaces, targetOf } from "./targets.js";
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

/** `which genre has the highest average rating`, `which species has the most entries`, `on which day did I spend the most`. */
function pickedForm(query: Query): Form | null {
  const { view, superlatives } = query;
  const [superlative] = superlatives;
  const compared = placesOf(view, (mark) => isCue(mark, "extreme"))[0];
  const [listed] = placesOf(view, (mark) => isCue(mark, "top", "bottom"));
  const place = superlative?.place ?? compared ?? listed;
  if (place === undefined) return null;
  const order =
    superlative?.order ??
    (view.marks.some((mark) => isCue(mark, "bottom") || (isCue(mark, "extreme") && mark.cue.order === "asc")) ? "asc" : "desc");
  const limit = limitOf(query, { place });
  const aggregate = query.aggregates.find(
    ({ operator }) => operator !== "first" && operator !== "last" && operator !== "change" && operator !== "trend",
  );
  const by = groupedBy(query);
  if (by === null) return null;
  const amount = nameOf(query, superlative?.column ?? null) ?? doneColumn(query) ?? ownAmount(query);
  if (aggregate === undefined && place === listed && amount !== null && amount === ownAmount(query) && !isPeriod(by))
    return { kind: "group", operator: "sum", target: amount, by, pick: order, limit, filters: filtersOf(query) };
  if (aggregate !== undefined) {
    const target =
      superlative?.column === null || superlative === undefined
        ? targetOf(query, aggregate.place, isNumeric(query))
        : nameOf(query, superlative.column);
    if (target !== null && target !== by)
      return { kind: "group", operator: aggregate.operator, target, by, pick: order, limit, filters: filtersOf(query) };
  }
  if (!countsRows(query, place)) return null;
  const column = superlative?.column ?? null;
  const filters = filtersOf(query);
  if (column !== null && nameOf(query, column) !== by)
    return isPeriod(by) && asksWhatWasDone(query) && !isOneRowPer(query, by)
      ? { kind: "group", operator: "sum", target: nameOf(query, column), by, pick: order, filters }
      : null;
  const target = isFollowedByNoun(query, place) ? null : doneColumn(query);
  return { kind: "group", operator: target === null ? "count" : "sum", target, by, pick: order, limit, filters };
}

/** `the most films`, `the highest number of films`: how many there are, not how high something is. */
function countsRows({ view }: Query, place: number): boolean {
  const { from, to } = view.marks[place] ?? { from: 0, to: 0 };
  return view.words.slice(from, to).some(({ fold }) => ["most", "least", "fewest", "number"].includes(fold));
}

/** `the most films`; money is what is spent, no noun that is counted. */
function isFollowedByNoun({ view }: Query, place: number): boolean {
  const after = neighbour(view, place, 1);
  const mark = after === null ? undefined : view.marks[after];
  const word = view.words[mark?.from ?? -1];
  const verb = /^(?:i|we|you|it|she|he|they)$/.test(view.words[(mark?.from ?? 0) - 1]?.fold ?? "");
  const narrows = view.words.slice(view.marks[place]?.to, mark?.from).some(({ fold }) => NARROWS.test(fold));
  return isCue(mark, "row") || (mark?.kind === "unknown" && !verb && !narrows && word?.fold !== "money");
}

function isPeriod(by: string): boolean {
  return (PERIODS as readonly string[]).includes(by);
}

/** What the asked noun groups by: a column whose values recur, or a period; `per month` says it too. */
function groupedBy(query: Query): string | null {
  const { view, head } = query;
  const per = perPlace(query);
  if (per !== null) return groupName(query, per);
  if (head === null || head.kind === "unknown") return head === null && asksForDay(query) ? "day" : spentOn(query);
  if (head.kind === "period") return groupName(query, head.place);
  const column = head.kind === "column" ? columnAt(view, head.place) : null;
  return column === null || column === labelColumn(query.card) || query.card.columns[column]?.type === "number"
    ? null
    : nameOf(query, column);
}

/** `what did I spend the most on`: the column of what money goes to, a category before anything else that recurs. */
function spentOn({ view, card }: Query): string | null {
  const asks = hasCue(view, "what") && /^(?:on|for)$/.test(view.words.at(-1)?.fold ?? "");
  const recurring = card.columns.filter(({ type, distinct, filled }) => type === "text" && distinct < filled);
  const kinds = recurring.find(({ name }) => /\b(?:category|categories|kind|type|group|purpose|item)\b/i.test(name));
  return asks ? ((kinds ?? recurring[0])?.name ?? null) : null;
}

/** `on which day`, where rows of one day belong together. */
function asksForDay({ view, when }: Query): boolean {
  const days = view.marks.some((mark) => isCue(mark, "when") && /^(?:days?|dates?)$/.test(view.words[mark.to - 1]?.fold ?? ""));
  return when && days;
}

function groupName(query: Query, place: number | null): string | null {
  const mark = place === null ? undefined : query.view.marks[place];
  if (isCue(mark, "period")) return mark.cue.period;
  return nameAt(query, place);
}

/** Where it is said what groups are made by: `per genre`, `for each month`, `by species`. */
export function perPlace(query: Query): number | null {
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

/** `on average per month` over monthly rows, or `per order` where each row is one, is the average of the rows. */
function isOneRowEach(query: Query, by: string): boolean {
  return query.aggregates.some(({ operator }) => operator === "avg") && isOneRowPer(query, by);
}

function isOneRowPer({ card }: Query, by: string): boolean {
  if (by === "day") return card.rows === card.days;
  const named = card.columns.find(({ name }) => name === by);
  if (named !== undefined) return named.type === "text" && named.filled === card.rows && named.distinct === card.rows;
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
  const [target] = numericPlaces(query);
  if (hasCue(query.view, "how-many")) {
    const amount = nameAt(query, target ?? null) ?? impliedColumn(query);
    return amount === null ? all("count", null) : all("sum", amount);
  }
  const done = target === undefined ? doneColumn(query) : null;
  if (done !== null) return all("sum", done);
  return target === undefined ? all("count", null) : all(hasCue(query.view, "how-much") ? "sum" : "avg", nameAt(query, target));
}
