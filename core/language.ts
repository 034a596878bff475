/** Words of one language that the others listed do not use. */
const MARKERS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set("the and of for with my is was were this that have had you are from not but it his her today's i'm it's".split(" ")),
  de: new Set(
    "der das und ist nicht mit auf für ein eine einen ich wir sie mein meine heute gestern wurde habe hat auch von zum zur bei".split(" "),
  ),
  fr: new Set("le les et est une des du dans pour avec mon ma mes je nous vous était été aujourd'hui hier sur pas c'est".split(" ")),
  es: new Set("el los las y es una del para con mi yo hoy ayer fue está pero más muy lo".split(" ")),
  it: new Set("il gli della di che è una per con mio mia oggi ieri sono ho ha non più alla nel".split(" ")),
  pt: new Set("o os as e é um uma do da em para com meu minha hoje ontem não mais eu foi".split(" ")),
  nl: new Set("het een en van is niet met voor op mijn ik wij vandaag gisteren heb heeft ook maar dat deze".split(" ")),
  sv: new Set("och är en ett det inte med för på min jag vi idag igår har också av som".split(" ")),
  da: new Set("og er en et det ikke med for på min jeg vi dag går har også af som".split(" ")),
  pl: new Set("i jest nie na z do się że w mój dzisiaj wczoraj był była to jak".split(" ")),
};

/** Different words that must speak for a language. A name or title lends others a word ("Los Angeles", "En Garde"). */
const NEEDED = { english: 1, other: 2 } as const;

/**
 * The language of a short text by its function words: good enough to tell a decimal comma from a thousands comma.
 * Undefined when too little or more than one language speaks for itself.
 */
export function languageOf(text: string): string | undefined {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)) return undefined;
  const spoken = new Set((text.toLowerCase().match(/[\p{L}'’]+/gu) ?? []).map((word) => word.replace("’", "'")));
  const counts = Object.entries(MARKERS)
    .map(([language, markers]) => [language, [...spoken].filter((word) => markers.has(word)).length] as const)
    .filter(([language, count]) => count >= (language === "en" ? NEEDED.english : NEEDED.other));
  const [best, next] = counts.toSorted((a, b) => b[1] - a[1]);
  return best === undefined || best[1] === next?.[1] ? undefined : best[0];
}

/** The decimal mark that a text's unambiguous numbers use (`5.8`, `1,234.5`, `8,45`); undefined when none or both. */
export function decimalMarkOf(text: string): "." | "," | undefined {
  const dot = /(?<![\d.,])\d+(?:,\d{3})*\.\d{1,2}(?![\d]|[.,]\d)/.test(text);
  const comma = /(?<![\d.,])\d+(?:\.\d{3})*,\d{1,2}(?![\d]|[.,]\d)/.test(text);
  return dot === comma ? undefined : dot ? "." : ",";
}
