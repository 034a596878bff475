import { filtersOf, nameOf, type Query } from "./query.js";
import type { Form } from "./reading.js";
import { inAskedUnit, isNumeric, targetOf } from "./targets.js";
import { TIME } from "./time-conditions.js";
import { isCount, neighbour } from "./view.js";

/** Rows that can be found first and leave a unit of the evidence budget for what is computed. */
const MOST_ROWS = 9;

/** `the average distance of my last five runs`, `the total of the three longest`: computed over the best so many rows. */
export function amongForm(query: Query): Form | null {
  const { aggregates, superlatives } = query;
  const [asked] = aggregates.filter(({ operator }) => operator === "avg" || operator === "sum" || operator === "median");
  const end = aggregates.find(({ operator }) => operator === "first" || operator === "last");
  const [superlative] = superlatives;
  if (asked === undefined) return null;
  const ranked = end === undefined ? nameOf(query, superlative?.column ?? null) : TIME;
  const limit = countBeside(query, end?.place ?? superlative?.place ?? null);
  const target = targetOf(query, asked.place, isNumeric(query)) ?? ranked;
  if (ranked === null || target === null || target === TIME || limit === null || limit < 2 || limit > MOST_ROWS) return null;
  const order = end === undefined ? (superlative?.order ?? "desc") : end.operator === "first" ? "asc" : "desc";
  return {
    kind: "compute",
    operators: [asked.operator],
    target: inAskedUnit(query, target),
    among: { target: ranked, order, limit },
    filters: filtersOf(query),
  };
}

/** `last five`, `three longest`: the bare number beside a place. */
function countBeside({ view, conditions }: Query, place: number | null): number | null {
  const used = new Set(conditions.flatMap(({ places }) => places));
  const beside = place === null ? [] : [neighbour(view, place, 1), neighbour(view, place, -1)];
  const counts = beside.flatMap((at) => {
    const mark = at === null || used.has(at) ? undefined : view.marks[at];
    return isCount(mark) ? [mark.number] : [];
  });
  return counts[0] ?? null;
}
