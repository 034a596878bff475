import type { FilterInput } from "../read-filters.js";
import { labelColumn } from "./card.js";
import type { Annotated, MarkOf } from "./mark.js";
import { cardAt, columnAt, distance, isCue, isNegated, neighbour, placesOf, textOf, type Condition } from "./view.js";

/** Values that the question names, of the column that is named beside them where there is one. */
export function valueConditions(view: Annotated): Condition[] {
  return placesOf(view, ({ kind }) => kind === "value").map((place): Condition => {
    const { readings } = view.marks[place] as MarkOf<"value">;
    const beside = placesOf(view, ({ kind }) => kind === "column").filter(
      (at) => readings.some(({ column }) => column === columnAt(view, at)) && distance(view, at, place) <= 1,
    );
    const reading = readings.find(({ column }) => beside.some((at) => columnAt(view, at) === column)) ??
      readings[0] ?? { column: 0, text: "" };
    const same = readings.filter(({ column }) => column === reading.column).map(({ text }) => text);
    const not = [place, ...beside].some((at) => isNegated(view, at)) || isLeftOut(view, place);
    const column = cardAt(view, reading.column)?.name ?? "";
    const filter: FilterInput =
      same.length > 1
        ? { column, operator: not ? "not in" : "in", value: same }
        : { column, operator: not ? "!=" : "=", value: reading.text };
    return {
      filter,
      column: reading.column,
      kind: "value",
      places: [...beside.filter((at) => isNamedFor(view, at, place)), place],
      label: reading.text,
    };
  });
}

/** `without sugar`. */
function isLeftOut(view: Annotated, place: number): boolean {
  const before = neighbour(view, place, -1);
  const mark = before === null ? undefined : view.marks[before];
  return isCue(mark, "no") && view.words[mark.from]?.fold === "without";
}

/** Whether a column's mention only introduces the value: `genre is Action`, `genre Action`, `Action genre`. */
function isNamedFor(view: Annotated, column: number, value: number): boolean {
  const [from, to] = [Math.min(column, value), Math.max(column, value)];
  const between = view.words.slice(view.marks[from]?.to, view.marks[to]?.from).map(({ fold }) => fold);
  return column > value
    ? between.length === 0
    : between.every((fold) => ["is", "was", "are", "were", "be", "being", "equals", "the", "a", "equal", "to", "as", "not"].includes(fold));
}

/** `whose genre is Horror` and quoted texts, where no such value is on record: the condition stands all the same. */
export function writtenConditions(view: Annotated): Condition[] {
  const literals = placesOf(view, ({ kind }) => kind === "literal").flatMap((place): Condition[] => {
    const { text } = view.marks[place] as MarkOf<"literal">;
    const before = neighbour(view, place, -1);
    const own = before === null ? null : columnAt(view, before);
    const column = own ?? labelColumn(view.card);
    const name = column === null ? undefined : cardAt(view, column)?.name;
    return name === undefined
      ? []
      : [
          {
            filter: { column: name, operator: "=", value: text },
            column,
            kind: "value",
            places: own === null || before === null ? [place] : [before, place],
            label: text,
          },
        ];
  });
  const stated = placesOf(view, ({ kind }) => kind === "column").flatMap((place): Condition[] => {
    const column = columnAt(view, place);
    const card = column === null ? null : cardAt(view, column);
    const verb = view.marks[place + 1];
    const states = verb?.kind === "noise" && ["is", "was", "equals", "are", "were"].includes(view.words[verb.from]?.fold ?? "");
    const lead = view.marks[place - 1];
    const introduced = isCue(lead, "whose") || (states && isCue(view.marks[place - 2], "whose"));
    const first = states ? place + 2 : place + 1;
    if (card?.type !== "text" || column === null || !introduced || view.marks[first]?.kind !== "unknown") return [];
    let last = first;
    while (view.marks[last + 1]?.kind === "unknown") last++;
    const text = textOf(view, first, last);
    return [
      {
        filter: { column: card.name, operator: "=", value: text },
        column,
        kind: "value",
        places: [place, ...Array.from({ length: last - first + 1 }, (_, offset) => first + offset)],
        label: text,
      },
    ];
  });
  return [...literals, ...stated, ...unknownNames(view)];
}

/** `the rating for Titanic`: a capitalised name at the end that is no value on record, where rows have names. */
function unknownNames(view: Annotated): Condition[] {
  const label = labelColumn(view.card);
  const name = label === null ? undefined : cardAt(view, label)?.name;
  const last = view.marks.length - 1;
  let first = last + 1;
  while (view.marks[first - 1]?.kind === "unknown") first--;
  const capital = view.words[view.marks[first]?.from ?? -1]?.capital === true;
  const lead = view.words[(view.marks[first]?.from ?? 0) - 1]?.fold ?? "";
  const known = placesOf(view, ({ kind }) => kind === "value").length > 0 || placesOf(view, ({ kind }) => kind === "column").length === 0;
  if (name === undefined || label === null || first > last || !capital || known || !/^(?:for|of|is|was|did|does)$/.test(lead)) return [];
  const text = textOf(view, first, last);
  return [
    {
      filter: { column: name, operator: "=", value: text },
      column: label,
      kind: "value",
      places: Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
      label: text,
    },
  ];
}
