/** The names of months in languages that write a day, a month and a year in words, by number; shortenings are their beginnings. */
const NAMES: readonly (readonly string[])[] = [
  ["januar", "jänner", "janvier", "enero", "gennaio", "janeiro", "januari", "stycznia", "января", "ocak"],
  ["februar", "février", "febrero", "febbraio", "fevereiro", "februari", "lutego", "февраля", "şubat"],
  ["märz", "mars", "marzo", "março", "maart", "marca", "марта", "mart"],
  ["april", "avril", "abril", "aprile", "kwietnia", "апреля", "nisan"],
  ["mai", "mayo", "maggio", "maio", "mei", "maj", "maja", "мая", "mayıs"],
  ["juni", "juin", "junio", "giugno", "junho", "czerwca", "июня", "haziran"],
  ["juli", "juillet", "julio", "luglio", "julho", "lipca", "июля", "temmuz"],
  ["august", "août", "agosto", "augustus", "augusti", "sierpnia", "августа", "ağustos"],
  ["september", "septembre", "septiembre", "settembre", "setembro", "września", "сентября", "eylül"],
  ["oktober", "octobre", "octubre", "ottobre", "outubro", "października", "октября", "ekim"],
  ["november", "novembre", "noviembre", "novembro", "listopada", "ноября", "kasım"],
  ["dezember", "décembre", "diciembre", "dicembre", "dezembro", "december", "grudnia", "декабря", "aralık"],
];
const MONTHS: ReadonlyMap<string, number> = new Map(NAMES.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** Words of other meanings, which need a day beside them: `Mars 2020`. */
const OTHERWISE_NAMES = new Set(["mars", "mart", "maja"]);

const IN_WORDS =
  /^(?:(?:le|el|il|am|den|op|dnia) )?(?:(\d{1,2})(?:\.|er|º|º?)? (?:de |di )?)?(\p{L}{3,})\.?,? (?:de |del )?(\d{4})(?: ?г\.?)?$/iu;
const IN_SIGNS = /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월](?: ?(\d{1,2}) ?[日号號일])?$/;

/** Year, month and day (null: none) of a date in words of other languages than English: `1. Mai 2024`, `3 de marzo de 2023`, `2024年5月1日`. */
export function foreignDate(text: string): { readonly year: number; readonly month: number; readonly day: number | null } | null {
  const [signs, ...parts] = IN_SIGNS.exec(text) ?? [];
  if (signs !== undefined)
    return { year: Number(parts[0]), month: Number(parts[1]), day: parts[2] === undefined ? null : Number(parts[2]) };
  const [words, day, name = "", year] = IN_WORDS.exec(text) ?? [];
  const month = words === undefined ? undefined : MONTHS.get(name.toLowerCase());
  if (day === undefined && OTHERWISE_NAMES.has(name.toLowerCase())) return null;
  return month === undefined ? null : { year: Number(year), month, day: day === undefined ? null : Number(day) };
}
