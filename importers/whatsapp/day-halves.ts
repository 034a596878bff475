/** Languages that phones write the clock of twelve hours in. */
const LANGUAGES =
  "af am ar az bg bn ca cs da de el en en-AU en-CA en-GB en-IE en-ZA es es-419 es-CO es-MX es-US et eu fa fi fil fr fr-CA ga gl gu ha he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa pl ps pt pt-PT ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi yue zh zh-HK zh-TW zu".split(
    " ",
  );

let known: ReadonlyMap<string, 0 | 12> | null = null;

/**
 * What a word for half a day (`PM`, `p. m.`, `下午`, `μ.μ.`) adds to the hours of a twelve-hour clock; undefined for any other
 * word. The words are those of Unicode's locale data, which phones write too.
 */
export function halfOfDay(word: string): 0 | 12 | undefined {
  known ??= wordsOfAllLanguages();
  return known.get(bare(word));
}

/** Without dots, spaces and marks, in lower case: how these are set differs from phone to phone. */
function bare(word: string): string {
  return word
    .normalize("NFKC")
    .replace(/[\s.\p{Cf}]/gu, "")
    .toLowerCase();
}

function wordsOfAllLanguages(): ReadonlyMap<string, 0 | 12> {
  const words = new Map<string, 0 | 12>([
    ["am", 0],
    ["pm", 12],
  ]);
  const ambiguous = new Set<string>();
  for (const language of LANGUAGES) {
    for (const style of [{}, { dayPeriod: "short" as const }]) {
      const format = new Intl.DateTimeFormat(language, { hour: "numeric", hour12: true, timeZone: "UTC", ...style });
      for (let hour = 0; hour < 24; hour += 1) {
        const part = format.formatToParts(Date.UTC(2024, 0, 1, hour)).find(({ type }) => type === "dayPeriod")?.value;
        if (part === undefined) continue;
        const half = hour < 12 ? 0 : 12;
        if ((words.get(bare(part)) ?? half) !== half) ambiguous.add(bare(part));
        else words.set(bare(part), half);
      }
    }
  }
  // A night has hours of both halves.
  for (const word of ambiguous) if (word !== "am" && word !== "pm") words.delete(word);
  return words;
}
