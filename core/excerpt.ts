import { sentences } from "./sentences.js";
import { terms } from "./tokens.js";

/** Marks what was left out. */
export const OMITTED = "…";

/**
 * A text cut to about `limit` characters: its most telling whole sentences (those with the most of the wanted terms, the
 * earlier of equals) in their order, each gap marked with `…`. At least one sentence stays; one that is longer than the
 * limit is itself cut at a word's end. A text within the limit stays as it is.
 */
export function excerpt(text: string, wanted: ReadonlySet<string>, limit: number): string {
  if (text.length <= limit) return text;
  const all = sentences(text);
  const telling = all.map((sentence) => new Set(terms(sentence).filter((term) => wanted.has(term))).size);
  const kept = new Set<number>();
  let left = limit;
  for (const place of Array.from(all.keys()).sort((a, b) => (telling[b] ?? 0) - (telling[a] ?? 0) || a - b)) {
    const length = (all[place]?.length ?? 0) + SPACED_MARK;
    if (kept.size > 0 && length > left) continue;
    kept.add(place);
    left -= length;
  }
  let cut = "";
  let next = 0;
  for (const place of Array.from(kept).sort((a, b) => a - b)) {
    cut += `${place > next ? `${cut === "" ? "" : " "}${OMITTED} ` : cut === "" ? "" : " "}${atWordEnd(all[place] ?? "", limit)}`;
    next = place + 1;
  }
  return next < all.length && !cut.endsWith(OMITTED) ? `${cut} ${OMITTED}` : cut;
}

/** A mark of omission with the blanks around it. */
const SPACED_MARK = 3;

/** Whole where it fits, else cut at a word's end and marked. No character is cut in two. */
function atWordEnd(sentence: string, limit: number): string {
  if (sentence.length <= limit) return sentence;
  const cut = sentence.slice(0, limit - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > limit / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}${OMITTED}`;
}
