import type { Answer, EvidenceUnit } from "../core/evidence.js";
import { requestOf } from "../core/question/request.js";
import type { Reply } from "../core/question/results.js";
import { sentenceAnswer } from "./answer-sentence.js";
import { timesAnswer } from "./answer-times.js";
import type { AnswerInput } from "./planning.js";

/** Rounds that an answer cites at most. */
const CITED = 50;

/** Answers without a model: from computed results where the plan computed, else by the best-supported sentence. */
export function offlineAnswer(input: AnswerInput): Answer {
  const named = tablesNamed(input);
  if (named !== null) return named;
  const computed = computedReply(input);
  if (computed !== null && computed.items.length > 0)
    return { ...computed, citations: citationsOf(input.evidence.filter(({ kind }) => kind === "row" || kind === "compute")) };
  const told = input.evidence.filter(({ kind }) => kind === "event" || kind === "episode" || kind === "topic");
  const timed = timesAnswer(input.question, told, input.now);
  const spoken = timed !== undefined ? timed : sentenceAnswer(input.question, told, computed !== null, input.now);
  if (spoken !== null) return spoken;
  return { answer: computed?.answer ?? "The memory does not hold this.", value: null, items: [], citations: [] };
}

/** `which tables are there`: those that planning was shown, which are the best for the question. */
function tablesNamed({ question, tables }: AnswerInput): Answer | null {
  if (
    !/^\W*(?:which|what|list|show|name|how many)\b[^?.]*\btables\b(?:\s+(?:do|are|is|have|exist|there|you|i|we|in|the|this|my|memory|your|it|known|hold|has))*\W*$/i.test(
      question,
    )
  )
    return null;
  const names = tables.map(({ name }) => name);
  if (names.length === 0) return { answer: "There are no tables yet.", value: null, items: [], citations: [] };
  const told = tables.map(({ name, rows }) => `${name} (${rows} row${rows === 1 ? "" : "s"})`);
  return { answer: `${told.join(", ")}.`, value: null, items: names, citations: [] };
}

/** What the question's own program gave; null when the calls are not those of a program. */
function computedReply({ question, tables, now, calls }: AnswerInput): Reply | null {
  const request = requestOf(question, tables, now);
  const own = calls.slice(0, request?.steps.length ?? 0);
  return request !== null && own.every(({ tool }, index) => tool === request.steps[index]?.tool) ? request.reply(own) : null;
}

function citationsOf(evidence: readonly EvidenceUnit[]): string[] {
  return [...new Set(evidence.flatMap(({ rounds }) => rounds))].slice(0, CITED);
}
