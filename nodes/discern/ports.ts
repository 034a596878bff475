import type { Environment, Task } from "../../environments/contract.js";
import type { DiscernSettings } from "../../core/discern/settings.js";
import type { Host } from "../../hosts/contract.js";
import type { OpenMemory } from "../memory.js";

/** A team in a world by name, as a state holds it. */
export interface ArenaNames {
  readonly environment: string;
  /** File or folder of tasks; empty: the environment's folder in the data sets folder. */
  readonly source: string;
  readonly host: string;
}

/** A team in a world, with the tasks in the order of the stream. */
export interface Arena {
  readonly environment: Environment;
  readonly tasks: readonly Task[];
  readonly host: Host<Task>;
}

/** What the discern nodes need from outside. Passed in by `createDiscernGraph`, never imported. */
export interface DiscernPorts {
  memory(memoryId: string): Promise<OpenMemory>;
  /** Opened once. */
  arena(names: ArenaNames): Promise<Arena>;
  readonly settings: DiscernSettings;
  readonly budget: ReplayBudget;
  /** Runs of the team at one time. */
  readonly concurrency: number;
  readonly signal?: AbortSignal;
}

/** What a run may still spend. A run of the team that was recorded before costs nothing. */
export interface ReplayBudget {
  /** Takes one replay; throws BUDGET_EXCEEDED when none is left. */
  replay(): void;
  /** Takes tokens that were used; the next replay or task is refused once they are all used up. */
  tokens(used: number): void;
  /** Throws BUDGET_EXCEEDED when nothing is left: asked before a task begins. */
  check(): void;
}

/** What a run tells while it goes on. */
export interface DiscernProgress {
  readonly ordinal: number;
  readonly total: number;
  readonly task: string;
  readonly step: "scored" | "assessed" | "repaired" | "admitted" | "attached" | "done";
  readonly score?: number;
  readonly rule?: string;
  readonly text?: string;
}
