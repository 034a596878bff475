import { filtersOf, type Query } from "./query.js";
import type { Form, RatePeriod } from "./reading.js";
import { hasCue, isCue, neighbour, placesOf } from "./view.js";

/** `how long is it since my last run`, `how many days ago did I first run`: from the last or first row to the day of asking. */
export function sinceForm(query: Query): Form | null {
  const { view, aggregates, now } = query;
  const span = spanForm(query);
  if (span !== null) return span;
  const counted = view.marks.some(
    (mark) => mark.kind !== "time" && view.words.slice(mark.from, mark.to).some(({ fold }) => COUNTED.test(fold)),
  );
  const asked = askedLength(query);
  if (asked === null || !counted || hasCue(view, "per") || query.superlatives.length > 0) return null;
  const order = aggregates.some(({ operator }) => operator === "first") ? "asc" : "desc";
  const last = aggregates.some(({ operator }) => operator === "last" || operator === "first");
  if (!(asked.long || (asked.period && last))) return null;
  return { kind: "since", order, unit: asked.unit ?? "day", now, filters: filtersOf(query) };
}

/** `how many days between my first and my last run`. */
function spanForm(query: Query): Form | null {
  const { view, aggregates } = query;
  const ends = ["first", "last"].every((end) => aggregates.some(({ operator }) => operator === end));
  const asked = askedLength(query);
  if (asked === null || !ends || !view.words.some(({ fold }) => fold === "between")) return null;
  return asked.unit !== null || asked.long ? { kind: "span", unit: asked.unit ?? "day", filters: filtersOf(query) } : null;
}

/** `how long`, `how many weeks`: a length of time, by a period or not, and the unit where that is one. */
function askedLength({ view }: Query): { readonly long: boolean; readonly period: boolean; readonly unit: RatePeriod | null } | null {
  const [asks] = placesOf(view, (mark) => isCue(mark, "how", "how-many"));
  if (asks === undefined) return null;
  const mark = view.marks[neighbour(view, asks, 1) ?? -1];
  const period = isCue(mark, "period") ? mark.cue.period : null;
  const unit = period === "hour" || period === "weekday" ? null : period;
  return { long: view.words[view.marks[asks]?.to ?? -1]?.fold === "long", period: period !== null, unit };
}

const COUNTED = /^(?:since|ago)$/;
