import { words } from "./tokens.js";

/** Something that was told, by whom and when (ISO 8601; null: unknown). */
interface Telling {
  readonly text: string;
  readonly speaker: string | null;
  readonly time: string | null;
}

/** Words that two tellings of one thing begin with at least. */
const LEAD = 3;
/** What a question asks as it stands now, and words that say that it asks about another time. */
const NOW = /\b(?:is|are|am|do|does|have|has|'s|'m)\b/i;
const THEN =
  /\b(?:was|were|did|had|used to|first|originally|formerly|earlier|previous(?:ly)?|before|after|until|when|ago|last|ever|since|during|all|any)\b|\d{4}/i;

/**
 * The latest of the tellings that say the same of the same thing as `best` does, in other values ("I have taught for 3 years",
 * a year later "for 4 years"), where the question asks how things are; else `best`.
 */
export function latestTelling<Told extends Telling>(question: string, best: Told, others: readonly Told[]): Told {
  if (best.time === null || !NOW.test(question) || THEN.test(question)) return best;
  const same = others.filter(({ text, speaker, time }) => time !== null && speaker === best.speaker && isRetold(best.text, text));
  return same.reduce((latest, one) => ((one.time ?? "") > (latest.time ?? "") ? one : latest), best);
}

/** Whether one sentence tells what the other does: the same words but for their numbers, or the same lead up to what is said. */
function isRetold(one: string, other: string): boolean {
  const [a, b] = [words(one), words(other)];
  const shared = a.findIndex((word, place) => word !== b[place]);
  if (shared === -1) return true;
  const masked = (list: readonly string[]) => list.map((word) => (/\d/.test(word) ? "0" : word)).join(" ");
  if (masked(a) === masked(b)) return true;
  return shared >= LEAD && a.slice(0, shared).some((word) => STATES.has(word));
}

/** Verbs that say how something is. */
const STATES: ReadonlySet<string> = new Set(["is", "are", "am", "live", "lives", "work", "works", "called", "named"]);
