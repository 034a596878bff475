import type { Answer, EvidenceUnit } from "../core/evidence.js";
import { evidenceLines } from "../core/evidence-lines.js";
import { askedTimes } from "../core/question/asked-times.js";
import { eventTimes, type TimeWindow } from "../core/question/time-window.js";
import { sentences } from "../core/sentences.js";
import { bestSentences, UNSUPPORTED } from "../core/support.js";
import { toldDay } from "./answer-sentence.js";

/** Statements of a time that an answer tells at most. */
const TOLD = 12;
/** Sentences looked at, and the share of the best score from which one is told beside it. */
const LOOKED_AT = 40;
const NEARLY_AS_GOOD = 0.85;

interface Statement {
  readonly text: string;
  readonly round: string;
  readonly time: string | null;
}

/**
 * The answer to a question that sets limits in time: what was told of that time, all of it where the question names nothing
 * else (`what happened in November`, `my last three events`). Undefined for any other question; null when nothing of that time
 * answers it. `now` is the day of asking.
 */
export function timesAnswer(question: string, evidence: readonly EvidenceUnit[], now: string): Answer | null | undefined {
  const { window, ends, alone, saying } = askedTimes(question, { now, from: null, to: null });
  if (!(alone || window?.bounded === true)) return undefined;
  const isOfThen = ({ text, time }: Statement) => window === null || times(text, time, saying).some(window.holds);
  if (alone) {
    const told = statementsOf(evidence).filter(isOfThen);
    return answerOf(ends === null ? told : lastRounds(told, ends.count));
  }
  const { sentences: supported, confidence } = bestSentences((window as TimeWindow).rest, evidence, LOOKED_AT);
  const held = confidence < UNSUPPORTED ? [] : supported.filter(isOfThen);
  const least = NEARLY_AS_GOOD * (held[0]?.score ?? 0);
  const several = /\b(?:which|what)\s+\p{L}+s\b|\b(?:list|all)\b/iu.test(question);
  return answerOf(several ? inOrder(held.filter(({ score }) => score >= least)) : held.slice(0, 1));
}

function times(text: string, said: string | null, saying: boolean): string[] {
  return saying ? (said === null ? [] : [said]) : eventTimes(text, said);
}

/** What people said, in the order of the evidence; replies of a nameless assistant are no events. */
function statementsOf(evidence: readonly EvidenceUnit[]): Statement[] {
  return evidence.flatMap((unit) =>
    evidenceLines(unit)
      .filter(({ speaker }) => speaker !== "assistant")
      .flatMap(({ text, round, time }) => sentences(text).map((sentence) => ({ text: sentence, round, time }))),
  );
}

/** The statements of so many rounds: each is one event. */
function lastRounds(statements: readonly Statement[], count: number): Statement[] {
  const rounds = [...new Set(statements.map(({ round }) => round))].slice(0, count);
  return statements.filter(({ round }) => rounds.includes(round));
}

function inOrder<One extends Statement>(statements: readonly One[]): One[] {
  return statements.toSorted((a, b) => ((a.time ?? "~") < (b.time ?? "~") ? -1 : (a.time ?? "~") > (b.time ?? "~") ? 1 : 0));
}

function answerOf(statements: readonly Statement[]): Answer | null {
  const told = statements.slice(0, TOLD);
  if (told.length === 0) return null;
  const left = statements.length - told.length;
  const texts = told.map(({ text, time }) => {
    const day = toldDay(text, time);
    return `${text}${day === null ? "" : ` (${day})`}`;
  });
  return {
    answer: `${texts.join("\n")}${left > 0 ? `\n… and ${left} more` : ""}`,
    value: null,
    items: told.map(({ text }) => text),
    citations: [...new Set(told.map(({ round }) => round).filter((round) => round !== ""))],
  };
}
