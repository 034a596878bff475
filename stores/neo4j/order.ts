/**
 * Neo4j compares texts by code point, JavaScript's `<` by UTF-16 unit. They differ where U+E000 to U+FFFF, which come
 * last in UTF-16, meet what lies beyond the basic plane. So these stand behind the last code point there is.
 */
const LAST = "\u{10FFFF}";

/** A text that Neo4j orders as JavaScript's `<` orders the given one. Texts without such characters stay as they are. */
export function toOrder(text: string): string {
  return text.replace(/[\uE000-\uFFFF]|\u{10FFFF}/gu, (found) => (found === LAST ? `${LAST}\u0000` : LAST + found));
}

/** The text that `toOrder` was given. */
export function fromOrder(ordered: string): string {
  return ordered.replace(/\u{10FFFF}(.)/gsu, (_, found: string) => (found === "\u0000" ? LAST : found));
}

/** Code points of an order that are indexed: Neo4j indexes no text above 8 KB, and names of sessions may be longer. */
const HEAD = 200;

/** The beginning of an order. What is less has no greater beginning, so the whole decides only between equal ones. */
export function headOf(ordered: string): string {
  return ordered.length <= HEAD
    ? ordered
    : Array.from(ordered.slice(0, 2 * HEAD))
        .slice(0, HEAD)
        .join("");
}
