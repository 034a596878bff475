import { basename } from "node:path";
import { historyFiles } from "../../importers/history-files.js";
import type { Question, QuestionKind } from "../../importers/questions.js";
import { evidenceRecall } from "../scores/evidence-recall.js";
import { isExact } from "../scores/exact.js";
import { noQuestions, readConversations, readQuestions } from "./part.js";
import { separateParts } from "./separate-parts.js";
import type { Asked, AskedHow, EvalSubject, OpenSubject } from "./subject.js";

/** One line of the output of `mnema eval`. */
export interface EvalLine {
  /** Base name. */
  readonly file: string;
  readonly id: string | number;
  readonly point: string;
  readonly question: string;
  readonly gold: string;
  readonly answer: string;
  readonly value: number | null;
  readonly items: readonly string[];
  readonly citations: readonly string[];
  /** Best first. */
  readonly evidence: readonly { readonly rounds: readonly string[]; readonly text: string }[];
  /** Sum of the lengths of the evidence texts, in UTF-16 units. */
  readonly chars: number;
  readonly ms: number;
}

/** How one answer did. */
export interface Scored {
  readonly kind: QuestionKind;
  readonly point: string;
  /** Null where the file asks for no exactness. */
  readonly exact: boolean | null;
  /** Null without known clues. */
  readonly recall: number | null;
  readonly chars: number;
  readonly ms: number;
  /** Why there is no answer; null when there is one. */
  readonly error: string | null;
}

export interface Evaluation {
  readonly scored: readonly Scored[];
  /** Clues that name no round or turn of their file; they count for nothing. */
  readonly malformed: readonly { readonly file: string; readonly id: string | number; readonly clue: string }[];
  /** Files without questions. */
  readonly leftOut: readonly string[];
}

/** What happens on the way. */
export interface EvalListener {
  line(line: EvalLine): void;
  ingested?(file: string): void;
  asked?(file: string, questions: number): void;
}

/**
 * Puts each file (of LongMemEval each question's own history) into a fresh subject and asks it the questions, one after another. A question that fails is a
 * line without answer and evidence, and its error is in the score. UNKNOWN_FORMAT when no file holds a question.
 */
export async function evaluate(paths: readonly string[], open: OpenSubject, listener: EvalListener): Promise<Evaluation> {
  const files = (await Promise.all(paths.map(historyFiles))).flatMap(({ files: found }) => found);
  const evaluations: Evaluation[] = [];
  for (const file of files)
    for await (const part of separateParts(file)) {
      const number = evaluations.length;
      evaluations.push(await evaluateFile(file, part, () => open(number), listener));
    }
  const total = {
    scored: evaluations.flatMap(({ scored }) => scored),
    malformed: evaluations.flatMap(({ malformed }) => malformed),
    leftOut: evaluations.flatMap(({ leftOut }) => leftOut),
  };
  if (total.scored.length === 0) throw noQuestions(paths.join(", "));
  return total;
}

/** Evaluates a part of a file, which is a file itself; of most files it is the file. */
async function evaluateFile(file: string, part: string, open: () => Promise<EvalSubject>, listener: EvalListener): Promise<Evaluation> {
  const { kind, questions } = await readQuestions(part);
  if (questions.length === 0) return { scored: [], malformed: [], leftOut: [file] };
  const conversations = await readConversations(part);
  const scored: Scored[] = [];
  const malformed: Evaluation["malformed"][number][] = [];
  const subject = await open();
  try {
    await subject.ingest(part);
    listener.ingested?.(file);
    for (const question of questions) {
      const { history, texts } = conversations[question.conversation] ?? { history: "", texts: new Map<string, string[]>() };
      const clues = question.clues.filter((clue) => texts.has(clue));
      malformed.push(...question.clues.filter((clue) => !texts.has(clue)).map((clue) => ({ file: basename(file), id: question.id, clue })));
      const { asked, error } = await askSafely(subject, question);
      const line = evalLine(basename(file), question, asked);
      listener.line(line);
      scored.push({
        kind,
        point: question.point,
        exact: question.value === undefined ? null : isExact(asked, question.gold, question.value),
        recall: evidenceRecall(asked.evidence, clues, texts, history),
        chars: line.chars,
        ms: asked.ms,
        error,
      });
    }
    listener.asked?.(file, questions.length);
  } finally {
    await subject.close();
  }
  return { scored, malformed, leftOut: [] };
}

/** What a question that failed gave. */
export const NOTHING: Asked = { answer: "", value: null, items: [], citations: [], evidence: [], ms: 0 };

/** The answer, or nothing with the reason. */
export async function askSafely(
  subject: EvalSubject,
  { asked }: Question,
  how?: AskedHow,
): Promise<{ asked: Asked; error: string | null }> {
  try {
    return { asked: await subject.ask(asked, how), error: null };
  } catch (error) {
    return { asked: NOTHING, error: error instanceof Error ? error.message : String(error) };
  }
}

function evalLine(
  file: string,
  { id, point, question, gold }: Question,
  { answer, value, items, citations, evidence, ms }: Asked,
): EvalLine {
  const units = evidence.map(({ rounds, text }) => ({ rounds, text }));
  const chars = units.reduce((sum, { text }) => sum + text.length, 0);
  return { file, id, point, question, gold, answer, value, items, citations, evidence: units, chars, ms };
}
