import { MnemaError } from "../core/errors.js";
import type { Environment, Task } from "../environments/contract.js";
import { apart } from "../models/apart.js";
import type { Host, HostRun, Role, Trajectory } from "./contract.js";
import { openSession, type Session } from "./session.js";

/** What is needed of a compiled LangGraph graph. */
export interface TeamGraph {
  invoke(input: Record<string, unknown>, options: Record<string, unknown>): Promise<unknown>;
}

export interface GraphHost {
  readonly name: string;
  readonly roles: readonly Role[];
  /** Everything that makes two runs comparable; equal strings promise equal behaviour. */
  readonly configuration: string;
  readonly environment: Environment;
  /**
   * The team. Its nodes reach the run by `sessionOf(config)` and end when `session.done`. Compile it with
   * `checkpointer: false`: a run is repeated as a whole, and must not be saved with the graph that started it.
   */
  readonly graph: TeamGraph;
  /** What the graph starts from; nothing by default. */
  readonly input?: (task: Task) => Record<string, unknown>;
  /** Actions that a task is given; the task's own limit by default. */
  readonly maxSteps?: number;
  /** Supersteps after which a graph that does not end is stopped. */
  readonly recursionLimit?: number;
}

const SUPERSTEPS = 1000;
const SESSION = "session";

/**
 * Makes a host of any LangGraph graph. A run ends with the graph; the score is the episode's then. Throws what the
 * environment, the memory or a node threw; CANCELLED when the signal fired.
 */
export function graphHost(host: GraphHost): Host<Task> {
  return { name: host.name, roles: host.roles, configuration: host.configuration, run: (task, run) => runGraph(host, task, run) };
}

async function runGraph(host: GraphHost, task: Task, run: HostRun): Promise<Trajectory> {
  if (aborted(run)) throw cancelled(task);
  const episode = await host.environment.start(task, {
    seed: run.seed,
    ...(host.maxSteps === undefined ? {} : { maxSteps: host.maxSteps }),
  });
  try {
    const session = openSession(task, episode, host.roles, run);
    await apart(() =>
      host.graph.invoke(host.input?.(task) ?? {}, {
        configurable: { [SESSION]: session },
        recursionLimit: host.recursionLimit ?? SUPERSTEPS,
        // A signal of the run's own: LangGraph leaves a listener on it, and the caller's outlives many runs.
        ...(run.signal === undefined ? {} : { signal: AbortSignal.any([run.signal]) }),
      }),
    );
    return session.trajectory(host.name);
  } catch (thrown) {
    // Nodes that ran side by side may have failed together: the first failure is told.
    const error: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
    throw aborted(run) && !MnemaError.isInstance(error) ? cancelled(task, error) : error;
  } finally {
    await episode.close();
  }
}

function cancelled(task: Task, cause?: unknown): MnemaError {
  return new MnemaError("CANCELLED", "The run was cancelled before its end.", {
    place: task.id,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The run that a node takes part in. USAGE when the graph was not started by its host. */
export function sessionOf(config: { readonly configurable?: Readonly<Record<string, unknown>> | undefined }): Session {
  const session = config.configurable?.[SESSION];
  if (session === undefined) throw new MnemaError("USAGE", "Run the team through its host: graphHost({ graph, … }).run(task, run).");
  return session as Session;
}

function aborted({ signal }: HostRun): boolean {
  return signal?.aborted === true;
}
