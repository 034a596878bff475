import type { Rule } from "../core/discern/rule.js";

/** A recorded run of the team: an original execution or a replay. Paid for once. */
export interface ReplayRecord {
  /** sha-256 of host configuration, environment, task, seed and everything injected (role, body, both condition lists). */
  readonly key: string;
  readonly task: string;
  readonly purpose: "original" | "assessment" | "baseline" | "repair" | "attachment" | "calibration" | "joint";
  readonly score: number;
  readonly tokens: number;
  readonly ms: number;
  /** The whole trajectory, JSON. */
  readonly trajectory: unknown;
}

/** A run without what happened in it: an entry of the ledger. */
export type Ledger = Omit<ReplayRecord, "trajectory">;

/** One scored task of a stream. Never replaced by what a replay scored. */
export interface StreamTask {
  readonly stream: string;
  readonly ordinal: number;
  readonly task: string;
  /** Description that retrieval over earlier tasks compares. */
  readonly text: string;
  readonly score: number;
  /** Key of the original execution. */
  readonly execution: string;
}

/**
 * Rules of one memory, by stream (environment, host and label), with the runs that they were measured by. One transaction
 * a method. Nothing is deleted but by `removeStream`. Every implementation passes `test/contract/rule-store.ts`.
 */
export interface RuleStore {
  /** In order of admission. */
  rules(stream: string): Promise<readonly Rule[]>;
  rule(id: string): Promise<{ readonly stream: string; readonly rule: Rule } | null>;
  /** Every stream that holds anything, sorted. */
  streams(): Promise<readonly string[]>;
  /**
   * Writes rules and, where given, the task's score, once per step: a step that was applied before changes nothing and
   * returns false, so a node that runs again after a kill writes once. Keyed by (stream, step); rules by id, tasks by
   * (stream, ordinal), where the first one stays.
   */
  apply(stream: string, step: string, change: { readonly rules: readonly Rule[]; readonly task?: StreamTask }): Promise<boolean>;
  applied(stream: string, step: string): Promise<boolean>;
  /** Applied steps, sorted. */
  steps(stream: string): Promise<readonly string[]>;
  /** Scored tasks, in order. */
  tasks(stream: string): Promise<readonly StreamTask[]>;
  replay(key: string): Promise<ReplayRecord | null>;
  /** Keyed by key in the whole memory; the first one stays, under the stream that paid for it. */
  putReplay(stream: string, replay: ReplayRecord): Promise<void>;
  /** Without trajectories, in order of recording: the ledger. */
  replays(stream: string): Promise<readonly Ledger[]>;
  removeStream(stream: string): Promise<void>;
  /** Puts exported records back: rules by id, in this order of admission, tasks by ordinal, steps by name. */
  restore(stream: string, records: StreamRecords): Promise<void>;
  /** Raised by every write here, of any process. The memory's own version is not: rules are in no index. */
  version(): Promise<number>;
}

/** What a stream holds beside its replays. */
export interface StreamRecords {
  readonly rules: readonly Rule[];
  readonly tasks: readonly StreamTask[];
  readonly steps: readonly string[];
}
