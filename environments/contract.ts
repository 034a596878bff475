/** Ports to the worlds that agents act in. */

/** A picture of an observation: a page's screenshot. */
export interface ObservedPicture {
  /** `"image/png"`. */
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/** What an agent is told before its first action. */
export interface TaskInput {
  /** What is to be reached, in words. */
  readonly goal: string;
  /** What is seen at the start. An episode's own first observation may say more (a page that was opened). */
  readonly observation: string;
  /** What may be done here and how an action is written; equal for all tasks of a domain. */
  readonly instructions: string;
}

/** One thing to do in an environment. Plain JSON throughout, so that it can be stored and sent. */
export interface Task<Data = unknown> {
  /** Unique in its environment and stable: `"gripper/prob01"`, `"JavaScript/12"`. */
  readonly id: string;
  /** Name of the environment. */
  readonly environment: string;
  /** The family that a task belongs to: a planning domain, a page kind, a data set. */
  readonly domain: string;
  readonly input: TaskInput;
  /** Actions that an episode is given before it is over; 1 where a single submission is asked for. */
  readonly maxSteps: number;
  /** What only the environment reads: facts, tests, answers. Never shown to an agent. */
  readonly data: Data;
}

/** What an action brought. */
export interface Step {
  /** What is seen now; after an illegal action, why it was refused; after a submission, feedback. */
  readonly observation: string;
  readonly pictures?: readonly ObservedPicture[];
  /** True when nothing more can be done: solved, handed in, or out of steps. */
  readonly done: boolean;
  /** False for an action that is unknown or impossible here. It changes nothing, but costs a step. */
  readonly legal: boolean;
  /** Share of the goal that holds now, in [0, 1]. */
  readonly progress: number;
}

/**
 * One run of a task. Equal task, seed and actions give equal observations, steps and scores, so an episode that was
 * interrupted is had again by repeating its actions. Steps are taken one at a time.
 */
export interface Episode {
  /** What is seen now: at the start, then that of the last step. */
  readonly observation: string;
  readonly pictures?: readonly ObservedPicture[];
  readonly done: boolean;
  /** Every legal action now, as text that `step` takes, in a fixed order; null where they cannot be enumerated. */
  actions(): readonly string[] | null;
  /**
   * Carries an action out. A bad action is a step with `legal: false`, never an error; an error means that the world
   * itself failed (INTERNAL, TIMED_OUT …) and the run does not count. CONFLICT when the episode is over.
   */
  step(action: string): Promise<Step>;
  /** What the run is worth so far, in [0, 1]; 1 is solved. The environment says how it follows from progress. */
  score(): number;
  /** Gives back what the episode holds (a browser page). Twice is no error. */
  close(): Promise<void>;
}

/** A world with tasks and scores. */
export interface Environment<Data = unknown> {
  readonly name: string;
  /**
   * The tasks of a file or folder, in a fixed order that a stream follows. NOT_FOUND, UNKNOWN_FORMAT or
   * INVALID_INPUT with the place.
   */
  tasks(source: string): Promise<readonly Task<Data>[]>;
  /** Begins a run. The seed settles whatever the world leaves to chance; `maxSteps` replaces the task's. */
  start(task: Task<Data>, options: { readonly seed: number; readonly maxSteps?: number }): Promise<Episode>;
  /** Ends what the environment holds (workers, a browser). Twice is no error. */
  close(): Promise<void>;
}
