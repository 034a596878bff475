import { labelColumn, periodsSpanned } from "./card.js";
import { measuredAt } from "./noun-measure.js";
import { filtersOf, nameAt, nameOf, type Query } from "./query.js";
import type { Form, Shown } from "./reading.js";
import { asksAmount, asksWhatWasDone, thingDone } from "./doings.js";
import { askedKind, shownOf } from "./shown.js";
import { impliedColumn } from "./targets.js";
import { cardAt, columnAt, hasCue, isCue, neighbour } from "./view.js";

/** Whether the conditions name a single row: by what names rows, or by a day. */
export function meansOneRow({ conditions, card }: Query): boolean {
  const label = labelColumn(card);
  return conditions.some(({ filter, column, kind }) => {
    if (!("column" in filter) || filter.operator !== "=") return false;
    return (column !== null && column === label) || (kind === "time" && /^\d{4}-\d{2}-\d{2}/.test(String(filter.value)));
  });
}

/** Cells of the rows that satisfy the conditions: `what was the rating of Brazil`, `which films had a rating above 8`. */
export function rowsForm(query: Query): Form | null {
  const { view, conditions } = query;
  if (conditions.length === 0) return null;
  const shown = wantedCells(query);
  const onlyTimes = conditions.every(({ kind }) => kind === "time");
  const [only] = shown;
  if (only === undefined || (onlyTimes && !isCell(query, only) && !asksForNames(query))) return null;
  const mean = periodMean(query, only);
  if (onlyTimes && mean !== null) return mean;
  const label = labelColumn(query.card);
  const byLabel = label !== null && conditions.some(({ column }) => column === label);
  if (byLabel && shown.every((own) => own.kind === "column" && own.column === query.card.columns[label]?.name) && !hasCue(view, "when"))
    return null;
  return { kind: "rows", show: shown, many: shown.length === 1 && asksForMany(query), filters: filtersOf(query) };
}

/** A number asked for a month or year of which there are many rows: its mean. */
function periodMean(query: Query, shown: Shown): Form | null {
  const name = shown.kind === "column" ? shown.column : null;
  const numeric = query.card.columns.some((own) => own.name === name && own.type === "number");
  const lengths = query.conditions.map(({ filter }) => ("column" in filter && filter.operator === "=" ? String(filter.value).length : 0));
  const many = lengths.every((length) => length < 10) && query.card.rows > periodsSpanned(query.card, Math.max(...lengths) === 4 ? 4 : 7);
  return name !== null && numeric && many ? { kind: "compute", operators: ["avg"], target: name, filters: filtersOf(query) } : null;
}

/** `which days`, `list the films`: more than one row is expected, unless the conditions name one. */
function asksForMany(query: Query): boolean {
  const word = query.head === null ? undefined : query.view.words[query.view.marks[query.head.place]?.from ?? -1];
  const plural = word !== undefined && /[^s]s$/.test(word.fold);
  const days = query.when && query.view.words.some(({ fold }) => fold === "days" || fold === "dates");
  return (plural || days) && !meansOneRow(query);
}

/** `which books did I read in March`: the rows by their names. */
function asksForNames({ head, card, view }: Query): boolean {
  return (head?.kind === "unknown" || head?.kind === "row") && labelColumn(card) !== null && hasCue(view, "which", "list");
}

function isCell(query: Query, shown: Shown): boolean {
  return (
    shown.kind === "column" &&
    (query.columns.some((place) => nameAt(query, place) === shown.column) ||
      impliedColumn(query) === shown.column ||
      [askedKind(query), thingDone(query)].some((own) => own?.kind === "column" && own.column === shown.column) ||
      deedsAsked(query) === shown.column)
  );
}

/** The columns that are asked for, else what names the row. */
function wantedCells(query: Query): Shown[] {
  const { view, head } = query;
  if (query.when) return [{ kind: "time", period: "day" }];
  const kind = askedKind(query) ?? thingDone(query);
  if (kind !== null) return [kind];
  const implied = hasCue(view, "how") || asksAmount(query) ? impliedColumn(query) : deedsAsked(query);
  if (implied !== null) return [{ kind: "column", column: implied }];
  const first = head?.kind === "column" ? head.place : head === null ? query.columns[0] : undefined;
  if (first === undefined) return head === null && !hasCue(view, "who", "where", "which", "what", "list") ? [] : [shownOf(query)];
  const places = [first];
  for (let place = neighbour(view, first, 1); place !== null; place = neighbour(view, place, 1)) {
    if (query.columns.includes(place)) places.push(place);
    else if (!isCue(view.marks[place], "and")) break;
  }
  return [...new Set(places.map((place) => nameAt(query, place) ?? ""))].map((column): Shown => ({ kind: "column", column }));
}

/** `what were my expenses on 9 March`: what they amount to, not which they are. */
function deedsAsked(query: Query): string | null {
  const { view, head, conditions } = query;
  const asks = head?.kind === "unknown" && !head.direct && hasCue(view, "what") && conditions.every(({ kind }) => kind === "time");
  return asks ? nameOf(query, measuredAt(view, head.place)) : null;
}

/** `which species did I record`, `list all genres`: the different values of a column whose values recur. */
export function valuesForm(query: Query): Form | null {
  const { view, head } = query;
  const column = head?.kind === "column" ? columnAt(view, head.place) : null;
  const card = column === null ? null : cardAt(view, column);
  if (card === null || card.type === "number" || !hasCue(view, "which", "what", "list", "different")) return null;
  return { kind: "group", operator: "count", target: null, by: card.name, pick: "names", filters: filtersOf(query) };
}

/** `did I ever log a rating above 9`, `was the signal long on …`. */
export function existsForm(query: Query): Form | null {
  const opens = /^(?:was|is|were|are|did|do|does|has|have|had|any)$/.test(query.view.words[0]?.fold ?? "");
  const narrowing = query.conditions.some(({ kind }) => kind !== "time") || (query.conditions.length > 0 && asksWhatWasDone(query));
  const label = labelColumn(query.card);
  const asked = query.columns.some((place) => columnAt(query.view, place) !== label);
  return opens && narrowing && !asked ? { kind: "exists", filters: filtersOf(query) } : null;
}
