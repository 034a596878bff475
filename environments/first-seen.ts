import type { TaskInput } from "./contract.js";

/** What the task tells at its start, and what is seen where that is more. */
export function firstSeen(input: TaskInput, observation: string): string {
  return input.observation.includes(observation)
    ? input.observation
    : [input.observation, observation].filter((text) => text !== "").join("\n");
}
