/** "and" before the next attribute, not inside a value ("The Good and the Bad"). */
const AND = String.raw`\s+and\s+(?=the\s[^,;]{1,60}?(?:\s(?:was|is|were|are)\s|:\s|\s?=))`;

/** What parts the pairs of a statement, the surest first: a semicolon, a bar, dot or slash between spaces, a comma. */
const SEPARATORS: readonly (readonly [sign: RegExp, separator: RegExp])[] = [
  [/;/, /\s*;\s+/g],
  [/\s[|·•‖]\s/, /\s+[|·•‖]\s+/g],
  [/\s\/\s/, /\s+\/\s+/g],
  [new RegExp(`,\\s|${AND}`), new RegExp(String.raw`\s*,\s+(?:and\s+)?|${AND}`, "g")],
];

/** A text without any separator is one segment. */
const NOTHING = /(?!)/g;

/** What the first separator of a text that yields at least two gives, else what the surest gives. */
export function bySeparator<Found>(text: string, read: (separator: RegExp) => readonly Found[]): readonly Found[] {
  const separators = SEPARATORS.filter(([sign]) => sign.test(text)).map(([, separator]) => separator);
  let surest: readonly Found[] | null = null;
  for (const separator of separators.length > 0 ? separators : [NOTHING]) {
    const found = read(separator);
    if (found.length > 1) return found;
    surest ??= found;
  }
  return surest ?? [];
}
