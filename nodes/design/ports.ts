import type { DesignSettings } from "../../core/design/settings.js";
import type { Environment, Task } from "../../environments/contract.js";
import type { SoloAgent } from "../../hosts/solo/contract.js";
import type { CarriedProgram, Player } from "../../hosts/solo/play.js";
import type { ChatModel } from "../../models/contract.js";
import type { OpenMemory } from "../memory.js";
import type { ProgramPool } from "./program-pool.js";

/** A world by name, as a state holds it. */
export interface WorldNames {
  readonly environment: string;
  /** File or folder of tasks; empty: the environment's folder in the data sets folder. */
  readonly source: string;
}

/** An agent in a world: what programs are judged by. Fixed for a whole search. */
export interface DesignArena {
  readonly environment: Pick<Environment, "name" | "close">;
  readonly tasks: readonly Task[];
  readonly agent: Pick<SoloAgent, "configuration">;
  /** Has the agent do a task. */
  readonly play: Player;
  /** Told of a program that tasks will soon be done with, once it is in its state. */
  readonly prepare?: (program: Pick<CarriedProgram, "key" | "source" | "seed">) => void;
  /** For names of searches: `"offline"`, the model. */
  readonly agentName: string;
  /** What programs may ask: the agent's own model; null offline. */
  readonly model: ChatModel | null;
  /** Tasks cost nothing but computing here: they may be done before it is known whether they count. */
  readonly isComputed?: boolean;
}

/** What the design nodes need from outside. Passed in by `createDesignGraph`, never imported. */
export interface DesignPorts {
  memory(memoryId: string): Promise<OpenMemory>;
  /** Opened once. */
  arena(names: WorldNames): Promise<DesignArena>;
  readonly settings: DesignSettings;
  readonly budget: DesignBudget;
  readonly pool: ProgramPool;
  /** Tasks that are done at one time. */
  readonly concurrency: number;
  /** Other searches of the memory whose choice does the test tasks too. */
  readonly from?: readonly string[];
  readonly signal?: AbortSignal;
}

/** What a run may still spend. What was recorded before costs nothing. */
export interface DesignBudget {
  /** Takes tokens that were used. */
  tokens(used: number): void;
  /** Throws BUDGET_EXCEEDED when nothing is left, and CANCELLED when the run was: asked before a step, a task and a decision. */
  check(): void;
}

/** What a run tells while it goes on. */
export interface DesignProgress {
  /** The step in hand and their number; step 0 is the root's evaluation. */
  readonly step: number;
  readonly steps: number;
  readonly event: "collected" | "task" | "selected" | "reflected" | "proposed" | "refused" | "repaired" | "failed" | "scored" | "tested";
  /** The program that is evaluated, or the parent of one that is made. */
  readonly node: number;
  /** Of `task`: which one, and how many of them are done. */
  readonly task?: string;
  readonly done?: number;
  readonly of?: number;
  readonly score?: number;
  readonly text?: string;
}
