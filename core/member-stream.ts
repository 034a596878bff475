/**
 * Shows the text of one string member of a JSON object while the object is still being written. Give the returned
 * function the JSON piece by piece; `show` gets the member's text, unescaped. The first member of that name counts,
 * at any depth.
 */
export function memberStream(member: string, show: (text: string) => void): (piece: string) => void {
  const opening = new RegExp(`"${member}"\\s*:\\s*"`);
  let waiting = "";
  let state: "before" | "inside" | "after" = "before";
  return (piece) => {
    if (state === "after") return;
    waiting += piece;
    if (state === "before") {
      const match = opening.exec(waiting);
      if (match === null) return;
      waiting = waiting.slice(match.index + match[0].length);
      state = "inside";
    }
    // Whole characters and escapes only; a surrogate's first half waits for its second.
    const [ready] =
      /^(?:[^"\\\uD800-\uDBFF]|[\uD800-\uDBFF][\uDC00-\uDFFF]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4}|\\u(?![dD][89abAB])[0-9a-fA-F]{4}|\\[^u])*/.exec(
        waiting,
      ) ?? [""];
    waiting = waiting.slice(ready.length);
    if (ready !== "") show(unescaped(ready));
    if (waiting.startsWith('"')) state = "after";
  };
}

/** Models put raw line breaks into strings, which JSON forbids. */
function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text.replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`) as string;
  } catch {
    return text;
  }
}
