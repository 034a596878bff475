import { abstains } from "../scores/abstention.js";
import { bareAnswer } from "../scores/bare-answer.js";
import { chosenLetter } from "../scores/choice.js";
import { evidenceRecall, unitsWithin } from "../scores/evidence-recall.js";
import { isExact } from "../scores/exact.js";
import { bleu1, exactMatch, tokenF1 } from "../scores/text.js";
import { scoreTrajectory, type TrajectoryScores } from "../scores/trajectory.js";
import { type Answered, BUDGETS, DEPTHS, type Scores } from "./suite.js";

/** The scores of an answer that can be worked out without a judge. */
export function scoreAnswer(answered: Answered, own: (answered: Answered) => Scores = () => ({})): Scores {
  return { ...textScores(answered), ...recallScores(answered), ...own(answered) };
}

function textScores({ question, asked }: Answered): Scores {
  const { golds, choices, unanswerable, value, gold } = question;
  const abstained =
    unanswerable === null ? {} : unanswerable ? { abstention: share(abstains(asked)) } : { answered: share(!abstains(asked)) };
  if (choices !== null) return { choice: share(chosenLetter(asked.answer, choices) === chosenGold(gold, choices)), ...abstained };
  if (golds.length === 0) return abstained;
  const answer = bareAnswer(asked);
  return {
    ...(value === undefined ? {} : { exact: share(isExact(asked, gold, value)) }),
    em: exactMatch(answer, golds),
    f1: tokenF1(answer, golds),
    bleu1: bleu1(answer, golds),
    ...abstained,
  };
}

/** A key is a letter, or the text of a choice. */
function chosenGold(gold: string, choices: Readonly<Record<string, string>>): string | null {
  const letter = /^\W*([A-H])(?:\W|$)/.exec(gold)?.[1];
  if (letter !== undefined && letter in choices) return letter;
  return Object.keys(choices).find((key) => choices[key] === gold) ?? null;
}

/**
 * The share of the clues in the evidence: all of it, and within so many units and characters from the best on, by what was said;
 * and by the rounds that evidence names, as computed results do without telling what was said in them.
 */
function recallScores({ question, asked: { evidence }, conversation: { history, texts } }: Answered): Scores {
  const clues = question.clues.filter((clue) => texts.has(clue));
  if (clues.length === 0) return {};
  const recall = (units: typeof evidence) => evidenceRecall(units, clues, texts, history);
  const named = new Set(evidence.flatMap(({ rounds }) => rounds));
  return {
    rounds: clues.filter((clue) => named.has(clue) || named.has(`${history}/${clue}`)).length / clues.length,
    recall: recall(evidence),
    ...Object.fromEntries(DEPTHS.map((depth) => [`recall@${depth}`, recall(evidence.slice(0, depth))])),
    ...Object.fromEntries(BUDGETS.map((characters) => [`recall@${characters}c`, recall(unitsWithin(evidence, characters))])),
  };
}

/** How the calls compare with the expected path; null without one, or for a subject that plans nothing or does not tell. */
export function scorePath({ question, asked }: Answered): TrajectoryScores | null {
  if (question.expected === null || asked.trace === undefined || asked.trace.plan.length === 0) return null;
  return scoreTrajectory(asked.trace.calls, question.expected, asked.trace.candidates.tables);
}

function share(is: boolean): 0 | 1 {
  return is ? 1 : 0;
}
