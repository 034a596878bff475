/**
 * A host: a team of agents that does a task. Any LangGraph graph becomes one through this interface; AutoGen-, CAMEL-
 * and MacNet-shaped teams are here. Rules reach the team only through `memory`, asked once per task and role with what
 * that role sees before it acts.
 */

/** A rule as its owner is shown it: the body with both lists of conditions (paper §3.3). */
export interface InjectedRule {
  readonly ruleId: string;
  readonly version: number;
  readonly body: string;
  readonly useWhen: readonly string[];
  readonly avoidWhen: readonly string[];
}

export interface Role {
  /** Field's name: `planner`, `executor`, `critic` … Unique within the host. */
  readonly name: string;
  /** What it does, in a sentence for a model. */
  readonly duty: string;
}

/** One thing that happened in a run. */
export interface TrajectoryStep {
  /** `s1`, `s2` …: what a diagnosis cites. */
  readonly id: string;
  /** Who spoke or acted; `environment` for observations. */
  readonly role: string;
  readonly kind: "message" | "action" | "observation";
  readonly text: string;
  /** Environment's progress in [0, 1] after the step; null before it is known. */
  readonly progress: number | null;
  /** False for an action that the environment refused. */
  readonly legal?: boolean;
}

export interface Trajectory {
  readonly task: string;
  readonly host: string;
  readonly seed: number;
  readonly steps: readonly TrajectoryStep[];
  /** In [0, 1]: what the task is scored with. */
  readonly score: number;
  /** By role: what it saw when it asked for its rules (o in eq. 5 and 13), and which it was given. */
  readonly contexts: Readonly<Record<string, { readonly context: string; readonly rules: readonly InjectedRule[] }>>;
  /** Tokens that the team's own language model calls took; 0 offline. */
  readonly tokens: number;
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
