/** Zero-width, bidirectional and other invisible characters: they never distinguish two names. */
const INVISIBLE = /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]/g;

/** An attribute's name for display: invisible characters dropped, white space single, ends trimmed. */
export function attributeName(raw: string): string {
  return raw.normalize("NFC").replace(/\u200B/g, " ").replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
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
