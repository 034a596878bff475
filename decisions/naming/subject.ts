import { words } from "../../core/tokens.js";
import { mostFrequent } from "../../core/most-frequent.js";
import { STOP_WORDS } from "../../core/stop-words.js";
import { BEFORE_NOUNS, FRAMING, PREPOSITIONS, RECORD_NOUNS } from "./words.js";

/** How a table's records were introduced, each wording once, and how often. */
export interface Wording {
  readonly text: string;
  readonly kind: "user" | "assistant" | "caption";
  readonly rounds: number;
}

/** What records are of, and the word for such records, as far as the wordings tell: "weather" and "readings". */
export interface Subject {
  readonly subject: readonly string[];
  readonly noun: string | null;
}

/** Every plural once, in order of preference. */
const NOUNS = [...new Set(RECORD_NOUNS.values())];

/** A person's own words say what a record is of; a caption says as much of the picture; an assistant repeats. */
const WEIGHT = { user: 1, caption: 0.5, assistant: 0.25 } as const;
/** A word right before the subject belongs to its name ("test drive") when it stands there in this share of its wordings. */
const COMPOUND = 0.5;

/** Below this share of the rounds a word that one wording alone has is an accident: "Easier this way, here is …". */
const ACCIDENT = 0.2;

/**
 * Finds the subject of records in the words around them: the word that most different wordings share, framing words
 * ("logging", "photo of", "today's") left out; where several are shared alike, one that an attribute has too (in
 * `attributeWords`) or that stands like a noun.
 */
export function findSubject(wordings: readonly Wording[], attributeWords: ReadonlySet<string>): Subject {
  const told = wordings.map((wording) => ({ ...wording, words: words(wording.text), weight: WEIGHT[wording.kind] }));
  const scores = new Map<string, number>();
  const using = new Map<string, { wordings: number; rounds: number }>();
  const allRounds = told.reduce((sum, { rounds }) => sum + rounds, 0);
  for (const { words: sequence, weight, rounds } of told) {
    for (const [word, standing] of standings(sequence)) {
      // Different wordings first; how often each was used, and how the word stands in it, only between equals.
      const used = using.get(word) ?? { wordings: 0, rounds: 0 };
      using.set(word, { wordings: used.wordings + 1, rounds: used.rounds + rounds });
      scores.set(word, (scores.get(word) ?? 0) + weight + standing + (attributeWords.has(word) ? 0.2 : 0) + Math.min(rounds, 20) * 0.001);
    }
  }
  const isAccident = (word: string) =>
    using.get(word)?.wordings === 1 && (using.get(word)?.rounds ?? 0) < ACCIDENT * allRounds && !attributeWords.has(word);
  const [best] = [...scores].filter(([word]) => !isAccident(word)).sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  const nouns = told.flatMap(({ words: sequence }) => sequence.flatMap((word) => RECORD_NOUNS.get(word) ?? []));
  const noun = mostFrequent(NOUNS.flatMap((plural) => nouns.filter((one) => one === plural)));
  if (best === undefined) return { subject: [], noun };
  const [word] = best;
  const before = told
    .filter(({ words: sequence }) => sequence.includes(word))
    .map(({ words: sequence }) => sequence[sequence.indexOf(word) - 1] ?? "");
  const modifier = mostFrequent(before.filter((one) => isSubject(one) && !one.endsWith("ed")));
  const isCompound = modifier !== null && before.filter((one) => one === modifier).length >= COMPOUND * before.length;
  return { subject: isCompound ? [modifier, word] : [word], noun };
}

/** Whether records may be of this. */
function isSubject(word: string): boolean {
  return /^[a-z]{3,}$/.test(word) && !STOP_WORDS.has(word) && !FRAMING.has(word) && !RECORD_NOUNS.has(word);
}

/** How much like the name of a thing each possible subject stands in a wording: "soil test" in "Soil test of the garden bed". */
function standings(sequence: readonly string[]): ReadonlyMap<string, number> {
  const standing = new Map<string, number>();
  let isPartOf = 0;
  for (const [place, word] of sequence.entries()) {
    if (standing.size > 0 && PREPOSITIONS.has(word)) isPartOf = 0.2;
    if (!isSubject(word) || standing.has(word)) continue;
    const asNoun = BEFORE_NOUNS.has(sequence[place - 1] ?? "") ? 0.05 : 0;
    const asVerb = /(?:ed|ing)$/.test(word) ? 0.1 : 0;
    standing.set(word, asNoun - asVerb - isPartOf + place * 0.001);
  }
  return standing;
}
