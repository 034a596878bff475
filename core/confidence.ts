/** A set of attribute keys, sorted, without duplicates. */
export type Pattern = readonly string[];

/**
 * Share of the rounds with the pattern's most frequent attribute that hold the whole pattern. AdaMM eq. 5.
 * In [0, 1]; falls or stays when an attribute is added. `support` counts the rounds with all of the pattern's
 * attributes (eq. 3), `mostFrequent` those with its most frequent attribute.
 */
export function allConfidence(support: number, mostFrequent: number): number {
  return mostFrequent === 0 ? 0 : support / mostFrequent;
}

/**
 * Share of the rounds with a schema that also hold all of a superset of it. AdaMM eq. 7. In [0, 1]; falls or stays
 * when the superset grows.
 */
export function extensionConfidence(support: number, schemaSupport: number): number {
  return schemaSupport === 0 ? 0 : support / schemaSupport;
}

/** Orders patterns by their attributes' keys, one after the other; compared by code unit, never by a locale. */
export function comparePatterns(a: Pattern, b: Pattern): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const [left, right] = [a[index] as string, b[index] as string];
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
