import { sentences } from "../../core/sentences.js";
import { terms } from "../../core/tokens.js";
import type { Environment, Episode, Task } from "../contract.js";
import { createQuestionEnvironment } from "./environment.js";
import type { QuestionPorts } from "./episode.js";
import type { QuestionData } from "./tasks.js";

/** What is answered where nothing was found. */
const UNKNOWN = "answer unknown";

/**
 * Questions for a team that writes nothing of its own: what it may do is listed. It looks the question up as it stands, and
 * answers with what was found: what memory answered, or the sentence of a passage that has most of the question's words.
 * What is measured is how a team looks up and chooses; the figures say nothing of a model's.
 */
export function createListedQuestionEnvironment(
  ports: QuestionPorts,
  options: { readonly maxSteps?: number } = {},
): Environment<QuestionData> {
  const found = new WeakMap<Task<QuestionData>, Set<string>>();
  const remembered =
    <Result>(look: (words: string, task: Task<QuestionData>) => Promise<Result>, answersIn: (result: Result, words: string) => string[]) =>
    async (words: string, task: Task<QuestionData>): Promise<Result> => {
      const result = await look(words, task);
      for (const answer of answersIn(result, words)) found.get(task)?.add(answer);
      return result;
    };
  const { search, ask } = ports;
  const inner = createQuestionEnvironment(
    {
      ...(ask === undefined ? {} : { ask: remembered(ask, (answer) => [withoutAsides(answer)]) }),
      ...(search === undefined ? {} : { search: remembered(search, (passages, words) => passages.map((one) => bestSentence(one, words))) }),
    },
    options,
  );
  return {
    ...inner,
    name: "questions-listed",
    start: async (given, startOptions) => {
      // Runs of one task side by side must not see what others found.
      const task = { ...given };
      const answers = new Set<string>();
      found.set(task, answers);
      return listing(await inner.start(task, startOptions), task, ports, answers);
    },
  };
}

function listing(episode: Episode, { data }: Task<QuestionData>, { search, ask }: QuestionPorts, answers: ReadonlySet<string>): Episode {
  const question = oneLine(data.question);
  const looks = new Set([...(ask === undefined ? [] : [`ask ${question}`]), ...(search === undefined ? [] : [`search ${question}`])]);
  return {
    get observation() {
      return episode.observation;
    },
    get done() {
      return episode.done;
    },
    actions: () => (episode.done ? [] : [...looks, ...[...answers].map((answer) => `answer ${answer}`), UNKNOWN]),
    step: (action) => {
      // Looking up the same again tells nothing new.
      looks.delete(action);
      return episode.step(action);
    },
    score: () => episode.score(),
    close: () => episode.close(),
  };
}

/** The passage's sentence with most of the words; the first of equals. */
function bestSentence(passage: string, words: string): string {
  const wanted = new Set(terms(words));
  const shared = (sentence: string) => new Set(terms(sentence).filter((term) => wanted.has(term))).size;
  const [best = ""] = sentences(passage).toSorted((a, b) => shared(b) - shared(a));
  return oneLine(best);
}

/** What memory answered, without what it says in brackets about its rows. */
function withoutAsides(answer: string): string {
  return oneLine(answer.replace(/\s*\([^()]*\)/g, "")) || oneLine(answer);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
