/** Histories of rounds that are items of the store. A file's own history never begins so by chance: labels hold no colon. */
const ITEMS = "store:";

/** All items of a namespace are rounds of one session of one history. */
export const ITEM_SESSION = "items";

export function historyOf(namespace: readonly string[]): string {
  return ITEMS + namespace.map(encode).join("/");
}

/** Null for a history that no namespace is. */
export function namespaceOf(history: string): string[] | null {
  return history.startsWith(ITEMS) ? history.slice(ITEMS.length).split("/").map(decodeURIComponent) : null;
}

export function idOf(key: string): string {
  return encode(key);
}

export function keyOf(id: string): string {
  return decodeURIComponent(id);
}

/** Escapes what separates, and half surrogate pairs, which no store keeps. */
function encode(label: string): string {
  return label.toWellFormed().replace(/[%/]|\p{C}/gu, (character) => encodeURIComponent(character));
}
