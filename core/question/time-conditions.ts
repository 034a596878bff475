import type { FilterInput } from "../read-filters.js";
import type { Annotated, MarkOf } from "./mark.js";
import type { TimeTest } from "./times.js";
import { cardAt, columnAt, neighbour, placesOf, quoted, type Condition } from "./view.js";

/** The row's time, whatever the attributes are called. */
export const TIME = "@time";

/** The times that a question names, as conditions on the column that they are about. */
export function timeConditions(view: Annotated): Condition[] {
  return placesOf(view, ({ kind }) => kind === "time").map((place): Condition => {
    const { time } = view.marks[place] as MarkOf<"time">;
    const named = neighbour(view, place, -1);
    const column = timeColumn(view, named, time.tests);
    const filters = timeFilters(view, column, time.tests);
    const filter: FilterInput = filters.length === 1 && filters[0] !== undefined ? filters[0] : { and: filters };
    return {
      filter,
      column,
      kind: "time",
      places: named !== null && column !== null && columnAt(view, named) === column ? [named, place] : [place],
      label: labelOf(time.tests),
    };
  });
}

/** The ends of `between A and B`, each as a condition of its own; empty for a single time. */
export function timeEnds(view: Annotated, place: number): { filter: FilterInput; label: string }[] {
  const mark = view.marks[place];
  if (mark?.kind !== "time") return [];
  return mark.time.ends.map((tests) => {
    const filters = timeFilters(view, timeColumn(view, neighbour(view, place, -1), tests), tests);
    return { filter: filters.length === 1 && filters[0] !== undefined ? filters[0] : { and: filters }, label: labelOf(tests) };
  });
}

/**
 * The column that a time is about: the date column named before it, a column of years for a year, the only well-filled date
 * column when its span holds the time; null: the row's own time.
 */
function timeColumn(view: Annotated, named: number | null, tests: readonly TimeTest[]): number | null {
  const { columns, rows } = view.card;
  const beside = named === null ? null : columnAt(view, named);
  if (beside !== null && cardAt(view, beside)?.type === "date") return beside;
  if (tests.every(({ value }) => [value].flat().every((part) => /^\d{4}$/.test(String(part))))) {
    const years = view.columns.find(
      ({ index, content }) => columns[index]?.type === "number" && content.length === 1 && content[0] === "year",
    );
    if (years !== undefined) return years.index;
  }
  const dates = columns.flatMap(({ type, filled }, index) => (type === "date" && filled >= rows / 2 ? [index] : []));
  const [only] = dates;
  if (only === undefined || dates.length > 1) return null;
  const inside = (from: string | null, to: string | null) =>
    tests.every(({ of, value }) => of !== "date" || [value].flat().some((part) => within(String(part), from, to)));
  const own = columns[only];
  return inside(own?.from ?? null, own?.to ?? null) || !inside(view.card.from, view.card.to) ? only : null;
}

function within(iso: string, from: string | null, to: string | null): boolean {
  return from !== null && to !== null && iso >= from.slice(0, iso.length) && iso <= to.slice(0, iso.length);
}

function timeFilters(view: Annotated, column: number | null, tests: readonly TimeTest[]): FilterInput[] {
  const card = column === null ? null : cardAt(view, column);
  return tests.map(({ of, operator, value }): FilterInput => {
    if (card?.type === "number") return { column: card.name, operator, value: Array.isArray(value) ? value.map(Number) : Number(value) };
    const name = card === null ? TIME : card.name;
    return { column: of === "date" ? name : `${of}(${card === null ? TIME : quoted(name)})`, operator, value };
  });
}

function labelOf(tests: readonly TimeTest[]): string {
  return tests
    .map(
      ({ of, operator, value }) =>
        `${of === "date" ? "" : `${of} `}${operator === "=" || operator === "in" ? "" : `${operator} `}${[value].flat().join(operator === "between" ? " to " : ", ")}`,
    )
    .join(", ");
}
