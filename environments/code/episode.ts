import { episodeOver } from "../episode-over.js";
import type { Episode, Step, Task } from "../contract.js";
import type { CodeRunner } from "./runner.js";
import { programOf } from "./submission.js";
import type { CodeData } from "./tasks.js";

/**
 * A run of a coding task: each action is a submission. Progress is the share of checks that the last one passed; the
 * score is 1 once one passes them all, as benchmarks count, else 0.
 */
export function startCode(task: Task<CodeData>, runner: CodeRunner, maxSteps: number): Episode {
  const { declaration, entry, tests } = task.data;
  let observation = task.input.observation;
  let isSolved = false;
  let steps = 0;
  const isDone = (): boolean => isSolved || steps >= maxSteps;

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
      const { passed, total, feedback } = await runner.run({ program: programOf(action, { declaration, entry }), tests });
      steps += 1;
      isSolved = total > 0 && passed === total;
      observation = feedback;
      return { observation, done: isDone(), legal: true, progress: total === 0 ? 0 : passed / total };
    },
    score: () => (isSolved ? 1 : 0),
    close: async () => {},
  };
}
