import type { Answer, EvidenceUnit } from "../core/evidence.js";
import { atomsOf, type Atom } from "../core/question/time-atoms.js";
import { heldTo } from "../core/asked-details.js";
import { bestSentences, UNSUPPORTED } from "../core/support.js";

/** Share of the question's weighty words that a round must hold where tables were asked and hold nothing. */
const AFTER_TABLES = 0.8;
/** Sentences among which a picture is looked for. */
const PICTURED = 40;

/**
 * The sentence of the evidence that answers the question best, with its round; null when the evidence does not support one.
 * `now` is the day of asking. `tablesLack`: tables were asked first and hold nothing, so chance words are not enough.
 */
export function sentenceAnswer(question: string, evidence: readonly EvidenceUnit[], tablesLack: boolean, now: string): Answer | null {
  const { sentences: supported, confidence, coverage } = bestSentences(question, evidence, PICTURED);
  const sentences = heldTo(question, supported, now);
  const shown = asksForPicture(question) ? sentences.find(({ picture }) => picture !== null) : undefined;
  const best = shown ?? sentences[0];
  if (best === undefined || confidence < UNSUPPORTED || (tablesLack && coverage < AFTER_TABLES)) return null;
  const citations = best.round === "" ? [] : [best.round];
  if (shown !== undefined && shown.picture !== null)
    return { answer: `${shown.picture}: ${shown.text}`, value: null, items: [shown.picture], citations };
  const day = /^\s*when\b/i.test(question) ? toldDay(best.text, best.time) : null;
  return {
    answer: `${saidBy(best.speaker)}${best.text}${day === null ? "" : ` (${day})`}`,
    value: null,
    items: [day ?? best.text],
    citations,
  };
}

/** Who said it, where that is someone else than the one who asks. */
function saidBy(speaker: string | null): string {
  if (speaker === null || speaker === "user") return "";
  return `${speaker === "assistant" ? "Assistant" : speaker}: `;
}

function asksForPicture(question: string): boolean {
  return (
    /\b(?:which|what|search|find|return|show)\b[^.?]*\b(?:images?|pictures?|photos?)\b/i.test(question) && !/\bhow many\b/i.test(question)
  );
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
