/** Words before a full stop that does not end a sentence: titles, initials, shortenings. */
const ABBREVIATION =
  /(?:^|[\s("'“‘])(?:dr|mrs?|ms|mx|st|mt|ft|jr|sr|prof|rev|hon|gen|capt|sgt|lt|col|maj|gov|sen|vs|vol|nr|fig|approx|ca|e\.g|i\.e|cf|ave|blvd|dept|\p{Lu})\.$/iu;
/** Shortenings that may end one too: they do not where it goes on with a small letter, and `No.` not before a figure. */
const AT_THE_END = /(?:^|[\s("'“‘])(?:etc|inc|ltd|co|corp|bros|al)\.$/iu;
const NUMBERED = /(?:^|[\s("'“‘])nos?\.$/iu;
const END = /[.!?…]+["”’)\]]*(?=\s)|[。！？]["”’」』]*|\n+/gu;

/** The sentences and lines of a text, trimmed, in order; joined by blanks they are the text. Blank ones are left out. */
export function sentences(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(END)) {
    const end = index + mark.length;
    if (mark === "." && isAbbreviated(text.slice(Math.max(from, end - LONGEST), end), text.slice(end, end + 2))) continue;
    found.push(text.slice(from, end));
    from = end;
  }
  return [...found, text.slice(from)].map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

/** No abbreviation is longer: what stands further before the stop need not be looked at. */
const LONGEST = 24;

function isAbbreviated(before: string, after: string): boolean {
  return (
    ABBREVIATION.test(before) ||
    (AT_THE_END.test(before) && /^\s\p{Ll}/u.test(after)) ||
    (NUMBERED.test(before) && /^\s\p{Nd}/u.test(after))
  );
}
