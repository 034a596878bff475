import type { Environment } from "../contract.js";
import { startPlanning } from "./episode.js";
import { planningTasks, worldOf, type PlanningData } from "./tasks.js";
import type { World } from "./world.js";

/** As many as an agent is given for these problems in AgentBoard. */
const MAX_STEPS = 30;
/** Worlds kept ready: replays of one task come close together. */
const KEPT = 100;

/** Planning problems in PDDL as text: grasp, stack, open … until the goal's facts hold. Nothing is left to chance. */
export function createPlanningEnvironment({ maxSteps = MAX_STEPS }: { readonly maxSteps?: number } = {}): Environment<PlanningData> {
  const worlds = new Map<string, World>();

  const world = (data: PlanningData): World => {
    const key = `${data.domain.text}\n${data.problem.text}`;
    const ready = worlds.get(key) ?? worldOf(data);
    worlds.delete(key);
    worlds.set(key, ready);
    const oldest = worlds.keys().next().value;
    if (worlds.size > KEPT && oldest !== undefined) worlds.delete(oldest);
    return ready;
  };

  return {
    name: "pddl",
    tasks: (source) => planningTasks(source, "pddl", maxSteps, world),
    start: async (task, options) => startPlanning(world(task.data), options.maxSteps ?? task.maxSteps),
    close: async () => worlds.clear(),
  };
}
