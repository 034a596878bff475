import { unknownAfter } from "./about-form.js";
import { isDeedNoun } from "./deed-noun.js";
import { ownStems } from "./known-stems.js";
import { labelColumn, periodsSpanned, unitOf } from "./card.js";
import { filtersOf, nameAt, type Query } from "./query.js";
import { pairTarget } from "./pair-target.js";
import type { Form } from "./reading.js";
import { isPlural, onlyTellsMeasure } from "./row-mentions.js";
import { meansOneRow } from "./rows-form.js";
import { impliedColumn, inAskedUnit, isNumeric, numericPlaces, targetOf } from "./targets.js";
import { TIME } from "./time-conditions.js";
import { asksAmount, doneColumn } from "./doings.js";
import { DISTANCES } from "./done-words.js";
import { cardAt, columnAt, hasCue, isCue, placesOf } from "./view.js";

/** One number over many rows: an average, a total, a change. */
export function computeForm(query: Query): Form | null {
  const total = totalColumn(query);
  if (total !== null) return { kind: "compute", operators: ["sum"], target: inAskedUnit(query, total), filters: filtersOf(query) };
  const asked = askedAggregates(query);
  const [first] = asked;
  if (first === undefined) return null;
  const operators = [...new Set(asked.map(({ operator }) => operator))].filter(
    (operator) => operator !== "change" || asked.every((own) => own.operator === "change"),
  );
  const target = pairTarget(query, false) ?? targetOf(query, first.place, isNumeric(query));
  if (target !== null && isNoTime(query, target)) return { kind: "missing", attribute: "duration", operator: first.operator };
  if (target !== null)
    return { kind: "compute", operators: operators.slice(0, 3), target: inAskedUnit(query, target), filters: filtersOf(query) };
  return first.operator === "sum" && unknownAfter(query, first.place) === null ? countForm(query, true) : null;
}

/** A column that is called a total, where all of them together are asked for: `the total of all shipped orders`, `in total`. */
function totalColumn({ view, columns }: Query): string | null {
  const [place] = columns.filter((at) => {
    const { from, to } = view.marks[at] ?? { from: 0, to: 0 };
    const after = view.words.slice(to, to + 2).map(({ fold }) => fold);
    const ofAll = /^(?:of|for|from|over|across)$/.test(after[0] ?? "") && /^(?:all|every|both|each)$/.test(after[1] ?? "");
    return to === from + 1 && /^(?:total|sum)s?$/.test(view.words[from]?.fold ?? "") && (ofAll || view.words[from - 1]?.fold === "in");
  });
  const card = place === undefined ? null : cardAt(view, columnAt(view, place) ?? -1);
  return card?.type === "number" ? card.name : null;
}

/** The aggregates but for ends; `did it go up or down` without another asks for the change. */
function askedAggregates({ aggregates, view }: Query): Query["aggregates"] {
  const asked = aggregates.filter(({ operator }) => operator !== "first" && operator !== "last");
  const direction = view.marks.findIndex((mark) => isCue(mark, "direction"));
  return asked.length > 0 || direction < 0 ? asked : [{ operator: "change", place: direction }];
}

/** `difference between high and low temperature`, without an aggregate: row by row for the rows that are meant, else on average. */
export function pairForm(query: Query): Form | null {
  const target = pairTarget(query, false);
  return target === null ? null : { kind: "compute", operators: ["avg"], target, filters: filtersOf(query) };
}

/** `what percentage of entries have genre Action`: the conditions that are not of time, among the rows of that time. */
export function shareForm(query: Query): Form | null {
  if (!hasCue(query.view, "share")) return null;
  const narrowing = query.conditions.filter(({ kind }) => kind !== "time");
  if (narrowing.length === 0) return null;
  return {
    kind: "share",
    target: shareTarget(query),
    filters: filtersOf(query),
    scope: filtersOf(
      query,
      query.conditions.filter(({ kind }) => kind === "time"),
    ),
  };
}

/** `what share of my spending`, `of the total amount`: of what there is a share, where that is no rows. */
function shareTarget(query: Query): string | null {
  const place = query.view.marks.findIndex((mark) => isCue(mark, "share"));
  const [named] = numericPlaces(query).filter((at) => at > place);
  return nameAt(query, named ?? null) ?? doneColumn(query);
}

/** `how long did I run`, where the target is a length: of what is done a time is asked for. */
function isNoTime({ view, card }: Query, target: string): boolean {
  const asksTime = /\bhow long (?:did|do|have|had) (?:i|we|you|she|he|they)\b/.test(view.words.map(({ fold }) => fold).join(" "));
  return asksTime && DISTANCES.includes(unitOf(card, target) ?? "");
}

/** `how far did I run`, `how long did I sleep in March`: all of it together. */
export function doneForm(query: Query): Form | null {
  const { view } = query;
  const asks = placesOf(view, (mark) => isCue(mark, "how")).some((place) => {
    const [graded, verb] = [view.marks[place + 1], view.words[view.marks[place + 2]?.from ?? -1]?.fold ?? ""];
    return (
      graded?.kind === "adjective" &&
      graded.dimensions.some(({ nouns }) => nouns.includes("distance") || nouns.includes("duration")) &&
      /^(?:did|do|have|had)$/.test(verb)
    );
  });
  const target = asks && !meansOneRow(query) ? impliedColumn(query) : null;
  if (target === null) return null;
  if (isNoTime(query, target)) return { kind: "missing", attribute: "duration", operator: "sum" };
  return { kind: "compute", operators: ["sum"], target: inAskedUnit(query, target), filters: filtersOf(query) };
}

/** `how many`: rows, different values, or, of a number, how much of it there is. */
export function countForm(query: Query, always = false): Form | null {
  const { view, head } = query;
  if (!always && !hasCue(view, "how-many", "how-much") && !asksAmount(query)) return null;
  const filters = filtersOf(query);
  if (countsOccasions(query))
    return { kind: "compute", operators: ["count"], target: nameAt(query, numericPlaces(query)[0] ?? null), filters };
  const deed = deedColumn(query);
  if (deed !== null) return { kind: "compute", operators: ["count"], target: deed, filters };
  if (countsOwnRows(query)) return { kind: "compute", operators: ["count"], target: null, filters };
  const column = head?.kind === "column" ? columnAt(view, head.place) : null;
  const card = column === null ? null : cardAt(view, column);
  const names = column !== null && column === labelColumn(query.card);
  if (card !== null && hasCue(view, "different") && !query.conditions.some((condition) => condition.column === column))
    return distinct(card.name, query);
  const ofPeriods = head?.kind === "period" && isCue(view.marks[head.place - 1], "how-many");
  const amount = names || ofPeriods ? null : card?.type === "number" ? card.name : (otherAmount(query) ?? impliedColumn(query));
  if (amount !== null && hasIt(query)) return { kind: "compute", operators: ["count"], target: amount, filters };
  if (amount !== null)
    return meansOneRow(query)
      ? { kind: "rows", show: [{ kind: "column", column: amount }], many: false, filters }
      : { kind: "compute", operators: ["sum"], target: amount, filters };
  if (hasCue(view, "how-much") || asksAmount(query)) return null;
  const tested = query.conditions.some((condition) => condition.column === column);
  if (card !== null && card.type !== "boolean" && !tested && (hasCue(view, "different") || !names)) return distinct(card.name, query);
  const mark = head === null ? undefined : view.marks[head.place];
  const period = isCue(mark, "period") ? distinctPeriod(mark.cue.period, query) : null;
  return { kind: "compute", operators: [period === null ? "count" : "count-distinct"], target: period, filters };
}

/** `how many runs`, where each has its distance: they are counted, not added up. Null for another question. */
function deedColumn({ view, head }: Query): string | null {
  const counts = head?.kind === "column" && isCue(view.marks[head.place - 1], "how-many") && isDeedNoun(view, head.place);
  return counts ? (view.card.columns[columnAt(view, head.place) ?? -1]?.name ?? null) : null;
}

/** `how many naps` of naps with a `nap length`. */
function countsOwnRows({ view, head, card }: Query): boolean {
  const mark = head?.kind === "column" && isCue(view.marks[head.place - 1], "how-many") ? view.marks[head.place] : undefined;
  const word = view.words[mark?.from ?? -1];
  if (mark?.kind !== "column" || word === undefined || mark.to > mark.from + 1 || mark.strength === 1) return false;
  const isOwn = isPlural(word) && ownStems(card).has(word.stem);
  return isOwn && mark.columns.every((column) => onlyTellsMeasure(word, view.columns[column]));
}

/** `how often`, `how many times`: rows, whatever noun follows. */
function countsOccasions({ view }: Query): boolean {
  return view.marks.some((mark) => isCue(mark, "how-many") && /(?:often|times)$/.test(view.words[mark.to - 1]?.fold ?? ""));
}

/** A number that is named although the head is another noun: `how many people died from wounds`. */
function otherAmount(query: Query): string | null {
  return nameAt(query, numericPlaces(query)[0] ?? null);
}

/** `how many films have a budget`: whether the number is there at all. */
function hasIt({ view, columns, head }: Query): boolean {
  const [place] = columns.filter((at) => at !== head?.place);
  const before = view.words
    .slice(Math.max(0, (view.marks[place ?? -1]?.from ?? 0) - 2), view.marks[place ?? -1]?.from)
    .map(({ fold }) => fold);
  return head !== null && head.kind !== "column" && before.some((fold) => ["have", "has", "had", "with", "having"].includes(fold));
}

function distinct(target: string, query: Query): Form {
  return { kind: "compute", operators: ["count-distinct"], target, filters: filtersOf(query) };
}

/** An expression that is equal for rows of one day, month or year; null when rows stand for such periods themselves. */
function distinctPeriod(period: string, { card }: Query): string | null {
  if (card.from === null || (period === "day" ? card.days === card.rows : card.rows <= periodsSpanned(card, period === "year" ? 4 : 7)))
    return null;
  if (period === "day") return `year(${TIME}) * 10000 + month(${TIME}) * 100 + day(${TIME})`;
  if (period === "month") return `year(${TIME}) * 100 + month(${TIME})`;
  return period === "year" ? `year(${TIME})` : null;
}
