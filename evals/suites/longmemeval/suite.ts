import { longMemEvalQuestions } from "../../../importers/long-mem-eval.js";
import { readDocument } from "../../../importers/source-document.js";
import { readTime } from "../../../importers/times.js";
import { noQuestions } from "../../harness/part.js";
import type { Suite } from "../../runner/suite.js";
import { importedParts, plainQuestion } from "../imported.js";

/** Ids of questions that the history does not answer end so. */
const ABSTAIN = "_abs";

/** LongMemEval: each question has a history of its own, and a day on which it is asked. */
export const longMemEval: Suite = {
  name: "longmemeval",
  folder: "longmemeval",
  source:
    "huggingface.co/datasets/xiaowu0162/longmemeval-cleaned: longmemeval_s_cleaned.json, longmemeval_m_cleaned.json or longmemeval_oracle.json",
  published: ["judge", "recall", "abstention", "f1"],
  parts: (file) =>
    importedParts(file, async (questions, part) => {
      const dates = longMemEvalQuestions(await readDocument(part, () => noQuestions(part))).map(({ date }) => readTime(date));
      return questions.map((question, at) => {
        const unanswerable = String(question.id).endsWith(ABSTAIN);
        const iso = dates[at]?.iso;
        return {
          ...plainQuestion(question),
          golds: unanswerable ? [] : [question.gold],
          unanswerable,
          now: iso === undefined ? null : momentOf(iso),
        };
      });
    }),
};

/** Midnight where only the day is known; UTC, as times without a zone count. */
function momentOf(iso: string): string {
  return new Date(iso.length <= 10 ? `${iso}T00:00:00Z` : `${iso.length === 16 ? `${iso}:00` : iso}Z`).toISOString();
}
