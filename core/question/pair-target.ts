import { nameAt, type Query } from "./query.js";
import { numericPlaces } from "./targets.js";
import { isCue, quoted } from "./view.js";

/** `difference between high and low temperature`: an expression over two columns; `apart` takes it without its sign. */
export function pairTarget(query: Query, apart: boolean): string | null {
  const numeric = numericPlaces(query);
  const cue = query.view.marks.findIndex((mark) => isCue(mark, "difference", "ratio", "minus", "plus", "times"));
  const mark = query.view.marks[cue];
  if (cue < 0) return null;
  const infix = isCue(mark, "minus", "plus", "times") || (isCue(mark, "ratio") && query.view.words[mark.from]?.fold === "divided");
  const [after, before] = [numeric.filter((place) => place > cue), numeric.filter((place) => place < cue)];
  const pair = infix ? [before.at(-1), after[0]] : after.length > 1 ? after.slice(0, 2) : isCue(mark, "ratio") ? before.slice(-2) : [];
  const [a, b] = pair.map((place) => nameAt(query, place ?? null));
  const together = typeof a === "string" && typeof b === "string" && a !== b;
  if (!together) return null;
  const sign = isCue(mark, "plus") ? "+" : isCue(mark, "times") ? "*" : isCue(mark, "ratio") ? "/" : "-";
  const expression = `${quoted(a)} ${sign} ${quoted(b)}`;
  return apart && isCue(mark, "difference") ? `abs(${expression})` : expression;
}
