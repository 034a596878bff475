import { COMPOUNDING, INNER, MEASURING, NAMING } from "./lexicon.js";
import type { Pair } from "./span.js";

/** Whether at least two pairs, and more than half of them, have attributes that are naming words. */
export function mostlyNaming(pairs: readonly Pair[]): boolean {
  const naming = pairs.filter(({ attribute }) => isNaming(attribute)).length;
  return naming > 1 && naming * 2 > pairs.length;
}

/** Whether the head of a name ("cause" in "cause of death", its last word otherwise) is a word that names properties. */
export function isNaming(attribute: string): boolean {
  const words = attribute.toLowerCase().split(/[\s_.]+/);
  const inner = words.findIndex((word) => INNER.has(word));
  const head = words.at(inner > 0 ? inner - 1 : -1) ?? "";
  return NAMING.has(head) || COMPOUNDING.has(head) || MEASURING.has(head);
}
