import type { Environment, Task } from "../../environments/contract.js";
import { firstSeen } from "../../environments/first-seen.js";
import type { MemoryPayload, StepRecord } from "../../environments/programs/recorder.js";
import type { SoloAgent } from "../../hosts/solo/contract.js";

/** What an agent did of a task. */
export interface Played {
  readonly task: Task;
  readonly goal: string;
  readonly observation: string;
  readonly steps: readonly StepRecord[];
  readonly reward: number;
}

/** Runs one task to its end. Pictures are forgotten. */
export async function play(
  environment: Environment,
  agent: SoloAgent,
  task: Task,
  { seed, agentSeed = seed, memory, maxSteps }: { seed: number; agentSeed?: number; memory: MemoryPayload; maxSteps?: number },
): Promise<Played> {
  const episode = await environment.start(task, { seed, ...(maxSteps === undefined ? {} : { maxSteps }) });
  try {
    const observation = firstSeen(task.input, episode.observation);
    const { steps, reward } = await agent.run(task, episode, {
      memory,
      seed: agentSeed,
      keepPicture: async () => "0".repeat(64),
      picture: async () => null,
    });
    return { task, goal: task.input.goal, observation, steps, reward };
  } finally {
    await episode.close();
  }
}

/**
 * The actions of a trajectory that count: those up to its highest progress, without refused ones and without ways that
 * led back to what was seen before.
 */
export function essence({ observation, steps }: Played): string[] {
  const progress = steps.map(({ metadata }) => Number(metadata["progress"]));
  const kept: { readonly action: string; readonly state: string }[] = [];
  for (const { action, observation: seen, metadata } of steps.slice(0, progress.indexOf(Math.max(...progress)) + 1)) {
    if (metadata["legal"] === false) continue;
    const state = seen.replace(/^(?:Done|Not done)\b.*\n/, "");
    if (observation.endsWith(state)) kept.length = 0;
    else {
      const before = kept.findIndex((one) => one.state === state);
      if (before >= 0) kept.length = before + 1;
      else kept.push({ action, state });
    }
  }
  return kept.map(({ action }) => action);
}
