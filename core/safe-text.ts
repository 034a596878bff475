/** `[label](where)` and `![label](where)` with a scheme or another host. */
const LINK = /!?\[([^\][]*)\]\(\s*<?((?:[a-z][a-z0-9+.-]*:|\/\/)[^\s()<>]*)>?(?:\s+["'(][^)]*)?\s*\)/gi;
/** What opens a tag, a comment or a link in angle brackets. */
const TAG = /<(?=\/?[a-z][a-z0-9-]*[\s/>]|[a-z][a-z0-9+.-]*:|!|\?)/gi;
/** What may still become a link or a tag when more text comes. */
const UNSETTLED = /(?:!?\[[^\][]*(?:\](?:\([^)]*)?)?|!|<[^\s<>]{0,40})$/;
/** A bracket that is not closed within so many characters begins no link. */
const LONGEST = 400;

/**
 * A text that no page or Markdown viewer turns into anything but text: tags lose their opening bracket to an entity, and a
 * link or picture from elsewhere shows its address. What a model writes may have been planted in what it read.
 */
export function shownAsText(text: string): string {
  return text
    .replace(LINK, (_, label: string, where: string) => (label.trim() === "" ? where : `${label} (${where})`))
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
      const open = UNSETTLED.exec(waiting.slice(-LONGEST));
      release(open === null ? waiting.length : Math.max(0, waiting.length - LONGEST) + open.index);
    },
    end: () => release(waiting.length),
  };
}
