import { answerF1, containsAnswer, isExactAnswer, isSameNumber, numberOf } from "../../core/answer-match.js";
import type { Judge } from "../answer-judge.js";
import { episodeOver } from "../episode-over.js";
import type { Episode, Step, Task } from "../contract.js";
import type { QuestionData } from "./tasks.js";

/** Where answers can be looked up. Each is an action of its own; what is absent cannot be done. */
export interface QuestionPorts {
  /** Passages about words, best first: three, where the paper's search tool is meant. */
  readonly search?: (words: string, task: Task<QuestionData>) => Promise<readonly string[]>;
  /** What a memory answers to a question of its own. */
  readonly ask?: (question: string, task: Task<QuestionData>) => Promise<string>;
  /** Says of a question about a history, whose answer is prose, whether other words mean the same; left out: none do. */
  readonly judge?: Judge;
}

/**
 * A run of a question: look up as often as steps allow, then answer once. Progress is the answer's F1, the score 1 for
 * a right answer, else 0: a number within half a per cent where a number is asked, else an equal or contained text.
 */
export function startQuestion(task: Task<QuestionData>, ports: QuestionPorts, maxSteps: number): Episode {
  const { data } = task;
  let observation = task.input.observation;
  let isAnswered = false;
  let score = 0;
  let steps = 0;
  const isDone = (): boolean => isAnswered || steps >= maxSteps;

  const look = async (verb: "search" | "ask", rest: string): Promise<{ seen: string; legal: boolean }> => {
    const port = verb === "search" ? ports.search : ports.ask;
    if (port === undefined) return { seen: `Nothing here can be done with "${verb}".`, legal: false };
    if (rest === "") return { seen: `Say after "${verb}" for what.`, legal: false };
    const found = await port(rest, task);
    if (typeof found === "string") return { seen: found, legal: true };
    return {
      seen: found.length === 0 ? "Nothing was found." : found.map((passage, index) => `(${index + 1}) ${passage}`).join("\n"),
      legal: true,
    };
  };

  return {
    get observation() {
      return observation;
    },
    get done() {
      return isDone();
    },
    actions: () => null,
    step: async (action): Promise<Step> => {
      if (isDone()) throw episodeOver();
      const { verb, rest } = actionOf(action);
      if (verb !== "answer") {
        const { seen, legal } = await look(verb, rest);
        steps += 1;
        observation = seen;
        return { observation, done: isDone(), legal, progress: 0 };
      }
      steps += 1;
      isAnswered = true;
      const isRight = isRightAnswer(rest, data) || (await meansTheSame(rest, data, ports));
      score = isRight ? 1 : 0;
      observation = isRight ? "The answer is right." : "The answer is wrong.";
      return { observation, done: true, legal: true, progress: isRight ? 1 : answerF1(rest, data.golds) };
    },
    score: () => score,
    close: async () => {},
  };
}

/** Question sets of general knowledge are compared by words, as published; a person's own questions have answers in prose. */
async function meansTheSame(answer: string, { question, golds, value, about }: QuestionData, { judge }: QuestionPorts): Promise<boolean> {
  if (judge === undefined || about === null || value !== null || answer === "") return false;
  return judge({ question, golds, answer });
}

/** Whether an answer counts as right for a question. */
export function isRightAnswer(answer: string, { golds, value, match }: Pick<QuestionData, "golds" | "value" | "match">): boolean {
  if (value !== null) {
    const given = numberOf(answer);
    return given !== null && isSameNumber(given, value);
  }
  return match === "contained" ? containsAnswer(answer, golds) : isExactAnswer(answer, golds);
}

/** What may be done, for what there is to look things up in. */
export function questionInstructions({ search, ask }: QuestionPorts): string {
  return [
    "One action a turn, on one line:",
    ...(search === undefined ? [] : ["- search WORDS: passages about the words"]),
    ...(ask === undefined ? [] : ["- ask QUESTION: what memory answers to a question"]),
    "- answer TEXT: the answer, as short as it can be; it ends the task.",
    "A line that begins otherwise is taken for the answer.",
  ].join("\n");
}

/** `search …`, `ask …`, `answer …`, also with a colon; anything else is an answer. */
function actionOf(action: string): { verb: "search" | "ask" | "answer"; rest: string } {
  const [, verb = "answer", rest = action] = /^\s*(search|ask|answer)\b\s*:?\s*([\s\S]*)$/i.exec(action) ?? [];
  return { verb: verb.toLowerCase() as "search" | "ask" | "answer", rest: rest.trim() };
}
