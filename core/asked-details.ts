import { readQuantities } from "./question/quantities.js";
import { atomsOf, type Atom } from "./question/time-atoms.js";
import { wordsOf } from "./question/words.js";
import type { SupportedSentence } from "./support.js";
import { convertUnit } from "./units.js";

/** How much of the best score a sentence needs to be taken before it for its time. */
const NEARLY_AS_GOOD = 0.85;
const OF_THAT_TIME = 0.6;
/** Times are told in too many ways to be compared by their numbers. */
const TIMES = new Set(["s", "min", "h", "day", "week", "month", "year"]);

/**
 * The sentences, best first, that hold to what a question says exactly: its amounts (`14 km`, `1.250 €`), which the round must
 * hold; then its dates, and `last` or `first`, which order those that answer nearly as well. `now` is the day of asking.
 */
export function heldTo(question: string, sentences: readonly SupportedSentence[], now: string): readonly SupportedSentence[] {
  const amounts = amountsIn(question);
  const rounds = new Set(sentences.filter(({ text }) => amounts.every((own) => holds(text, own))).map(({ round }) => round));
  const held = amounts.length === 0 ? sentences : sentences.filter(({ round }) => rounds.has(round));
  const atoms = atomsOf(question, now);
  return inOrderAsked(question, atoms, ofTimesAsked(held, atoms));
}

interface Amount {
  readonly number: number;
  readonly unit: string;
  /** As it stands in the text. */
  readonly text: string;
}

/** The amounts of a text that have a unit, lengths of time left out. */
export function amountsIn(text: string): Amount[] {
  return readQuantities(text, wordsOf(text), () => true).flatMap(({ number, unit, text: own }) =>
    unit === null || TIMES.has(unit) ? [] : [{ number, unit, text: own }],
  );
}

function holds(text: string, { number, unit }: Amount): boolean {
  return amountsIn(text).some((own) => {
    const same = convertUnit(own.number, own.unit, unit);
    return same !== null && Math.abs(same - number) <= 1e-6 * Math.abs(number);
  });
}

/** Those of the times that are named come first, where they answer at all. */
function ofTimesAsked(sentences: readonly SupportedSentence[], atoms: readonly Atom[]): readonly SupportedSentence[] {
  const least = OF_THAT_TIME * (sentences[0]?.score ?? 0);
  const then = sentences.filter(({ score, time }) => score >= least && time !== null && atoms.some((atom) => isIn(time, atom)));
  return then.length === 0 ? sentences : then;
}

function isIn(time: string, { year, month, day, range, weekdays }: Atom): boolean {
  if (range !== null) return time.slice(0, range[0].length) >= range[0] && time.slice(0, range[1].length) <= range[1];
  if (weekdays !== null) return false;
  const parts = [time.slice(0, 4), time.slice(5, 7), time.slice(8, 10)].map(Number);
  return [year, month, day].every((asked, at) => asked === null || asked === parts[at]);
}

/** `my last bill`, `what is … now`: the newest of those that answer nearly as well as the best; `first`: the oldest. */
function inOrderAsked(question: string, atoms: readonly Atom[], sentences: readonly SupportedSentence[]): readonly SupportedSentence[] {
  const rest = atoms.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), question);
  const newest = /\b(?:last|latest|newest|most recent|currently|current|now)\b/i.test(rest);
  if (!newest && !/\b(?:first|earliest)\b/i.test(rest)) return sentences;
  const least = NEARLY_AS_GOOD * (sentences[0]?.score ?? 0);
  const [near, others] = [sentences.filter(({ score }) => score >= least), sentences.filter(({ score }) => score < least)];
  const inOrder = near.toSorted((a, b) => ((a.time ?? "") < (b.time ?? "") ? -1 : (a.time ?? "") > (b.time ?? "") ? 1 : 0));
  return [...(newest ? inOrder.toReversed() : inOrder), ...others];
}
