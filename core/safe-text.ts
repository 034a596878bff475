/** `[label](where)` and `![label](where)` with a scheme or another host. */
const LINK = /!?\[([^\][]*)\]\(\s*<?((?:[a-z][a-z0-9+.-]*:|\/\/)(?:[^\s()<>]|\([^\s()<>]*\))*)>?(?:\s+["'(][^)]*)?\s*\)/gi;
/** `[label]:`, which would say what a `[label]` elsewhere links to. */
const REFERENCE = /(\[[^\][]+\]):/g;
/** What opens a tag, a comment or a link in angle brackets. */
const TAG = /<(?=\/?[a-z][a-z0-9-]*[\s/>]|[a-z][a-z0-9+.-]*:|!|\?)/gi;
/** What may still become a link or a tag when more text comes. */
const UNSETTLED = /(?:!?\[[^\][]*(?:\](?:\((?:[^()]|\([^()]*\)?)*)?)?|!|<[^\s<>]{0,40})$/;
/** A bracket that what comes next may make a tag's. */
const OPEN_TAG = /<[^\s<>]{0,40}$/;
/** A bracket that is not closed within so many characters begins no link: more than an answer may have. */
const LONGEST = 4_000;

/**
 * A text that no page or Markdown viewer turns into anything but text: tags lose their opening bracket to an entity, and a
 * link or picture from elsewhere shows its address; what links refer to is none any more. What a model writes may have been planted in what it read.
 */
export function shownAsText(text: string): string {
  return text
    .replace(LINK, (_, label: string, where: string) => (label.trim() === "" ? where : `${label} (${where})`))
    .replace(REFERENCE, "$1 :")
    .replace(TAG, "&lt;");
}

/** The same for a text that comes in pieces: what could still become markup waits for the next piece, or for `end`. */
export function textStream(show: (text: string) => void): { push(piece: string): void; end(): void } {
  let waiting = "";
  const release = (length: number) => {
    if (length > 0) show(shownAsText(waiting.slice(0, length)));
    waiting = waiting.slice(length);
  };
  return {
    push: (piece) => {
      waiting += piece;
      release(settledLength(waiting));
    },
    end: () => release(waiting.length),
  };
}

/** How much of a text stays as it is shown whatever comes: no link is cut in two, and no bracket from what it may open. */
function settledLength(text: string): number {
  const open = UNSETTLED.exec(text.slice(-LONGEST));
  let cut = open === null ? text.length : Math.max(0, text.length - LONGEST) + open.index;
  while (cut < text.length) {
    const at = cut;
    const link = [...text.matchAll(LINK)].find(({ index, 0: whole }) => index < at && at < index + whole.length);
    const earlier = link?.index ?? OPEN_TAG.exec(text.slice(0, at))?.index;
    if (earlier === undefined) break;
    cut = earlier;
  }
  return cut;
}
