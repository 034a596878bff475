import { canonicalJson } from "../core/canonical.js";
import type { Environment, Task } from "../environments/contract.js";
import type { Agent } from "./agent.js";
import type { Host, Role } from "./contract.js";
import { graphHost, type TeamGraph } from "./graph-host.js";

/** What every team of ours is made from. */
export interface TeamOptions {
  readonly environment: Environment;
  /** Speaks and acts for every role. */
  readonly agent: Agent;
  /** Actions that are carried out between two messages. */
  readonly actionsPerTurn?: number;
  /** Actions that a task is given; the task's own limit by default. */
  readonly maxSteps?: number;
}

/** Long enough that a message is worth its turn, short enough that the next one still fits what is seen. */
export const ACTIONS_PER_TURN = 3;

/** A team of ours as a host. What makes two of its runs comparable is in its configuration, with `more` of its own. */
export function teamHost(
  name: string,
  roles: readonly Role[],
  { agent, environment, maxSteps, actionsPerTurn = ACTIONS_PER_TURN }: TeamOptions,
  graph: (agent: Agent, actionsPerTurn: number) => TeamGraph,
  more: Readonly<Record<string, unknown>> = {},
): Host<Task> {
  return graphHost({
    name,
    roles,
    configuration: canonicalJson({ team: name, agent: agent.name, environment: environment.name, actionsPerTurn, maxSteps, ...more }),
    environment,
    graph: graph(agent, actionsPerTurn),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  });
}
