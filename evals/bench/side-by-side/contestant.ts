import type { Round } from "../../../core/history.js";

/** A memory system as it is measured: Mnema, a peer of npm in this process, or one of Python in a process of its own. */
export interface Contestant {
  /** Name and version. */
  readonly name: string;
  /** Takes in one round. Milliseconds. */
  add(round: Round): Promise<number>;
  /** Waits for what goes on behind `add` and `addStored`; left out where nothing does. */
  settle?(): Promise<void>;
  /** Takes in one round and derives in the background; left out where the system has no such call. Milliseconds until it is stored. */
  addStored?(round: Round): Promise<number>;
  /** Takes in rounds in one call, with its model, and gives the milliseconds; left out where the system has no such call. */
  addAll?(rounds: readonly Round[]): Promise<number>;
  /** Stores rounds at once as `add` would leave them; false where the system has no way to. */
  seed(rounds: readonly Round[]): Promise<boolean>;
  /** Milliseconds, and the texts that were found. */
  search(query: string, k: number): Promise<{ readonly ms: number; readonly found: readonly string[] }>;
  /** Requests to a chat model so far. */
  modelCalls(): Promise<number>;
  /** Resident memory of the process that it runs in, in MiB. */
  residentMiB(): Promise<number>;
  close(): Promise<void>;
}

/** What a contestant is opened with. */
export interface ContestantParts {
  /** For what it writes; the caller's to delete. */
  readonly folder: string;
  /** OpenAI-compatible, answers at once. */
  readonly modelUrl: string;
  readonly neo4j: string | null;
}

/** What a contestant cannot run without is not installed. */
export class NotInstalled extends Error {}

/** Requests that the model has had from whoever asked it. */
export async function callsOf(modelUrl: string): Promise<number> {
  return ((await (await fetch(modelUrl)).json()) as { calls: number }).calls;
}

export async function took(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function ownResidentMiB(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}
