import type { Mark } from "./mark.js";
import type { Query } from "./query.js";
import { isCue, isFiller } from "./view.js";

/** Before a verb, as its subject: `she` of `how much milk did she drink`. */
const SUBJECT = /^(?:i|we|you|it|she|he|they)$/;

/** Before what narrows a question: `on gardening`, `in Tokyo`, `with Anna`. */
export const NARROWS = /^(?:on|in|at|for|with|from|near|to)$/;

/**
 * The one noun that stands for a row (`film`, `penguin`), as a stem; of two words together the one that rows are called by.
 * Words `outside` the question's clause stand for nothing.
 */
export function rowNoun({ view, head }: Query, known: ReadonlySet<string>, outside: ReadonlySet<string>): string | null {
  if (head?.kind === "unknown") {
    const [own, next] = [view.marks[head.place], view.marks[head.place + 1]].map((mark) =>
      mark?.kind === "unknown" ? (view.words[mark.from]?.stem ?? null) : null,
    );
    return own !== null && own !== undefined && !known.has(own) && typeof next === "string" && known.has(next) ? next : (own ?? null);
  }
  const place = view.marks.findIndex((mark, at) => {
    const [word, before] = [view.words[mark.from], view.words[mark.from - 1]];
    const narrows =
      word?.capital === true || outside.has(word?.fold ?? "") || (NARROWS.test(before?.fold ?? "") && !known.has(word?.stem ?? ""));
    return mark.kind === "unknown" && !narrows && !isVerb(view, at) && standsForRow(view.marks, at);
  });
  return place < 0 ? null : (view.words[view.marks[place]?.from ?? 0]?.stem ?? null);
}

/** What somebody did (`did she drink`), or what was done with the column before it (`how much milk was fed`). */
function isVerb({ marks, words }: Query["view"], place: number): boolean {
  const [before, subject] = [words[(marks[place]?.from ?? 0) - 1]?.fold ?? "", marks[place - 2]];
  return SUBJECT.test(before) || (/^(?:was|were)$/.test(before) && subject?.kind === "column");
}

/** After a superlative, a number, a value or an article, and before what describes it or nothing more. */
function standsForRow(marks: readonly Mark[], place: number): boolean {
  const [before, after] = [marks[place - 1], marks[place + 1]];
  const led =
    before === undefined ||
    isFiller(before) ||
    ["adjective", "quantity", "value", "column"].includes(before.kind) ||
    isCue(before, "extreme", "how-many", "which", "what", "all", "per", "different", "top", "bottom", "list", "aggregate");
  const followed =
    after === undefined ||
    isFiller(after) ||
    ["time", "value", "column", "unknown"].includes(after.kind) ||
    isCue(after, "whose", "by", "than", "or", "and", "per", "bound", "not", "aggregate");
  return led && followed;
}
