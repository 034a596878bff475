import { labelColumn } from "./card.js";
import { nameAt, type Query } from "./query.js";
import type { Shown } from "./reading.js";
import { columnAt, hasCue, isCue } from "./view.js";

/** How a row is told apart from the others: by its name, else by its day. */
export function rowShown({ card }: Query): Shown {
  const label = labelColumn(card);
  const column = label === null ? undefined : card.columns[label];
  return column === undefined ? { kind: "time", period: "day" } : { kind: "column", column: column.name };
}

const PLACES = new Set(
  "place origin home birthplace location city country town shop store venue island site region station area state restaurant airport address room market destination".split(
    " ",
  ),
);
const PEOPLE = new Set(
  "person name author director artist player seller customer client speaker owner patient doctor teacher student friend winner member employee".split(
    " ",
  ),
);

/** The column of places that `where` asks for, or of people that `who` does. */
export function askedKind({ view, card }: Query): Shown | null {
  const wanted = hasCue(view, "where") ? PLACES : hasCue(view, "who") ? PEOPLE : null;
  const index =
    wanted === null
      ? -1
      : view.columns.findIndex(({ folds, index: own }) => card.columns[own]?.type === "text" && folds.some((fold) => wanted.has(fold)));
  const column = card.columns[view.columns[index]?.index ?? -1];
  return column === undefined ? null : { kind: "column", column: column.name };
}

/** `who has the highest score`, `which had the lowest price`: the row that has it, not the number. */
export function asksForBearer({ view, card }: Query, place: number): boolean {
  const column = columnAt(view, place);
  const type = column === null ? undefined : card.columns[column]?.type;
  if (type !== "number" && type !== "date") return false;
  const which = view.marks.findIndex((mark) => isCue(mark, "which"));
  const verb = view.words[view.marks[which]?.to ?? -1]?.fold ?? "";
  return hasCue(view, "who", "where") || (which >= 0 && HAVING.test(verb));
}

const HAVING = /^(?:has|have|had|got|gets|gained|scored|reached|earned|holds|held|shows|showed)$/;

/** What the head asks to be shown of a row. */
export function shownOf(query: Query): Shown {
  const { view, head } = query;
  if (query.when) return { kind: "time", period: "day" };
  const kind = askedKind(query);
  if (kind !== null) return kind;
  const mark = head === null ? undefined : view.marks[head.place];
  if (head?.kind === "column" && asksForBearer(query, head.place)) return rowShown(query);
  if (head?.kind === "column") return { kind: "column", column: nameAt(query, head.place) ?? "" };
  if (isCue(mark, "period"))
    return { kind: "time", period: mark.cue.period === "month" || mark.cue.period === "week" ? "day" : mark.cue.period };
  return rowShown(query);
}
