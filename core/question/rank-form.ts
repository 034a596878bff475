import { askedUnits } from "./asked-unit.js";
import { labelColumn } from "./card.js";
import { isDeedNoun } from "./deed-noun.js";
import { DISTANCES } from "./done-words.js";
import { EVERY_ROW } from "./program.js";
import { pairTarget } from "./pair-target.js";
import { filtersOf, nameAt, nameOf, type Query } from "./query.js";
import type { Form, Shown } from "./reading.js";
import { asksForBearer, rowShown, shownOf } from "./shown.js";
import { isOfSpeed, type Superlative } from "./superlatives.js";
import { impliedColumn, inAskedUnit, numericPlaces } from "./targets.js";
import { TIME } from "./time-conditions.js";
import { columnAt, hasCue, isCount, isCue, neighbour, placesOf, quoted, spansEnds } from "./view.js";

/** Questions about the best or worst: a value, the row that has it, several rows, or another cell of that row. */
export function rankForm(query: Query): Form | null {
  const [superlative] = query.superlatives;
  if (superlative === undefined) return rankedRows(query);
  const several = extremes(query);
  if (several !== null) return several;
  const target = pairTarget(query, true) ?? nameOf(query, superlative.column);
  if (target === null) return null;
  const rate = rateOf(query, superlative);
  if (rate !== null)
    return {
      kind: "rank",
      ...rate,
      limit: limitOf(query, superlative),
      nth: superlative.nth,
      show: query.head?.kind === "column" ? rowShown(query) : shownOf(query),
      filters: filtersOf(query),
    };
  const { order, nth } = superlative;
  const filters = filtersOf(query);
  const limit = limitOf(query, superlative);
  const shown =
    query.head === null && limit > 1
      ? rowShown(query)
      : target.includes("`") && query.head?.kind !== "period" && query.head?.kind !== "unknown" && !query.when
        ? "value"
        : askedOf(query, superlative);
  if (shown === "value")
    return nth !== null && nth > 1
      ? { kind: "hop", target, order, nth, show: target, filters }
      : { kind: "compute", operators: [order === "desc" ? "max" : "min"], target: inAskedUnit(query, target), filters };
  if (shown.kind === "column" && limit === 1 && isOtherCell(query, shown.column))
    return { kind: "hop", target, order, nth, show: shown.column, filters };
  return { kind: "rank", target, order, limit: Math.max(limit, nth ?? 1), nth, show: shown, filters };
}

/** `my fastest run`, of whatever length: by what is covered in a time, unless the length is given or a time is asked for. */
function rateOf(query: Query, { place, column, order, named }: Superlative): { target: string; order: "asc" | "desc" } | null {
  const { view, head, when } = query;
  const duration = column === null ? null : view.card.columns[column];
  const fast = isOfSpeed(view.marks[place]) && named === null && ["s", "min", "h"].includes(duration?.unit ?? "");
  const lengths = view.card.columns.flatMap((own, index) => (DISTANCES.includes(own.unit ?? "") ? [{ ...own, index }] : []));
  const [length] = lengths;
  if (!fast || lengths.length !== 1 || length === undefined || duration === undefined || duration === null) return null;
  if (query.conditions.some((own) => own.column === length.index && "column" in own.filter && own.filter.operator === "=")) return null;
  const isThing = head?.kind === "unknown" || head?.kind === "row" || (head?.kind === "column" && isDeedNoun(view, head.place));
  return when || isThing ? { target: `${quoted(length.name)} / ${quoted(duration.name)}`, order: order === "asc" ? "desc" : "asc" } : null;
}

/** `rank my runs by distance`, `sort the films by rating, lowest first`: all rows in an order. */
function rankedRows(query: Query): Form | null {
  const { view } = query;
  const sorts = view.marks.some(
    (mark) =>
      isCue(mark, "list", "by") && view.words.slice(mark.from, mark.to).some(({ fold }) => /^(?:rank|sort|order)(?:ed)?$/.test(fold)),
  );
  const by = view.marks.findLastIndex((mark) => isCue(mark, "by"));
  const target = by < 0 ? null : nameAt(query, neighbour(view, by, 1));
  if (!sorts || target === null) return null;
  const order = view.words.some(({ fold }) => /^(?:ascending|asc|upwards)$/.test(fold)) ? "asc" : "desc";
  return { kind: "rank", target, order, limit: EVERY_ROW, nth: null, show: rowShown(query), filters: filtersOf(query) };
}

/** `the highest and the lowest rating`: two values of one column. */
function extremes(query: Query): Form | null {
  const [first, second] = query.superlatives;
  if (first === undefined || second === undefined || first.order === second.order) return null;
  const columns = new Set([first.column, second.column].filter((column) => column !== null));
  const [column] = columns;
  const joined = query.view.marks.slice(first.place + 1, second.place).some((mark) => isCue(mark, "and"));
  if (columns.size !== 1 || column === undefined || !joined || asksForRow(query)) return null;
  return {
    kind: "compute",
    operators: [first, second].map(({ order }) => (order === "desc" ? "max" : "min")),
    target: nameOf(query, column),
    filters: filtersOf(query),
  };
}

function asksForRow({ view, head, when }: Query): boolean {
  return when || hasCue(view, "who") || head?.kind === "unknown" || head?.kind === "row" || head?.kind === "period";
}

/** `top 3`, `the five heaviest`, `three films with the highest rating`. */
export function limitOf({ view, conditions }: Query, { place }: Pick<Superlative, "place">): number {
  const used = new Set(conditions.flatMap(({ places }) => places));
  const counts = placesOf(view, isCount).filter((at) => !used.has(at));
  const closest = counts.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place))[0];
  const counted = view.marks[closest ?? -1];
  return isCount(counted) ? counted.number : 1;
}

/** What the question wants of the best row. */
function askedOf(query: Query, superlative: Superlative): Shown | "value" {
  const { view, head } = query;
  if (query.when) return { kind: "time", period: "day" };
  const implied = hasCue(view, "how", "how-many", "how-much") ? impliedColumn(query) : null;
  if (implied !== null)
    return implied === nameOf(query, superlative.column) || isSaidTwice(query, superlative) ? "value" : { kind: "column", column: implied };
  if (hasCue(view, "how-much", "how-many") && head === null) return otherColumn(query, superlative) ?? "value";
  if (hasCue(view, "who", "where")) return shownOf(query);
  if (head === null) return otherColumn(query, superlative) ?? labelBefore(query, superlative) ?? "value";
  if (namesDimension(query, superlative)) return "value";
  const fitting = view.marks[head.place];
  if (head.kind === "column" && fitting?.kind === "column" && superlative.column !== null && fitting.columns.includes(superlative.column))
    return asksForBearer(query, head.place) ? rowShown(query) : (rowAsked(query, superlative) ?? "value");
  const inUnit = !head.direct && head.kind === "unknown" && askedUnits(view).length > 0;
  return inUnit ? "value" : shownOf(query);
}

/** `how long was the longest run`: both mean one column. */
function isSaidTwice({ view }: Query, { place }: Superlative): boolean {
  const [superlative, how] = [view.marks[place], view.marks[view.marks.findIndex((mark) => isCue(mark, "how")) + 1]];
  return (
    superlative?.kind === "adjective" && how?.kind === "adjective" && superlative.dimensions.some((own) => how.dimensions.includes(own))
  );
}

/** `the length of the shortest film`: the head is what the adjective measures. */
function namesDimension({ view, head }: Query, { place }: Superlative): boolean {
  const [mark, noun] = [view.marks[place], head?.kind === "unknown" ? view.words[view.marks[head.place]?.from ?? -1]?.fold : undefined];
  return mark?.kind === "adjective" && noun !== undefined && mark.dimensions.some(({ nouns }) => nouns.includes(noun));
}

/** `what is the highest rating` asks for the value; `list the films by rating`, `which rating was highest, of which film` for rows. */
function rowAsked(query: Query, { place }: Superlative): Shown | null {
  const { view, head } = query;
  const listed =
    hasCue(view, "by", "list") &&
    head !== null &&
    head.place > place + 1 &&
    placesOf(view, (mark) => mark.kind === "unknown" || isCue(mark, "row")).some((at) => at < head.place && at > place);
  return listed ? rowShown(query) : null;
}

/** A column that is mentioned beside the one that ranks: the cell that is asked for. */
function otherColumn(query: Query, { column }: Superlative): Shown | null {
  const label = labelColumn(query.card);
  const others = query.columns.filter((place) => {
    const own = columnAt(query.view, place);
    return own !== null && own !== column && own !== label;
  });
  const name = nameAt(query, others[0] ?? null);
  return name === null ? null : { kind: "column", column: name };
}

/** What names rows, where it is mentioned first: `the place on the day with the highest magnitude`. */
function labelBefore(query: Query, { place, column }: Superlative): Shown | null {
  const label = labelColumn(query.card);
  const named = query.columns.some((at) => at < place && columnAt(query.view, at) === label);
  return named && label !== column ? rowShown(query) : null;
}

/** Whether a cell has to be looked up: it is not what names the row. */
function isOtherCell(query: Query, column: string): boolean {
  const { head } = query;
  const label = labelColumn(query.card);
  const isLabel = label !== null && query.card.columns[label]?.name === column;
  return !isLabel && !(head?.direct === true && nameAt(query, head.place) === column);
}

/** So few words ask for the row that they name: `last run`. */
const FEW_WORDS = 4;

/** `the first`, `the latest three`, `when did I last`: rows by time. */
export function endForm(query: Query): Form | null {
  const { view } = query;
  const end = query.aggregates.find(({ operator }) => operator === "first" || operator === "last");
  if (end === undefined || (spansEnds(view) && query.aggregates.some(({ operator }) => operator === "change"))) return null;
  const order = end.operator === "first" ? "asc" : "desc";
  const filters = filtersOf(query);
  const alternatives = whichOf(query);
  if (alternatives !== null)
    return { kind: "rank", target: TIME, order, limit: 1, nth: null, show: { kind: "column", column: alternatives }, filters };
  const after = neighbour(view, end.place, 1);
  const counted = view.marks[after ?? -1];
  const limit = isCount(counted) ? counted.number : 1;
  if (query.when) return { kind: "rank", target: TIME, order, limit: 1, nth: null, show: { kind: "time", period: "day" }, filters };
  const amount = hasCue(view, "how-much") ? nameAt(query, numericPlaces(query)[0] ?? null) : null;
  const name =
    query.head?.kind === "column" ? nameAt(query, query.head.place) : query.head === null ? (impliedColumn(query) ?? amount) : null;
  const label = labelColumn(query.card);
  if (name !== null && limit === 1 && (label === null || query.card.columns[label]?.name !== name))
    return { kind: "compute", operators: [end.operator], target: name, filters };
  const bare = view.words.length <= FEW_WORDS;
  if (query.head === null && !bare && !hasCue(view, "what", "which", "list")) return null;
  return {
    kind: "rank",
    target: TIME,
    order,
    limit,
    nth: null,
    show: name === null ? shownOf(query) : { kind: "column", column: name },
    filters,
  };
}

/** `which came first, A or B`: the column that several values of are named, one of which is asked for. */
function whichOf({ view, conditions }: Query): string | null {
  if (!hasCue(view, "which", "what") || !hasCue(view, "or", "and")) return null;
  const equal = conditions.flatMap(({ kind, filter, label }) =>
    kind === "value" && "column" in filter && filter.operator === "=" ? [{ column: filter.column, label }] : [],
  );
  const [first] = equal;
  return first !== undefined && equal.some(({ column, label }) => column === first.column && label !== first.label) ? first.column : null;
}
