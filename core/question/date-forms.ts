import type { Operator } from "../aggregate-items.js";
import { filtersOf, nameAt, type Query } from "./query.js";
import type { Form } from "./reading.js";
import { cardAt, columnAt, hasCue, isCue, quoted } from "./view.js";

const PER_ROW: ReadonlySet<Operator> = new Set<Operator>(["avg", "sum", "median", "min", "max", "stddev"]);

/** `how many days are there between departure and return`: from one date column to the other, on average unless it says otherwise. */
export function daysForm(query: Query): Form | null {
  const { view, aggregates, superlatives } = query;
  const dates = query.columns.filter((place) => cardAt(view, columnAt(view, place) ?? -1)?.type === "date");
  const [from, to] = dates.map((place) => nameAt(query, place));
  const days = view.marks.some((mark) => isCue(mark, "period") && mark.cue.period === "day");
  const long = view.words.some(({ fold }, at) => fold === "how" && view.words[at + 1]?.fold === "long");
  const between = view.words.some(({ fold }) => /^(?:between|from|till|until|before|after)$/.test(fold));
  if (dates.length !== 2 || typeof from !== "string" || typeof to !== "string" || from === to) return null;
  if (!between || !(long || (days && hasCue(view, "how-many", "difference", "aggregate", "what")))) return null;
  const [extreme] = superlatives;
  const asked = aggregates.find(({ operator }) => PER_ROW.has(operator))?.operator;
  const operator = asked ?? (extreme === undefined ? "avg" : extreme.order === "desc" ? "max" : "min");
  return { kind: "compute", operators: [operator], target: `days(${quoted(from)}, ${quoted(to)})`, filters: filtersOf(query) };
}

/** `my latest departure date`: of a column of dates the latest, not that of the row told last. */
export function withDateEnds(form: Form, { card }: Query): Form {
  if (form.kind !== "compute" || form.among !== undefined || card.columns.find(({ name }) => name === form.target)?.type !== "date")
    return form;
  const ends: Partial<Record<Operator, Operator>> = { first: "min", last: "max" };
  return { ...form, operators: form.operators.map((operator) => ends[operator] ?? operator) };
}
