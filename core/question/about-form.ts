import type { Operator } from "../aggregate-items.js";
import { nounMeasure } from "./noun-measure.js";
import { nameAt, type Query } from "./query.js";
import type { Form } from "./reading.js";
import { hasCue, isCue, neighbour, placesOf } from "./view.js";
import { nameWords } from "./words.js";

/** Questions about the columns themselves. */
export function aboutForm(query: Query): Form | null {
  const { view, columns, conditions } = query;
  const unit = hasCue(view, "unit") ? nameAt(query, columns[0] ?? null) : null;
  if (unit !== null) return { kind: "unit", column: unit };
  const others = columns.filter((place) => !isInTableName(query, place));
  return hasCue(view, "attributes") && others.length === 0 && conditions.length === 0
    ? { kind: "attributes", counted: hasCue(view, "how-many") }
    : null;
}

/** Whether a column is only named because the table's name holds its word: `the attributes of table film ratings`. */
function isInTableName(query: Query, place: number): boolean {
  const { from, to } = query.view.marks[place] ?? { from: 0, to: 0 };
  return tableNames(query).some((named) => named.from <= from && to <= named.to);
}

/** Where a question names its table in full, with spaces or `_` between the words. */
export function tableNames({ view, card }: Query): { readonly from: number; readonly to: number }[] {
  const stems = view.words.flatMap(({ text }) => nameWords(text).map(({ stem }) => stem));
  const places = view.words.flatMap(({ text }, at) => nameWords(text).map(() => at));
  return [card.name, ...card.aliases].flatMap((name) => {
    const own = nameWords(name).map(({ stem }) => stem);
    return stems.flatMap((_, at) =>
      own.length > 0 && own.every((stem, offset) => stems[at + offset] === stem)
        ? [{ from: places[at] ?? 0, to: (places[at + own.length - 1] ?? 0) + 1 }]
        : [],
    );
  });
}

/** An attribute that is asked for by an aggregate or a superlative although the table has none of that name. */
export function missingForm(query: Query): Form | null {
  const { view, aggregates, superlatives } = query;
  const places = [
    ...aggregates.filter(({ operator }) => operator !== "first" && operator !== "last").map(({ place, operator }) => ({ place, operator })),
    ...superlatives
      .filter(({ column }) => column === null)
      .map(({ place, order }) => ({ place, operator: (order === "desc" ? "max" : "min") as Operator })),
  ];
  for (const { place, operator } of places) {
    const attribute = nounMeasure(view, place, aggregates) === null ? unknownAfter(query, place) : null;
    if (attribute !== null) return { kind: "missing", attribute, operator };
  }
  const [much] = placesOf(view, (mark) => isCue(mark, "how-much"));
  const amount = much === undefined || view.marks[much + 1]?.kind !== "unknown" ? null : unknownAfter(query, much);
  return amount === null || query.columns.length > 0 ? null : { kind: "missing", attribute: amount, operator: "sum" };
}

/** The unknown words that stand where the target should: `average hexometer of my trips`. */
export function unknownAfter({ view }: Query, place: number): string | null {
  const first = neighbour(view, place, 1);
  if (first === null || view.marks[first]?.kind !== "unknown") return null;
  let last = first;
  while (view.marks[last + 1]?.kind === "unknown") last++;
  const next = view.marks[last + 1];
  if (next?.kind === "column" || isCue(next, "row", "period")) return null;
  return view.text.slice(view.words[view.marks[first]?.from ?? 0]?.start, view.words[(view.marks[last]?.to ?? 1) - 1]?.end);
}
