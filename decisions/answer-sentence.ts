import type { Answer, EvidenceUnit } from "../core/evidence.js";
import { atomsOf } from "../core/question/time-atoms.js";
import { isoOf } from "../core/question/time-window.js";
import { heldTo } from "../core/asked-details.js";
import { latestTelling } from "../core/latest-telling.js";
import { bestSentences, UNSUPPORTED } from "../core/support.js";
import { terms } from "../core/tokens.js";
import { toldBefore } from "../core/told-changes.js";

/** Share of the question's weighty words that a round must hold where tables were asked and hold nothing. */
const AFTER_TABLES = 0.8;
/** Sentences among which a picture is looked for. */
const PICTURED = 40;
/** Earlier amounts of one thing that are told beside the newest. */
const EARLIER = 3;

/**
 * The sentence of the evidence that answers the question best, with its round; null when the evidence does not support one.
 * `now` is the day of asking. `tablesLack`: tables were asked first and hold nothing, so chance words are not enough.
 */
export function sentenceAnswer(question: string, evidence: readonly EvidenceUnit[], tablesLack: boolean, now: string): Answer | null {
  const { sentences: supported, confidence, coverage } = bestSentences(question, evidence, PICTURED);
  const sentences = heldTo(question, supported, now);
  const shown = asksForPicture(question) ? sentences.find(({ picture }) => picture !== null) : undefined;
  const [first] = sentences;
  const best = shown ?? (first === undefined ? undefined : latestTelling(question, first, sentences));
  if (best === undefined || confidence < UNSUPPORTED || (tablesLack && coverage < AFTER_TABLES)) return null;
  if (YES_OR_NO.test(question) && !isAbout(question, best)) return null;
  const citations = best.round === "" ? [] : [best.round];
  if (shown !== undefined && shown.picture !== null)
    return { answer: `${shown.picture}: ${shown.text}`, value: null, items: [shown.picture], citations };
  const day = /^\s*when\b/i.test(question) ? toldDay(best.text, best.time) : null;
  const before = day === null ? toldBefore(best, sentences).slice(0, EARLIER) : [];
  const remarks = [
    ...(day === null ? [] : [day]),
    ...(before.length === 0
      ? []
      : [`before: ${before.map(({ amount, sentence }) => `${amount} on ${sentence.time?.slice(0, 10)}`).join(", ")}`]),
  ];
  return {
    answer: `${saidBy(best.speaker)}${best.text}${remarks.length === 0 ? "" : ` (${remarks.join("; ")})`}`,
    value: null,
    items: [day ?? best.text],
    citations: [...new Set([...citations, ...before.map(({ sentence }) => sentence.round)])],
  };
}

const YES_OR_NO = /^\s*(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)\b/i;

/** Whether a sentence speaks of anything that is asked about, apart from who says it. */
function isAbout(question: string, { text, speaker }: { readonly text: string; readonly speaker: string | null }): boolean {
  const said = new Set(terms(text));
  const name = new Set(terms(speaker ?? ""));
  return terms(question).some((term) => said.has(term) && !name.has(term));
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
export function toldDay(sentence: string, said: string | null): string | null {
  const [atom] = said === null ? [] : atomsOf(sentence, said.slice(0, 10));
  return (atom === undefined ? null : isoOf(atom, said)) ?? said?.slice(0, 10) ?? null;
}
