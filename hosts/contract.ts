import type { InjectedRule, Trajectory } from "../core/discern/trajectory.js";

export type { InjectedRule, Trajectory, TrajectoryStep } from "../core/discern/trajectory.js";

/**
 * A host: a team of agents that does a task. Any LangGraph graph becomes one through this interface; AutoGen-, CAMEL-
 * and MacNet-shaped teams are here. Rules reach the team only through `memory`, asked once per task and role with what
 * that role sees before it acts.
 */

export interface Role {
  /** Field's name: `planner`, `executor`, `critic` … Unique within the host. */
  readonly name: string;
  /** What it does, in a sentence for a model. */
  readonly duty: string;
}

export interface HostRun {
  readonly seed: number;
  /** Called at most once per role, before its first action. */
  memory(role: string, context: string): Promise<readonly InjectedRule[]>;
  readonly signal?: AbortSignal;
}

/** `Task` is the environment's; a host runs it to its end and never learns its answer. */
export interface Host<Task> {
  readonly name: string;
  readonly roles: readonly Role[];
  /** Everything that makes two runs comparable (team, model, turn limits), as a string for replay keys. */
  readonly configuration: string;
  run(task: Task, run: HostRun): Promise<Trajectory>;
}
