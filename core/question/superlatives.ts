import { columnsOfDimension, orderOf, preferredColumn } from "./column-mentions.js";
import { isDeedNoun } from "./deed-noun.js";
import { LASTING } from "./done-words.js";
import type { Annotated, Mark, MarkOf } from "./mark.js";
import { nounMeasure } from "./noun-measure.js";
import { columnAt, isCue, isFiller, neighbour, placesOf } from "./view.js";
import { ordinalOf } from "./words.js";

/** `highest rating`, `heaviest penguin`, `second longest film`: an end of an order, and the column that orders. */
export interface Superlative {
  readonly place: number;
  readonly order: "asc" | "desc";
  /** Null when the question names none that the table has. */
  readonly column: number | null;
  /** Where that column is named; null when an adjective implies it. */
  readonly named: number | null;
  /** `second` and the like. */
  readonly nth: number | null;
}

/** The superlatives of a question. `taken` says which column mentions belong to conditions. */
export function superlativesOf(view: Annotated, taken: (place: number) => boolean): Superlative[] {
  return placesOf(
    view,
    (mark) =>
      isCue(mark, "extreme", "top", "bottom") || (mark.kind === "adjective" && mark.degree === "superlative") || isLimitWord(view, mark),
  )
    .map((place) => superlativeAt(view, place, taken))
    .filter(({ column, place }) => column !== null || !isCue(view.marks[place], "top", "bottom"));
}

/** `at most` and `at least` with no number after them: `how high did it get at most`. */
function isLimitWord(view: Annotated, mark: Mark): boolean {
  if (!isCue(mark, "bound") || view.words[mark.from]?.fold !== "at") return false;
  return !view.marks.some((own) => own.kind === "quantity" && own.from >= mark.to);
}

function superlativeAt(view: Annotated, place: number, taken: (place: number) => boolean): Superlative {
  const mark = view.marks[place];
  const nth = ordinalAt(view, place);
  const free = (at: number) => !taken(at) && rankable(view, at);
  // `my fastest run` is not ordered by the run's distance.
  const after = following(view, place, isOfSpeed(mark) ? (at) => free(at) && !isDeedNoun(view, at) : free);
  const ranking = byPhrase(view, place, free);
  if (mark?.kind === "adjective") return byAdjective(view, place, mark, ranking ?? after, nth, ranking !== null);
  const order = isCue(mark, "extreme")
    ? mark.cue.order
    : isCue(mark, "bottom") || (isCue(mark, "bound") && mark.cue.operator === ">=")
      ? "asc"
      : "desc";
  const timed = ranking === null && isCue(mark, "top", "bottom") ? bestTime(view, place) : null;
  if (timed !== null) return { place, order: order === "desc" ? "asc" : "desc", column: timed, named: null, nth };
  const named = ranking ?? after ?? nearestBefore(view, place, free);
  const noun = nounMeasure(view, place);
  if (named === null || (named < place && noun !== null)) return { place, order, column: noun, named: null, nth };
  return { place, order, column: preferred(view, named, order), named, nth };
}

/** An adjective orders by the column named right after it, else by what it measures, else by the nearest column. */
function byAdjective(
  view: Annotated,
  place: number,
  mark: MarkOf<"adjective">,
  after: number | null,
  nth: number | null,
  ranked: boolean,
): Superlative {
  const near = new Set(view.words.slice(mark.to, mark.to + 3).map(({ stem }) => stem));
  const measured = columnsOfDimension(mark.dimensions, view.columns, near);
  const order = mark.dimensions[0]?.order ?? "desc";
  const directly = after !== null && (ranked || neighbour(view, place, 1) === after) ? after : null;
  const candidates = directly === null ? [] : (view.marks[directly] as MarkOf<"column">).columns;
  const wanted = preferredColumn(candidates, view.columns, order);
  const both = measured.find(({ index }) => index === wanted) ?? measured.find(({ index }) => candidates.includes(index));
  if (directly !== null && (both !== undefined || (view.marks[directly] as MarkOf<"column">).strength >= 0.9)) {
    const column = both?.index ?? candidates[0] ?? null;
    return { place, order: both?.order ?? orderOf(view.columns[column ?? -1], mark.dimensions, order), column, named: directly, nth };
  }
  const [best] = measured;
  if (best !== undefined) {
    const [named = null] = placesOf(view, (own) => own.kind === "column" && own.columns.includes(best.index)).filter(
      (at) => at > place && at <= place + 3,
    );
    return { place, order: best.order, column: best.index, named, nth };
  }
  const [lasting] = directly === null && isOfSpeed(mark) ? columnsOfDimension([LASTING], view.columns, near) : [];
  if (lasting !== undefined) return { place, order: order === "asc" ? "desc" : "asc", column: lasting.index, named: null, nth };
  const named = after ?? nearestBefore(view, place, (at) => rankable(view, at));
  const column = named === null ? null : columnAt(view, named);
  return { place, order: orderOf(view.columns[column ?? -1], mark.dimensions, order), column, named, nth };
}

/** `my best time`: of durations the shortest. */
function bestTime(view: Annotated, place: number): number | null {
  const { from, to } = view.marks[place] ?? { from: 0, to: 0 };
  const best = /^(?:best|worst)$/.test(view.words[from]?.fold ?? "") && /^times?$/.test(view.words[to]?.fold ?? "");
  const near = new Set(view.words.slice(to, to + 1).map(({ stem }) => stem));
  return best ? (columnsOfDimension([LASTING], view.columns, near)[0]?.index ?? null) : null;
}

/** `fastest`, `slowest`. */
export function isOfSpeed(mark: Mark | undefined): boolean {
  return mark?.kind === "adjective" && mark.dimensions.every(({ nouns }) => nouns.includes("speed"));
}

/** A mention of numbers or dates; of a word that fits several columns, one of them. */
function rankable(view: Annotated, place: number): boolean {
  const mark = view.marks[place];
  return mark?.kind === "column" && mark.columns.some((column) => ["number", "date"].includes(view.card.columns[column]?.type ?? ""));
}

/** The next column mention, over fillers, aggregates, nouns and unknown words, not past another superlative. */
function following(view: Annotated, place: number, free: (at: number) => boolean): number | null {
  for (let at = place + 1; at < view.marks.length; at++) {
    if (free(at)) return at;
    const mark = view.marks[at];
    const passable =
      isFiller(mark) ||
      mark?.kind === "unknown" ||
      mark?.kind === "quantity" ||
      mark?.kind === "column" ||
      isCue(mark, "row", "period", "aggregate", "difference");
    if (!passable) return null;
  }
  return null;
}

/** `top three films by rating`, `ranked by weight`. */
function byPhrase(view: Annotated, place: number, free: (at: number) => boolean): number | null {
  const listed = isCue(view.marks[place], "top", "bottom");
  const by = view.marks.findIndex((mark, at) => (listed || at > place) && isCue(mark, "by"));
  const first = by < 0 ? null : neighbour(view, by, 1);
  const after = first !== null && isCue(view.marks[first], "aggregate") ? neighbour(view, first, 1) : first;
  return after !== null && free(after) ? after : null;
}

/** `when was the rating highest?` */
function nearestBefore(view: Annotated, place: number, free: (at: number) => boolean): number | null {
  for (let at = place - 1; at >= 0; at--) {
    if (free(at)) return at;
    if (!isFiller(view.marks[at]) && !isCue(view.marks[at], "by", "whose") && view.marks[at]?.kind !== "unknown") return null;
  }
  return null;
}

/** The column that a mention means in that order. */
function preferred(view: Annotated, place: number, order: "asc" | "desc"): number | null {
  return preferredColumn((view.marks[place] as MarkOf<"column">).columns, view.columns, order);
}

function ordinalAt(view: Annotated, place: number): number | null {
  const before = view.words[(view.marks[place]?.from ?? 0) - 1];
  return before === undefined ? null : ordinalOf(before.fold);
}
