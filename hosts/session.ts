import { sha256 } from "../core/canonical.js";
import { MnemaError } from "../core/errors.js";
import type { Episode, Step, Task } from "../environments/contract.js";
import { firstSeen } from "../environments/first-seen.js";
import type { Act, Heard } from "./agent.js";
import type { HostRun, InjectedRule, Role, Trajectory, TrajectoryStep } from "./contract.js";

/**
 * One run of a team on one task: the only way in which a graph's nodes reach the environment, the rules and the
 * trajectory. Nodes get it by `sessionOf(config)`.
 */
export interface Session {
  readonly task: Task;
  readonly roles: readonly Role[];
  readonly seed: number;
  readonly signal?: AbortSignal;
  readonly steps: readonly TrajectoryStep[];
  readonly acts: readonly Act[];
  /** What is seen now. */
  readonly observation: string;
  readonly actions: readonly string[] | null;
  /** Name of the situation now (see `Act`). */
  readonly situation: string;
  readonly done: boolean;
  /** The role's rules: asked for the first time with what it sees and hears then, afterwards the same again. */
  rules(role: string, heard?: readonly Heard[]): Promise<readonly InjectedRule[]>;
  /** Adds a message to the trajectory. */
  say(role: string, text: string): void;
  /** Carries an action out and adds it, with what is seen after it. CONFLICT when the episode is over. */
  act(role: string, action: string): Promise<Step>;
  /** Adds to what the team's own language model calls took. */
  spend(tokens: number): void;
}

export interface OpenSession extends Session {
  trajectory(host: string): Trajectory;
}

/** Opens a session on an episode that nobody has acted in yet. NOT_FOUND for a role that the host does not name. */
export function openSession(task: Task, episode: Episode, roles: readonly Role[], run: HostRun): OpenSession {
  const steps: TrajectoryStep[] = [];
  const acts: Act[] = [];
  const given = new Map<string, Promise<readonly InjectedRule[]>>();
  const contexts = new Map<string, Trajectory["contexts"][string]>();
  let progress: number | null = null;
  let tokens = 0;
  let actions = episode.actions();
  let situation = situationOf(episode.observation, actions);

  const add = (step: Omit<TrajectoryStep, "id" | "progress">) => {
    steps.push({ id: `s${steps.length + 1}`, ...step, progress });
  };
  const known = (role: string) => {
    if (roles.some(({ name }) => name === role)) return;
    throw new MnemaError("NOT_FOUND", `The team has no role ${role}: name it in the host's roles.`, { place: role });
  };
  const ask = async (role: string, heard: readonly Heard[]) => {
    const context = contextOf(task, episode.observation, heard);
    const rules = await run.memory(role, context);
    contexts.set(role, { context, rules });
    return rules;
  };
  add({ role: "environment", kind: "observation", text: firstSeen(task.input, episode.observation) });

  return {
    task,
    roles,
    seed: run.seed,
    ...(run.signal === undefined ? {} : { signal: run.signal }),
    steps,
    acts,
    get observation() {
      return episode.observation;
    },
    get actions() {
      return actions;
    },
    get situation() {
      return situation;
    },
    get done() {
      return episode.done;
    },
    rules: (role, heard = []) => {
      known(role);
      const rules = given.get(role) ?? ask(role, heard);
      given.set(role, rules);
      return rules;
    },
    say: (role, text) => {
      known(role);
      add({ role, kind: "message", text });
    },
    act: async (role, action) => {
      known(role);
      run.signal?.throwIfAborted();
      const before = situation;
      const step = await episode.step(action);
      actions = episode.actions();
      situation = situationOf(step.observation, actions);
      progress = step.progress;
      add({ role, kind: "action", text: action, legal: step.legal });
      add({ role: "environment", kind: "observation", text: step.observation });
      acts.push({ role, action, legal: step.legal, observation: step.observation, before, after: step.legal ? situation : before });
      return step;
    },
    spend: (used) => {
      tokens += used;
    },
    trajectory: (host) => ({
      task: task.id,
      host,
      seed: run.seed,
      steps,
      score: episode.score(),
      contexts: Object.fromEntries(roles.flatMap(({ name }) => (contexts.has(name) ? [[name, contexts.get(name) as never]] : []))),
      tokens,
    }),
  };
}

/** What a role sees before its first action: the task, what is observed, and what it was told (o of eq. 5 and 13). */
function contextOf(task: Task, observation: string, heard: readonly Heard[]): string {
  return [
    `Task: ${task.input.goal}`,
    `Observation: ${firstSeen(task.input, observation)}`,
    ...heard.map(({ role, text }) => `Message from ${role}: ${text}`),
    `Instructions: ${task.input.instructions}`,
  ].join("\n");
}

/** Where the legal actions are known they tell situations apart even if an observation tells only what changed. */
export function situationOf(observation: string, actions: readonly string[] | null): string {
  return sha256(actions === null ? observation : actions.join("\n")).slice(0, 16);
}
