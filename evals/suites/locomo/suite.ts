import { sha256 } from "../../../core/canonical.js";
import type { Answered, Scores, Suite, SuiteQuestion } from "../../runner/suite.js";
import { abstains } from "../../scores/abstention.js";
import { bareAnswer } from "../../scores/bare-answer.js";
import { bleu1, exactMatch, locomoWords, partsF1, tokenF1 } from "../../scores/text.js";
import { importedParts, plainQuestion } from "../imported.js";
import wrongKeys from "./wrong-keys.json" with { type: "json" };

/** Categories as the data set numbers them. */
const MULTI_HOP = "1";
const OPEN_DOMAIN = "3";
const ADVERSARIAL = "5";

const WRONG: ReadonlySet<string> = new Set(wrongKeys.keys.map(({ question }) => question));

/** LoCoMo: two people over months. Adversarial questions (category 5) have no answer in the conversation. */
export const locomo: Suite = {
  name: "locomo",
  folder: "locomo",
  source: "github.com/snap-research/locomo (CC BY-NC 4.0): data/locomo10.json, as it is or a file a conversation",
  published: ["f1", "abstention", "judge", "recall"],
  parts: (file) => importedParts(file, (questions) => questions.map((question) => completed(plainQuestion(question)))),
  score: publishedScores,
};

function completed(question: SuiteQuestion): SuiteQuestion {
  const unanswerable = question.point === ADVERSARIAL;
  return {
    ...question,
    golds: unanswerable ? [] : [question.point === OPEN_DOMAIN ? (question.gold.split(";")[0] ?? "").trim() : question.gold],
    unanswerable,
    wrongKey: WRONG.has(questionKey(question.question)),
  };
}

/** How the list of wrong keys names a question, so that it holds no text. */
export function questionKey(question: string): string {
  return sha256(question.trim()).slice(0, 16);
}

/** As LoCoMo's own evaluation has it: stems, and for several hops the mean over the gold's parts. */
function publishedScores({ question, asked }: Answered): Scores {
  const [gold] = question.golds;
  if (gold === undefined) return { abstention: abstains(asked) ? 1 : 0 };
  const answer = bareAnswer(asked);
  return {
    em: exactMatch(answer, [gold], locomoWords),
    f1: question.point === MULTI_HOP ? partsF1(answer, gold) : tokenF1(answer, [gold], locomoWords),
    bleu1: bleu1(answer, [gold], locomoWords),
  };
}
