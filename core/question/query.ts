import type { Operator } from "../aggregate-items.js";
import type { FilterInput } from "../read-filters.js";
import { isCurrency } from "../units.js";
import { yearColumn, type TableCard } from "./card.js";
import { conditionsOf } from "./conditions.js";
import { headOf, type Head } from "./head.js";
import { knownStems } from "./known-stems.js";
import type { Annotated } from "./mark.js";
import { annotate } from "./marks.js";
import { withRowNouns } from "./row-mentions.js";
import { superlativesOf, type Superlative } from "./superlatives.js";
import type { TimeFrame } from "./times.js";
import { cardAt, columnAt, hasCue, isCue, placesOf, spansEnds, type Condition } from "./view.js";

/** A question against one table, with its parts found: what every form of request is read from. */
export interface Query {
  readonly view: Annotated;
  readonly card: TableCard;
  /** Stems of what the table is known to be spoken of with. */
  readonly known: ReadonlySet<string>;
  /** The day of asking, ISO 8601. */
  readonly now: string;
  readonly conditions: readonly Condition[];
  readonly superlatives: readonly Superlative[];
  /** Aggregates that are asked for, in order, with the places of their cues. */
  readonly aggregates: readonly { readonly operator: Operator; readonly place: number }[];
  /** Places of column mentions that no condition uses. */
  readonly columns: readonly number[];
  /** What the question's first asking word asks for; null when it names nothing. */
  readonly head: Head | null;
  /** Whether it asks when. */
  readonly when: boolean;
}

/** Finds the parts of a question as it reads against one table. `now` is the day of asking, ISO 8601. */
export function readParts(text: string, card: TableCard, now: string): Query {
  const years = card.columns[yearColumn(card) ?? -1];
  const frame: TimeFrame = {
    now,
    from: card.from,
    to: card.to,
    ...(years === undefined || years.from === null || years.to === null ? {} : { years: [Number(years.from), Number(years.to)] as const }),
  };
  const known = knownStems(card);
  const view = withRowNouns(annotate(text, card, frame), (stem) => known.has(stem));
  const all = conditionsOf(view);
  const conditions = all.filter((condition) => condition.kind !== "yes" || !isAsked(view, condition));
  const taken = new Set(conditions.flatMap(({ places }) => places));
  const columns = placesOf(view, ({ kind }) => kind === "column").filter((place) => !taken.has(place));
  return {
    view,
    card,
    known,
    now,
    conditions,
    columns,
    superlatives: superlativesOf(view, (place) => taken.has(place)),
    aggregates: aggregatesOf(view),
    head: headOf(view, taken),
    when: asksWhen(view),
  };
}

/** A yes-or-no column that is asked for is no condition: `what was paid for …`. */
function isAsked(view: Annotated, { places }: Condition): boolean {
  const [place = 0] = places;
  return headOf(view, new Set())?.place === place && view.marks.slice(0, place).some((mark) => isCue(mark, "what", "which"));
}

/** `when` asks unless it follows what it describes: `on days when it rained`. */
function asksWhen(view: Annotated): boolean {
  return placesOf(view, (mark) => isCue(mark, "when")).some((place) => {
    const before = view.marks[place - 1];
    return before === undefined || !(before.kind === "unknown" || before.kind === "column" || isCue(before, "period", "row"));
  });
}

function aggregatesOf(view: Annotated): { operator: Operator; place: number }[] {
  return placesOf(view, (mark) => isCue(mark, "aggregate"))
    .filter((place) => !isPlainVerb(view, place))
    .map((place) => {
      const mark = view.marks[place];
      return { operator: isCue(mark, "aggregate") ? mark.cue.operator : "count", place };
    });
}

/** A verb of change that asks for none: `dropped below zero`, `how much rain fell`, `the games that I lost`. */
function isPlainVerb(view: Annotated, place: number): boolean {
  const mark = view.marks[place];
  if (!isCue(mark, "aggregate") || mark.cue.operator !== "change" || spansEnds(view)) return false;
  const verb = view.words[mark.from]?.fold ?? "";
  const [asked] = placesOf(view, (own) => isCue(own, "how-much", "how-many")).map((at) => at + 1);
  const column = asked === undefined ? null : columnAt(view, asked);
  const comesAndGoes = /^(?:gain|gained|lose|lost)$/.test(verb) && !isCurrency(cardAt(view, column ?? -1)?.unit ?? "");
  const amount = column !== null && !(comesAndGoes && isCue(view.marks[(asked ?? 0) - 1], "how-much"));
  return (
    amount ||
    (/^los[et]$/.test(verb) && column === null && !hasCue(view, "how-much")) ||
    (isCue(view.marks[place + 1], "bound") && !spansEnds(view))
  );
}

/** All conditions as filters, those on one column by several equal values joined (`Adelie or Chinstrap`). */
export function filtersOf(query: Query, conditions: readonly Condition[] = query.conditions): FilterInput[] {
  const byColumn = new Map<string, FilterInput[]>();
  const rest: FilterInput[] = [];
  for (const { filter, kind } of conditions) {
    if (kind === "value" && "column" in filter && filter.operator === "=")
      byColumn.set(filter.column, [...(byColumn.get(filter.column) ?? []), filter]);
    else if (!rest.some((known) => JSON.stringify(known) === JSON.stringify(filter))) rest.push(filter);
  }
  const values = [...byColumn].map(([column, filters]): FilterInput => {
    const all = [...new Set(filters.flatMap((filter) => ("column" in filter ? [filter.value as string] : [])))];
    return all.length === 1 ? { column, operator: "=", value: all[0] } : { column, operator: "in", value: all };
  });
  return [...values, ...mergedTimes(rest)];
}

/** Several separate times (`in March and in May`) are alternatives. */
function mergedTimes(filters: readonly FilterInput[]): FilterInput[] {
  const times = filters.filter((filter) => "column" in filter && filter.operator === "=" && /^@time$/.test(filter.column));
  return times.length < 2 ? [...filters] : [...filters.filter((filter) => !times.includes(filter)), { or: times }];
}

/** Name of the column that a place means. */
export function nameAt({ view }: Query, place: number | null): string | null {
  const column = place === null ? null : columnAt(view, place);
  return column === null ? null : (cardAt(view, column)?.name ?? null);
}

export function nameOf(query: Query, column: number | null): string | null {
  return column === null ? null : (cardAt(query.view, column)?.name ?? null);
}
