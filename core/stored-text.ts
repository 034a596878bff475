/** Control characters other than tab and line feed. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/**
 * The one rule by which text from outside is stored, whole and otherwise as it came: line ends are `\n`, half a
 * surrogate pair is U+FFFD, other control characters are spaces, and text of nothing but white space is empty.
 */
export function storedText(raw: string): string {
  const text = raw
    .replace(/\r\n?/g, "\n")
    .replace(CONTROL, " ")
    .replace(/\p{Surrogate}/gu, "\uFFFD");
  return text.trim() === "" ? "" : text;
}
