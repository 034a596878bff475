import { basename } from "node:path";
import type { Question } from "../../importers/questions.js";
import { readConversations, readQuestions } from "../harness/part.js";
import { separateParts } from "../harness/separate-parts.js";
import type { SuitePart, SuiteQuestion } from "../runner/suite.js";

/** A question with one right answer in words and nothing else to be known about it. */
export function plainQuestion(question: Question): SuiteQuestion {
  return {
    ...question,
    golds: [question.gold],
    now: null,
    unanswerable: null,
    choices: null,
    rubric: [],
    pair: null,
    expected: null,
    wrongKey: false,
  };
}

/**
 * The parts of a file that the importers take with its questions (MemGallery, LoCoMo, LongMemEval, Mnema). `complete` adds
 * what only the suite knows, given the part's file and the question's place in it.
 */
export async function* importedParts(
  file: string,
  complete: (
    questions: readonly Question[],
    part: string,
    histories: readonly string[],
  ) => Promise<readonly SuiteQuestion[]> | readonly SuiteQuestion[],
): AsyncGenerator<SuitePart> {
  for await (const part of separateParts(file)) {
    const { questions } = await readQuestions(part);
    if (questions.length === 0) continue;
    const conversations = await readConversations(part);
    const completed = await complete(
      questions,
      part,
      conversations.map(({ history }) => history),
    );
    const name = part === file ? basename(file) : `${basename(file)}#${questions[0]?.id ?? ""}`;
    yield { name, file: part, questions: completed, conversations };
  }
}
