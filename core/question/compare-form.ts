import type { Operator } from "../aggregate-items.js";
import type { FilterInput } from "../read-filters.js";
import { columnsOfDimension } from "./column-mentions.js";
import { asksWhatWasDone, doneColumn, ownAmount } from "./doings.js";
import { filtersOf, nameAt, nameOf, type Query } from "./query.js";
import type { Form, Side } from "./reading.js";
import { inAskedUnit, isNumeric, numericPlaces, targetOf } from "./targets.js";
import { timeEnds } from "./time-conditions.js";
import { hasCue, isCue, placesOf, type Condition } from "./view.js";

/** Two sides set against each other: periods, values of one column, or two columns. AdaMM's two dependent computations. */
export function compareForm(query: Query): Form | null {
  const { view } = query;
  const than = hasCue(view, "than") && comparatives(query).length > 0;
  const apart = hasCue(view, "direction", "difference", "versus", "ratio");
  const changing =
    query.aggregates.some(({ operator }) => operator === "change") &&
    query.aggregates.some(({ operator }) => operator === "avg" || operator === "sum");
  const either = hasCue(view, "or") && comparatives(query).length > 0;
  if (!than && !apart && !either && !changing) return null;
  return conditionSides(query) ?? columnSides(query);
}

/** Places of `higher`, `heavier` and the like that no bound uses. */
function comparatives({ view, conditions }: Query): number[] {
  const used = new Set(conditions.flatMap(({ places }) => places));
  return placesOf(
    view,
    (mark) => isCue(mark, "compare", "direction") || (mark.kind === "adjective" && mark.degree === "comparative"),
  ).filter((place) => !used.has(place));
}

/** The same computation under two conditions; the other conditions hold on both sides. */
function conditionSides(query: Query): Form | null {
  const pair = timePair(query) ?? valuePair(query);
  if (pair === null) return null;
  const { operator, target: column } = computation(query, pair.place);
  const target = column === null ? null : inAskedUnit(query, column);
  const common = filtersOf(
    query,
    query.conditions.filter((condition) => !pair.conditions.includes(condition)),
  );
  const side = ({ filter, label }: Alternative): Side => ({ target, operator, filters: [filter, ...common], label });
  const [first, second] = pair.laterFirst ? [pair.second, pair.first] : [pair.first, pair.second];
  const apart = pair.conditions.every(({ kind }) => kind === "value") && hasCue(query.view, "difference") && !hasCue(query.view, "than");
  return { kind: "compare", first: side(first), second: side(second), ask: askOf(query), order: orderOf(query), apart };
}

interface Alternative {
  readonly filter: FilterInput;
  readonly label: string;
}

interface Pair {
  readonly first: Alternative;
  readonly second: Alternative;
  readonly conditions: readonly Condition[];
  /** Where the pair begins. */
  readonly place: number;
  /** Told from earlier to later (`from A to B`, `compared to A, B`): the change is the second's lead. */
  readonly laterFirst: boolean;
}

function timePair({ view, conditions }: Query): Pair | null {
  const [a, b] = conditions.filter(({ kind }) => kind === "time").map((condition) => differedFrom(view, condition));
  if (a !== undefined && b !== undefined)
    return {
      first: a,
      second: b,
      conditions: conditions.filter(({ kind }) => kind === "time").slice(0, 2),
      place: a.places[0] ?? 0,
      laterFirst: isToldForward(view, a, b),
    };
  const [first, second] = a === undefined ? [] : timeEnds(view, a.places.at(-1) ?? 0);
  if (a === undefined || first === undefined || second === undefined || !(hasCue(view, "difference", "direction") || changes(view)))
    return null;
  return { first, second, conditions: conditions.filter(({ kind }) => kind === "time"), place: a.places[0] ?? 0, laterFirst: true };
}

function changes(view: Query["view"]): boolean {
  return view.marks.some((mark) => isCue(mark, "aggregate") && mark.cue.operator === "change");
}

/** `differ from 2012-03` means that month, not all since. */
function differedFrom(view: Query["view"], condition: Condition): Condition {
  const { filter, label } = condition;
  if (!hasCue(view, "difference") || !("column" in filter) || filter.operator !== ">=") return condition;
  return { ...condition, filter: { ...filter, operator: "=" }, label: label.replace(/^>= /, "") };
}

function valuePair({ view, conditions }: Query): Pair | null {
  const values = conditions.filter(({ kind, filter }) => kind === "value" && "column" in filter && filter.operator === "=");
  for (const [index, a] of values.entries()) {
    const b = values.slice(index + 1).find(({ column, label }) => column === a.column && label !== a.label);
    if (b !== undefined)
      return { first: a, second: b, conditions: [a, b], place: a.places[0] ?? 0, laterFirst: isLedBy(view, "versus", a) };
  }
  return null;
}

/** `from A to B`, `between A and B`, and a baseline that is named first. */
function isToldForward(view: Query["view"], a: Condition, b: Condition): boolean {
  if (isLedBy(view, "versus", a)) return true;
  const between = view.marks.slice((a.places.at(-1) ?? 0) + 1, b.places[0]);
  return hasCue(view, "difference") && !hasCue(view, "than", "direction") && between.some((mark) => isCue(mark, "and"));
}

/** Whether the question begins with the cue, before the condition: `compared to March, …`. */
function isLedBy({ marks }: Query["view"], kind: "versus", { places }: Condition): boolean {
  const place = marks.findIndex((mark) => isCue(mark, kind) || isCue(mark, "difference"));
  return (
    place >= 0 &&
    place < (places[0] ?? 0) &&
    marks.slice(0, place).every(({ kind: own }) => own === "noise") &&
    marks.slice(place, places[0]).length <= 2 &&
    isCue(marks[place], kind)
  );
}

/** What is computed on each side. Without an aggregate a single row's value is meant, which is its own average. */
function computation(query: Query, place: number): { operator: Operator; target: string | null } {
  const aggregate = query.aggregates.find(({ operator }) => operator !== "change" && operator !== "trend");
  const [extreme] = query.superlatives;
  const numeric = isNumeric(query);
  if (aggregate !== undefined) {
    const target = targetOf(query, aggregate.place, numeric) ?? byComparative(query);
    return target === null && aggregate.operator === "sum" ? { operator: "count", target: null } : { operator: aggregate.operator, target };
  }
  if (extreme?.column !== null && extreme !== undefined)
    return { operator: extreme.order === "desc" ? "max" : "min", target: nameOf(query, extreme.column) };
  const done = amountDone(query);
  if (done !== null) return { operator: "sum", target: done };
  const target = byComparative(query) ?? targetOf(query, place, numeric);
  if (target === null) return { operator: "count", target: null };
  // Of a month or year there are many rows: what adds up is meant together.
  const periods = query.view.marks[place]?.kind === "time" && target === ownAmount(query);
  return { operator: periods ? "sum" : "avg", target };
}

/** `did I spend more`, `how many more pages did I read`, `compare my spending`: of what was done, all together. */
function amountDone(query: Query): string | null {
  const { view } = query;
  const [named] = numericPlaces(query);
  const more = placesOf(view, (mark) => isCue(mark, "compare") && /^(?:more|less|fewer)$/.test(view.words[mark.from]?.fold ?? ""));
  if (named !== undefined) return more.includes(named - 1) && asksWhatWasDone(query) ? nameAt(query, named) : null;
  const farther = view.marks.some(
    (mark) => mark.kind === "adjective" && mark.degree === "comparative" && mark.dimensions.some(({ nouns }) => nouns.includes("distance")),
  );
  return more.length > 0 || hasCue(view, "difference") || (farther && asksWhatWasDone(query)) ? doneColumn(query) : null;
}

/** `heavier`, `longer`: the column that the adjective measures, if none is named. */
function byComparative(query: Query): string | null {
  const [named] = numericPlaces(query);
  if (named !== undefined) return nameAt(query, named);
  const place = query.view.marks.findIndex((mark) => mark.kind === "adjective");
  const mark = query.view.marks[place];
  const [measured] =
    mark?.kind === "adjective"
      ? columnsOfDimension(mark.dimensions, query.view.columns, new Set(query.view.words.map(({ stem }) => stem)))
      : [];
  return nameOf(query, measured?.index ?? null);
}

/** Two columns by the same aggregate: `was the average open higher than the average close`. */
function columnSides(query: Query): Form | null {
  const [a, b] = numericPlaces(query).map((place) => nameAt(query, place));
  if (
    a === null ||
    a === undefined ||
    b === null ||
    b === undefined ||
    a === b ||
    !hasCue(query.view, "than", "direction", "or", "versus") ||
    query.superlatives.length > 0
  )
    return null;
  const operator = query.aggregates[0]?.operator ?? "avg";
  const filters = filtersOf(query);
  return {
    kind: "compare",
    first: { target: a, operator, filters, label: a },
    second: { target: b, operator, filters, label: b },
    ask: askOf(query),
    order: orderOf(query),
    apart: false,
  };
}

/** Whether more or less is asked for; `higher or lower` asks for more. */
function orderOf(query: Query): "asc" | "desc" {
  const mark = query.view.marks[comparatives(query)[0] ?? -1];
  if (isCue(mark, "compare")) return mark.cue.order;
  return mark?.kind === "adjective" ? (mark.dimensions[0]?.order ?? "desc") : "desc";
}

function askOf({ view }: Query): "direction" | "which" | "difference" | "ratio" | "yes" {
  if (hasCue(view, "ratio")) return "ratio";
  if (hasCue(view, "direction")) return "direction";
  const [first] = view.words;
  if (isCue(view.marks[0], "which", "who") || (hasCue(view, "which") && hasCue(view, "or"))) return "which";
  if (/^(?:was|is|were|are|did|do|does|has|have|had)$/.test(first?.fold ?? ""))
    return hasCue(view, "or") ? "which" : hasCue(view, "difference") ? "direction" : "yes";
  return "difference";
}
