import type { Annotated } from "./mark.js";
import { isCue, isFiller, placesOf } from "./view.js";
import { ordinalOf } from "./words.js";

/** The noun that is asked for: a column, a period of time, a row, or an unknown word that should be a row. */
export interface Head {
  readonly place: number;
  readonly kind: "column" | "period" | "row" | "unknown";
  /** Directly after `which` or `what`: `which genre`, not `what is the genre`. */
  readonly direct: boolean;
}

const ASKS = ["which", "what", "list", "who", "where", "top", "bottom", "how-many"] as const;

/**
 * The first noun after the first asking word, over articles, numbers, superlatives and aggregates. Of `find the film …, what
 * was its budget` it is the question's noun, not the command's.
 */
export function headOf(view: Annotated, taken: ReadonlySet<number>): Head | null {
  const asks = placesOf(view, (mark) => isCue(mark, ...ASKS));
  const [first] = asks;
  if (first === undefined) return describedHead(view, taken);
  const asked = isCue(view.marks[first], "list")
    ? asks.find((place) => isCue(view.marks[place], "what", "which", "who", "where", "how-many"))
    : undefined;
  return (asked === undefined ? null : headAfter(view, asked, taken)) ?? headAfter(view, first, taken);
}

/** Without an asking word: `the day with the highest rating`, `3 highest days by rating`. */
function describedHead(view: Annotated, taken: ReadonlySet<number>): Head | null {
  const ranked = view.marks.some((mark) => isCue(mark, "extreme") || (mark.kind === "adjective" && mark.degree === "superlative"));
  const head = ranked ? headAfter(view, -1, taken) : null;
  if (head === null || head.kind === "period" || head.kind === "row") return head;
  return isCue(view.marks[head.place + 1], "whose") ? head : null;
}

function headAfter(view: Annotated, ask: number, taken: ReadonlySet<number>): Head | null {
  let direct = !isCue(view.marks[ask], "list") && (view.marks[ask]?.to ?? 0) - (view.marks[ask]?.from ?? 0) === 1;
  for (let place = ask + 1; place < view.marks.length; place++) {
    const mark = view.marks[place];
    if (mark?.kind === "column" && (taken.has(place) || isDescription(view, place))) continue;
    if (mark?.kind === "column") return { place, kind: "column", direct };
    if (isCue(mark, "period")) return { place, kind: "period", direct };
    if (isCue(mark, "row", "attributes")) return { place, kind: "row", direct };
    if (mark?.kind === "unknown" && ordinalOf(view.words[mark.from]?.fold ?? "") !== null) continue;
    if (mark?.kind === "unknown")
      return isNamePart(view, place + 1) && !taken.has(place + 1)
        ? { place: place + 1, kind: "column", direct }
        : { place, kind: "unknown", direct };
    const passable =
      isFiller(mark) ||
      mark?.kind === "quantity" ||
      mark?.kind === "adjective" ||
      mark?.kind === "value" ||
      isCue(
        mark,
        "extreme",
        "aggregate",
        "top",
        "bottom",
        "different",
        "list",
        "which",
        "compare",
        "most-often",
        "least-often",
        "how-many",
      );
    if (!passable) return null;
    if (mark?.kind === "noise" && !["the", "of", "these", "those", "my"].includes(view.words[mark.from]?.fold ?? "")) direct = false;
  }
  return null;
}

/** A column named by its own words, not by a verb of the same stem (`which car accelerates`). */
function isNamePart(view: Annotated, place: number): boolean {
  const mark = view.marks[place];
  const word = view.words[mark?.from ?? 0]?.fold ?? "";
  return (
    mark?.kind === "column" &&
    (mark.to - mark.from > 1 ||
      view.columns[mark.columns[0] ?? -1]?.folds.some((fold) => fold.replace(/s$/, "") === word.replace(/s$/, "")) === true)
  );
}

/** `rated` in `highest rated film`, `fuel` in `fuel efficient car`: the column describes the noun that follows. */
function isDescription(view: Annotated, place: number): boolean {
  const [mark, next] = [view.marks[place], view.marks[place + 1]];
  const word = view.words[mark?.from ?? 0]?.fold ?? "";
  const participle = word.endsWith("ed") && mark?.kind === "column" && !view.columns[mark.columns[0] ?? -1]?.folds.includes(word);
  return (next?.kind === "adjective" && next.degree === "plain") || (participle && (next?.kind === "unknown" || next?.kind === "column"));
}
