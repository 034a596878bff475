import { mapBounded } from "../../core/concurrency.js";
import type { Task } from "../../environments/contract.js";
import { doTask, NO_MEMORY, runKey, type TaskRun, type WantedRun } from "./task-run.js";
import { tasksInHand } from "./in-hand.js";
import { type Search, seedFor } from "./search.js";

/**
 * The update episodes: tasks that the agent did once without memory, shared by all programs of the search (and of others
 * with equal tasks, agent and seed). In the order in which every program is updated with them.
 */
export function collectEpisodes(search: Search, onDone: (run: TaskRun, done: number) => void = () => {}): Promise<readonly TaskRun[]> {
  let done = 0;
  return mapBounded(search.batches.update, tasksInHand(search), async (task) => {
    const run = await doTask(search, episodeOf(search, task), NO_MEMORY);
    onDone(run, ++done);
    return run;
  });
}

/** Keys of the update episodes, in their order. */
export function episodeKeys(search: Search): readonly string[] {
  return search.batches.update.map((task) => runKey(search, episodeOf(search, task)));
}

function episodeOf(search: Search, task: Task): WantedRun {
  return { task, program: null, purpose: "collect", visit: 0, seed: seedFor(search, "collect", task.id), memory: null };
}
