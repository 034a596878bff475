import type { Environment } from "../environments/contract.js";
import { createPlanningEnvironment } from "../environments/planning/environment.js";

/** Worlds that need nothing from outside and keep a processor busy, so that their tasks are done in threads. */
const WORLDS: Readonly<Record<string, () => Environment>> = {
  planning: () => createPlanningEnvironment() as Environment,
  pddl: () => createPlanningEnvironment() as Environment,
};

/** Whether a world, by its name, is one of them. */
export function isThreaded(name: string): boolean {
  return Object.hasOwn(WORLDS, name);
}

/** Opens one of them. TypeError for another. */
export function openThreadedWorld(name: string): Environment {
  const open = isThreaded(name) ? WORLDS[name] : undefined;
  if (open === undefined) throw new TypeError(`${name} is no world for a thread.`);
  return open();
}
