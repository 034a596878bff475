import { isRightAnswer } from "../questions/episode.js";
import { numberOf } from "../../core/answer-match.js";
import type { Judge } from "../answer-judge.js";
import type { Environment } from "../contract.js";
import { startVisual, visualInstructions } from "./episode.js";
import type { VisualTools } from "./ports.js";
import { type VisualData, visualTasks } from "./tasks.js";

/** Actions of an episode. AutoMMemo Table 7. */
const MAX_STEPS = 15;

export interface VisualOptions {
  readonly tools: VisualTools;
  /** Left out: an answer counts by its words (`judgeByWords`). */
  readonly judge?: Judge;
  readonly maxSteps?: number;
}

/**
 * Questions about pictures that want the web: AgentVista's and MMSearch-Plus's files, with the actions of AutoMMemo's execution
 * prompt behind ports. `tasks` throws INVALID_CONFIG where nothing can be looked up.
 */
export function createVisualEnvironment({ tools, judge = judgeByWords, maxSteps = MAX_STEPS }: VisualOptions): Environment<VisualData> {
  return {
    name: "visual",
    tasks: async (source) => visualTasks(source, "visual", maxSteps, visualInstructions(tools)),
    start: (task, options) => startVisual(task, tools, judge, options.maxSteps ?? task.maxSteps),
    close: async () => {},
  };
}

/** Right is an equal number where the gold answer is nothing but one, else a gold answer among the answer's words. */
export const judgeByWords: Judge = async ({ golds, answer }) =>
  golds.some((gold) => {
    const value = /^\W*[\d.,]+\W*$/.test(gold) ? numberOf(gold) : null;
    return isRightAnswer(answer, { golds: [gold], value, match: "contained" });
  });
