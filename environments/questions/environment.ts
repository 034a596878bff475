import type { Environment } from "../contract.js";
import { questionInstructions, startQuestion, type QuestionPorts } from "./episode.js";
import { questionTasks, type QuestionData } from "./tasks.js";

/** Look up four times, then answer. */
const MAX_STEPS = 5;

/** Questions about a memory, or of general knowledge beside a search. What looks things up is passed in. */
export function createQuestionEnvironment(
  ports: QuestionPorts,
  { maxSteps = MAX_STEPS }: { readonly maxSteps?: number } = {},
): Environment<QuestionData> {
  return {
    // Runs that are scored otherwise are other runs.
    name: ports.judge === undefined ? "questions" : "questions-judged",
    tasks: (source) => questionTasks(source, "questions", maxSteps, questionInstructions(ports)),
    start: async (task, options) => startQuestion(task, ports, options.maxSteps ?? task.maxSteps),
    close: async () => {},
  };
}
