/** Zero-width, bidirectional and other invisible characters: they never distinguish two names. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A zero-width space parts two words; elsewhere it is as invisible as the others. */
const PARTING = /(?<=[\p{L}\p{N}])\u200B(?=[\p{L}\p{N}])/gu;

/** An attribute's name for display: invisible characters dropped, white space single, ends trimmed. */
export function attributeName(raw: string): string {
  return raw.normalize("NFC").replace(PARTING, " ").replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
}

/** What makes two spellings one attribute: display name, compatibility-folded, in lower case. */
export function attributeKey(raw: string): string {
  return attributeName(raw).normalize("NFKC").toLowerCase();
}

/**
 * A key that sorts names the way people count: digit runs compare by value, so that `D2` comes before `D10`.
 * Compare the results with `<`, never with a locale.
 */
export function naturalKey(name: string): string {
  return name.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, "").padStart(16, "0"));
}
