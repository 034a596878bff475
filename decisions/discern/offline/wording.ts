import { byCount } from "../../../core/most-frequent.js";
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

/**
 * The words that texts use most, without those that carry no meaning and numbered names, as they are first written; of
 * equals the first by letter. `keep` looks at a word's stem: words of one stem are one.
 */
export function frequentWords(texts: readonly string[], limit: number, keep: (term: string) => boolean): string[] {
  const counts = new Map<string, { readonly word: string; readonly count: number }>();
  for (const word of texts.flatMap((text) => words(text.replaceAll(/[-_]/g, " ")))) {
    const [term] = meaning(word);
    if (term === undefined || /\d/.test(word) || !keep(term)) continue;
    const entry = counts.get(term) ?? { word, count: 0 };
    counts.set(term, { ...entry, count: entry.count + 1 });
  }
  return byCount(new Map([...counts.values()].map(({ word, count }) => [word, count] as const))).slice(0, limit);
}

/** With a capital, as a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
