import { terms, words } from "../../../core/tokens.js";

/** Share of a condition's words that a context must hold for the condition to be met. */
const MET = 0.6;
const DENIALS: ReadonlySet<string> = new Set("no not never without nothing none cannot".split(" "));

/** Words of a text that carry meaning, as stems, those that deny left out. */
export function meaning(text: string): string[] {
  return terms(text.replaceAll(/[-_]/g, " ")).filter((term) => !DENIALS.has(term));
}

/** Whether a text says that something is not so. */
export function denies(text: string): boolean {
  return words(text).some((word) => DENIALS.has(word));
}

/** What contexts are held against conditions by: the stems in them. */
export function vocabulary(context: string): ReadonlySet<string> {
  return new Set(meaning(context));
}

/**
 * Whether a context meets a condition: enough of its words occur in it, or do not, where the condition denies. One without
 * a word that carries meaning is met by nothing.
 */
export function meets(condition: string, context: ReadonlySet<string>): boolean {
  const said = meaning(condition);
  if (said.length === 0) return false;
  const share = said.filter((term) => context.has(term)).length / said.length;
  return denies(condition) ? share < MET : share >= MET;
}
