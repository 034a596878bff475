import { filtersOf, type Query } from "./query.js";
import type { Form } from "./reading.js";
import { hasCue, isCue, neighbour, placesOf } from "./view.js";

/** `how long is it since my last run`, `how many days ago did I first run`: from the last or first row to the day of asking. */
export function sinceForm(query: Query): Form | null {
  const { view, aggregates, now } = query;
  const span = spanForm(query);
  if (span !== null) return span;
  const [asks] = placesOf(view, (mark) => isCue(mark, "how", "how-many"));
  const counted = view.marks.some(
    (mark) => mark.kind !== "time" && view.words.slice(mark.from, mark.to).some(({ fold }) => COUNTED.test(fold)),
  );
  if (asks === undefined || !counted || hasCue(view, "per") || query.superlatives.length > 0) return null;
  const order = aggregates.some(({ operator }) => operator === "first") ? "asc" : "desc";
  const last = aggregates.some(({ operator }) => operator === "last" || operator === "first");
  const long = view.words[view.marks[asks]?.to ?? -1]?.fold === "long";
  const after = neighbour(view, asks, 1);
  const mark = after === null ? undefined : view.marks[after];
  const period = isCue(mark, "period") ? mark.cue.period : null;
  if (!(long || (period !== null && last))) return null;
  return {
    kind: "since",
    order,
    unit: period === null || period === "hour" || period === "weekday" ? "day" : period,
    now,
    filters: filtersOf(query),
  };
}

/** `how many days between my first and my last run`. */
function spanForm(query: Query): Form | null {
  const { view, aggregates } = query;
  const [asks] = placesOf(view, (mark) => isCue(mark, "how", "how-many"));
  const ends = ["first", "last"].every((end) => aggregates.some(({ operator }) => operator === end));
  if (asks === undefined || !ends || !view.words.some(({ fold }) => fold === "between")) return null;
  const after = neighbour(view, asks, 1);
  const mark = after === null ? undefined : view.marks[after];
  const period = isCue(mark, "period") ? mark.cue.period : null;
  const counts = period !== null && period !== "hour" && period !== "weekday";
  return counts || view.words[view.marks[asks]?.to ?? -1]?.fold === "long"
    ? { kind: "span", unit: counts ? period : "day", filters: filtersOf(query) }
    : null;
}

const COUNTED = /^(?:since|ago)$/;
