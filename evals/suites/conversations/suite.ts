import { basename, dirname, resolve } from "node:path";
import { z } from "zod";
import { readDocument } from "../../../importers/source-document.js";
import { validate } from "../../../importers/validate.js";
import { noQuestions, readConversations } from "../../harness/part.js";
import type { Suite, SuitePart } from "../../runner/suite.js";
import { TOOL_NAMES } from "../../../decisions/planning.js";
import { importedParts, plainQuestion } from "../imported.js";

const ExpectedCall = z.strictObject({
  tools: z.array(z.enum(TOOL_NAMES)).min(1),
  table: z.string().optional(),
  arguments: z.array(z.string()).optional(),
});

/** Questions with the paths that answer them well, beside the history that they are about. */
const PathsFile = z.strictObject({
  format: z.literal("mnema-expected-paths/1"),
  /** Path of the history, from this file. */
  history: z.string(),
  questions: z.array(
    z.strictObject({
      id: z.string(),
      point: z.string(),
      question: z.string(),
      /** Left out: memory does not hold it. */
      answer: z.string().optional(),
      value: z.number().nullable().optional(),
      evidence: z.array(z.string()),
      paths: z.array(z.array(ExpectedCall).min(1)).min(1),
    }),
  ),
});

/**
 * Conversations with questions and the calls that answer them well: the demo's health journal, and the issues of a workshop. Any
 * folder of files with questions that the importers take can stand in their place.
 */
export const conversations: Suite = {
  name: "conversations",
  folder: import.meta.dirname,
  source: "the repository itself (evals/suites/conversations), or any files with questions in a format of docs/formats.md",
  published: ["exact", "f1", "tool", "table", "arguments", "strict", "rounds", "abstention"],
  parts: conversationParts,
};

async function* conversationParts(file: string): AsyncGenerator<SuitePart> {
  const document = await readDocument(file, () => noQuestions(file));
  const format = (document.value as { format?: unknown } | null)?.format;
  if (format !== "mnema-expected-paths/1") {
    yield* importedParts(file, (questions) => questions.map(plainQuestion));
    return;
  }
  const { history, questions } = validate(PathsFile, document.value, document);
  const path = resolve(dirname(file), history);
  yield {
    name: basename(history),
    file: path,
    conversations: await readConversations(path),
    questions: questions.map(({ id, point, question, answer, value, evidence, paths }) => ({
      ...plainQuestion({ id, conversation: 0, point, question, asked: question, gold: answer ?? "", value, clues: evidence }),
      golds: answer === undefined ? [] : [answer],
      unanswerable: answer === undefined,
      expected: { question: id, paths: paths.map((calls) => calls.map(plainCall)) },
    })),
  };
}

function plainCall({ tools, table, arguments: args }: z.infer<typeof ExpectedCall>) {
  return { tools, ...(table === undefined ? {} : { table }), ...(args === undefined ? {} : { arguments: args }) };
}
