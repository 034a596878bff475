/** Words before a full stop that does not end a sentence: titles, initials, shortenings. */
const ABBREVIATION = /(?:^|[\s("'])(?:dr|mrs?|ms|st|mt|jr|sr|prof|rev|hon|gen|capt|vs|vol|nr|fig|approx|ca|e\.g|i\.e|cf|ave|\p{Lu})\.$/iu;
const END = /[.!?…]+["”’)\]]*(?=\s)|[。！？]["”’」』]*|\n+/gu;

/** The sentences and lines of a text, trimmed, in order; joined by blanks they are the text. Blank ones are left out. */
export function sentences(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(END)) {
    const end = index + mark.length;
    if (mark === "." && ABBREVIATION.test(text.slice(from, end))) continue;
    found.push(text.slice(from, end));
    from = end;
  }
  return [...found, text.slice(from)].map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}
