import type { Answer, EvidenceUnit } from "../core/evidence.js";
import { programOf } from "../core/question/program.js";
import { readQuestion } from "../core/question/read-question.js";
import { replyTo } from "../core/question/reply.js";
import type { Reply } from "../core/question/results.js";
import { sentenceAnswer } from "./answer-sentence.js";
import type { AnswerInput } from "./planning.js";

/** Rounds that an answer cites at most. */
const CITED = 50;

/** Answers without a model: from computed results where the plan computed, else by the best-supported sentence. */
export function offlineAnswer(input: AnswerInput): Answer {
  const computed = computedReply(input);
  if (computed !== null && computed.items.length > 0)
    return { ...computed, citations: citationsOf(input.evidence.filter(({ kind }) => kind === "row" || kind === "compute")) };
  const told = input.evidence.filter(({ kind }) => kind === "event" || kind === "episode" || kind === "topic");
  const spoken = sentenceAnswer(input.question, told, computed !== null, input.now);
  if (spoken !== null) return spoken;
  return { answer: computed?.answer ?? "The memory does not hold this.", value: null, items: [], citations: [] };
}

/** What the question's own program gave; null when the calls are not those of a program. */
function computedReply({ question, tables, now, calls }: AnswerInput): Reply | null {
  const reading = readQuestion(question, tables, now);
  const card = tables.find(({ name }) => name === reading?.table);
  if (reading === null || card === undefined) return null;
  const program = programOf(reading);
  const own = calls.slice(0, program.length);
  return own.every(({ tool }, index) => tool === program[index]?.tool) && own.length > 0 ? replyTo(reading, card, own) : null;
}

function citationsOf(evidence: readonly EvidenceUnit[]): string[] {
  return [...new Set(evidence.flatMap(({ rounds }) => rounds))].slice(0, CITED);
}
