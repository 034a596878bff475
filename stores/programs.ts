import type { ProgramNode, Score } from "../core/design/tree.js";

/** A memo program in a search tree, as stored. */
export interface StoredProgram {
  /** What was measured of it so far. */
  readonly node: ProgramNode;
  /** The parent's mean when its generation began; null for the root. */
  readonly snapshot: number | null;
  /** Empty for the root, which keeps no memory. */
  readonly source: string;
  /** What it changed of its parent, in a sentence. */
  readonly change: string;
  /** The reflection on its parent that it was made from, JSON; null for the root. */
  readonly feedback: unknown;
  /** Its full evaluations, in order; `node` has their mean. */
  readonly scores: readonly Score[];
}

/** A task that was done with a program's memory, or to collect experience. Paid for once. */
export interface ProgramRun {
  /** sha-256 of all that could make it go otherwise: program, what it was updated with, agent, environment, task, seed. */
  readonly key: string;
  /** Node of the program; null for an update episode, which is collected once and shared by all. */
  readonly program: number | null;
  /** Empty for what is of no single task. */
  readonly task: string;
  /**
   * `collect`: an update episode. `update`: a program's state after its episodes. `examine`: a quick examination; `program` is
   * the parent. `evaluate` and `test`: a task with a program's memory. `serve`: an episode that a program in use was given.
   */
  readonly purpose: "collect" | "update" | "examine" | "evaluate" | "test" | "serve";
  /** 0-based: the program's evaluation that it belongs to. */
  readonly visit: number;
  readonly reward: number;
  readonly tokens: number;
  readonly ms: number;
  /** What memory gave, JSON. */
  readonly payload: unknown;
  /** What the agent then did, JSON. */
  readonly trajectory: unknown;
}

/** A run without what happened in it. */
export type ProgramLedger = Omit<ProgramRun, "payload" | "trajectory">;

/**
 * Searches over memo programs of one memory, by name (environment, agent and label). One transaction a method. Nothing is
 * deleted but by `removeSearch`. Every implementation passes `test/contract/program-store.ts`.
 */
export interface ProgramStore {
  /** The search tree: nodes in order of id. */
  programs(search: string): Promise<readonly StoredProgram[]>;
  program(search: string, id: number): Promise<StoredProgram | null>;
  /** Every search that holds anything, sorted. */
  searches(): Promise<readonly string[]>;
  /**
   * Writes what a step of the search changed, once: a step that was applied before changes nothing and returns false, so a
   * node that runs again after a kill writes once. Keyed by (search, step); programs by (search, node id).
   */
  apply(search: string, step: string, programs: readonly StoredProgram[]): Promise<boolean>;
  applied(search: string, step: string): Promise<boolean>;
  /** Applied steps, in order of application. */
  steps(search: string): Promise<readonly string[]>;
  run(key: string): Promise<ProgramRun | null>;
  /** Keyed by key in the whole memory; the first one stays, under the search that paid for it. */
  putRun(search: string, run: ProgramRun): Promise<void>;
  /** Without payloads and trajectories, in order of recording. */
  runs(search: string): Promise<readonly ProgramLedger[]>;
  removeSearch(search: string): Promise<void>;
  /** Puts exported records back: programs by node id, steps in this order. */
  restore(search: string, records: SearchRecords): Promise<void>;
  /** Raised by every write here, of any process. The memory's own version is not: programs are in no index. */
  version(): Promise<number>;
}

/** What a search holds beside its runs. */
export interface SearchRecords {
  readonly programs: readonly StoredProgram[];
  readonly steps: readonly string[];
}
