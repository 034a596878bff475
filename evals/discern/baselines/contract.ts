import type { z } from "zod";
import type { Trajectory } from "../../../core/discern/trajectory.js";
import type { Decision } from "../../../decisions/decision.js";
import type { Task } from "../../../environments/contract.js";
import type { Role } from "../../../hosts/contract.js";

/**
 * A memory method that `discern` is held against: what its paper says it keeps of finished tasks, and what it gives to a role
 * before the next one. Prompts are our own. All of them do the same stream on the same host under the same budget: each role is
 * given texts of at most `characters` together, once a task.
 */
export interface Baseline {
  /** As the tables name it. */
  readonly name: string;
  /** Raised with every change of behaviour: streams of an older version are not gone on with. */
  readonly version: number;
  /** A memory that holds nothing. */
  open(parts: BaselineParts): BaselineMemory;
}

/** What a baseline is given to work with. */
export interface BaselineParts {
  /** A model's judgement, or its offline stand-in's; null when it failed after its retries. Equal questions are paid for once. */
  decide<Input, Answer extends z.ZodType>(decision: Decision<Input, Answer>, input: Input): Promise<z.infer<Answer> | null>;
  /** Unit vectors of texts, in their order; null for one that cannot be encoded. */
  vectors(texts: readonly string[]): Promise<readonly (Float32Array | null)[]>;
  /** Characters of all texts that a role is given for a task. */
  readonly characters: number;
}

/**
 * A memory in use. What it holds follows from what it learned, in order, and from recorded decisions: it is had again by
 * learning the recorded runs anew, so that nothing else needs to be stored.
 */
export interface BaselineMemory {
  /** Texts for a role, before it acts, the most important first. Changes nothing. */
  retrieve(task: Task, role: Role, context: string): Promise<readonly Given[]>;
  /** A task that was scored, in the order of the stream. */
  learn(done: Done): Promise<void>;
}

/** A text that a role is given. */
export interface Given {
  /** Of the entry that it was made from: comes back in the trajectory's contexts. */
  readonly id: string;
  readonly text: string;
}

/** A task that was done, with what its team was given in `trajectory.contexts` and its score. */
export interface Done {
  readonly task: Task;
  /** 0-based place in the stream. */
  readonly ordinal: number;
  readonly roles: readonly Role[];
  readonly trajectory: Trajectory;
}

/** Score from which a task counts as solved. */
export const SOLVED = 1;
