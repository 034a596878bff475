import type { TaskInput } from "../environments/contract.js";
import type { InjectedRule, Role } from "./contract.js";

/**
 * What a turn asks for: a `proposal` is a message that steers those who act, a `review` is a message about what was
 * proposed or done, an `action` is what is handed to the environment.
 */
export type Expected = "proposal" | "review" | "action";

/** What one role said to those who hear it. */
export interface Heard {
  readonly role: string;
  readonly text: string;
}

/** An action that was carried out, as the team saw it happen. */
export interface Act {
  readonly role: string;
  readonly action: string;
  readonly legal: boolean;
  /** What was seen after it. */
  readonly observation: string;
  /**
   * Names of the situations before and after: equal where the same could be seen and done, else different. The first
   * time that something changed nothing, or led back to where the team had been, can be told from these.
   */
  readonly before: string;
  readonly after: string;
}

/** All that an agent knows when it is its turn: nothing here tells it the answer. */
export interface AgentTurn {
  readonly role: Role;
  readonly expects: Expected;
  readonly task: TaskInput;
  /** What is seen now. */
  readonly observation: string;
  /** What may be done now, in a fixed order; null where it cannot be enumerated. */
  readonly actions: readonly string[] | null;
  /** Name of the situation now, comparable with those of the acts. */
  readonly situation: string;
  /** What the team did so far, oldest first. */
  readonly acts: readonly Act[];
  /** Messages that this role hears in this turn, oldest first. */
  readonly heard: readonly Heard[];
  /** The rules that this role owns and was given. */
  readonly rules: readonly InjectedRule[];
  readonly seed: number;
  readonly signal?: AbortSignal;
}

export interface AgentReply {
  /** A message, or the action alone, as `expects` asked. */
  readonly text: string;
  /** Tokens that the reply took; 0 without a model. */
  readonly tokens: number;
}

/** Who speaks and acts for the roles of a team. One agent serves all roles: what differs is in the turn. */
export interface Agent {
  /** Part of a host's configuration: two agents of one name behave alike. */
  readonly name: string;
  /** Equal turns give equal replies, as far as the agent can promise that. Errors are MnemaError. */
  reply(turn: AgentTurn): Promise<AgentReply>;
}
