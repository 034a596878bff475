import { MnemaError } from "../../../core/errors.js";
import { historyFiles } from "../../../importers/history-files.js";
import { readConversations, readQuestions } from "../../harness/part.js";
import type { Suite, SuitePart } from "../../runner/suite.js";
import { analyticLogs } from "../analytic-logs/suite.js";
import { plainQuestion } from "../imported.js";

/**
 * The analytic logs together in one memory, as one person's: each question has to find the table that it is about. Those that ask for
 * what several logs have by one name (`How many days …`) are asked as they stand.
 */
export const joinedLogs: Suite = {
  ...analyticLogs,
  name: "analytic-logs-joined",
  together: joined,
};

async function* joined(folder: string): AsyncGenerator<SuitePart> {
  const files = (await historyFiles(folder)).files;
  const read = await Promise.all(
    files.map(async (file) => ({ ...(await readQuestions(file)), conversations: await readConversations(file).catch(withoutHistory) })),
  );
  let before = 0;
  const questions = read.flatMap(({ questions: own, conversations }, at) => {
    const first = before;
    before += conversations.length;
    // Ids of questions may be places in a file, which several files have.
    return own.map((question) =>
      plainQuestion({ ...question, id: `${at + 1}/${question.id}`, conversation: first + question.conversation }),
    );
  });
  if (questions.length > 0)
    yield { name: "all logs", file: folder, questions, conversations: read.flatMap(({ conversations }) => conversations) };
}

/** A file that is no history has none of its conversations. */
function withoutHistory(error: unknown): [] {
  if (MnemaError.isInstance(error) && error.code === "UNKNOWN_FORMAT") return [];
  throw error;
}
