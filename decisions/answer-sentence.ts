import type { Answer, EvidenceUnit } from "../core/evidence.js";
import { atomsOf, type Atom } from "../core/question/time-atoms.js";
import { sentences } from "../core/sentences.js";
import { terms } from "../core/tokens.js";
import { evidenceLines, type EvidenceLine } from "./evidence-lines.js";

/** How well a sentence must be supported: `sure` where something better was looked for and not found. */
type Support = "likely" | "sure";

/** Share of the question's weight that a sentence must hold. */
const NEEDED: Readonly<Record<Support, number>> = { likely: 0.34, sure: 0.8 };
/** What a rank in the evidence costs, as a share of the question's weight; what the rest of the line, the speaker and the kind add. */
const RANK_COST = 0.02;
const LINE_SHARE = 0.3;
const SPEAKER_BONUS = 0.1;
const KIND_BONUS = 0.1;

/** Words by which a question speaks of the conversation and of how to answer, not of what it asks. */
const ABOUT_ASKING = new Set(
  terms(
    "conversation dialogue chat discussion mention mentioned mentions user assistant image images picture pictures photo photos show shows shown discuss discussed according based answer return format arabic numeral number specific attached provided memory tell talked said say says",
  ),
);

interface Candidate {
  readonly line: EvidenceLine;
  readonly text: string;
  readonly score: number;
  /** Share of the question's weight in the sentence or its line. */
  readonly support: number;
}

/** The sentence of the evidence that says most of what is asked, with its round; null when none says enough. */
export function sentenceAnswer(question: string, evidence: readonly EvidenceUnit[], needed: Support): Answer | null {
  const lines = evidence.flatMap(evidenceLines);
  const asked = question.replace(/^\[picture\].*$/gim, "");
  const pictures = asksForPicture(asked) ? lines.filter(({ picture }) => picture !== null) : [];
  const [best] = ranked(asked, pictures.length > 0 ? pictures : lines).filter(({ support }) => support >= NEEDED[needed]);
  if (best === undefined) return null;
  const { line, text } = best;
  const citations = [...line.rounds];
  if (pictures.length > 0 && line.picture !== null)
    return { answer: `${line.picture}: ${text}`, value: null, items: [line.picture], citations };
  const day = /^\s*when\b/i.test(asked) ? toldDay(text, line.time) : null;
  return { answer: day === null ? text : `${text} (${day})`, value: null, items: [day ?? text], citations };
}

function ranked(question: string, lines: readonly EvidenceLine[]): Candidate[] {
  const speakers = new Set(lines.flatMap(({ speaker }) => (speaker === null ? [] : terms(speaker))));
  const all = new Set(terms(question));
  const meant = [...all].filter((term) => !ABOUT_ASKING.has(term) && !speakers.has(term));
  const weights = weightsOf(meant.length > 0 ? meant : [...all], lines);
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return lines
    .flatMap((line): Candidate[] => {
      const ofLine = share(line.text, weights, whole);
      const spoken = line.speaker !== null && terms(line.speaker).some((term) => all.has(term)) ? SPEAKER_BONUS : 0;
      return sentences(line.text)
        .filter((text) => !text.endsWith("?"))
        .flatMap((text): Candidate[] => {
          const own = share(text, weights, whole);
          if (own === 0) return [];
          const score = own + LINE_SHARE * ofLine + spoken + (isOfKind(question, text) ? KIND_BONUS : 0) - RANK_COST * line.rank;
          return [{ line, text, support: Math.max(own, ofLine), score }];
        });
    })
    .toSorted((a, b) => b.score - a.score);
}

/** Rare words among the lines weigh more. */
function weightsOf(wanted: readonly string[], lines: readonly EvidenceLine[]): Map<string, number> {
  const held = lines.map(({ text }) => new Set(terms(text)));
  return new Map(wanted.map((term) => [term, Math.log(1 + lines.length / (1 + held.filter((own) => own.has(term)).length))]));
}

function share(text: string, weights: ReadonlyMap<string, number>, whole: number): number {
  const own = new Set(terms(text));
  return whole === 0 ? 0 : [...weights].reduce((sum, [term, weight]) => sum + (own.has(term) ? weight : 0), 0) / whole;
}

function asksForPicture(question: string): boolean {
  return (
    /\b(?:which|what|search|find|return|show)\b[^.?]*\b(?:images?|pictures?|photos?)\b/i.test(question) && !/\bhow many\b/i.test(question)
  );
}

const KINDS: readonly (readonly [asked: RegExp, answered: RegExp])[] = [
  [/^(?:when|what (?:date|day|time)|how long ago)\b/i, /\b(?:\d{4}|yesterday|today|tonight|ago|last|next|\p{L}+day|week|month|year)\b/iu],
  [/^how (?:many|much|long|old|often)\b/i, /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|dozen|once|twice)\b/i],
  [/^(?:who|whose)\b/i, /\b(?:my|our|\p{Lu}\p{Ll}+)\b/u],
  [/^where\b/i, /\b(?:in|at|to|from|near)\s+(?:the\s+)?\p{Lu}/u],
  [/^why\b/i, /\b(?:because|since|so that|in order to|due to|as it)\b|—/i],
];

/** Whether a sentence holds the kind of thing that is asked for. */
function isOfKind(question: string, sentence: string): boolean {
  return KINDS.some(([asked, answered]) => asked.test(question.trim()) && answered.test(sentence));
}

/** The day, month or year that a sentence tells of, seen from when it was said; else the day on which it was said. */
function toldDay(sentence: string, said: string | null): string | null {
  const [atom] = said === null ? [] : atomsOf(sentence, said.slice(0, 10));
  return (atom === undefined ? null : isoOf(atom, said?.slice(0, 4) ?? null)) ?? said?.slice(0, 10) ?? null;
}

function isoOf({ range, year, month, day }: Atom, saidIn: string | null): string | null {
  if (range !== null) return range[0] === range[1] ? range[0] : `${range[0]} to ${range[1]}`;
  const two = (part: number) => String(part).padStart(2, "0");
  const own = year === null ? saidIn : String(year);
  if (own === null || (year === null && month === null)) return null;
  return [own, ...(month === null ? [] : [two(month)]), ...(month === null || day === null ? [] : [two(day)])].join("-");
}
