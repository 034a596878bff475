import { canonicalJson } from "../core/canonical.js";
import type { Environment } from "../environments/contract.js";
import type { Agent } from "./agent.js";

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

/** What makes two runs of a team comparable. */
export function teamConfiguration(team: string, options: TeamOptions, more: Readonly<Record<string, unknown>> = {}): string {
  return canonicalJson({
    team,
    agent: options.agent.name,
    environment: options.environment.name,
    actionsPerTurn: options.actionsPerTurn ?? ACTIONS_PER_TURN,
    maxSteps: options.maxSteps,
    ...more,
  });
}
