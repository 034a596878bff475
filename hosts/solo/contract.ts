import type { Episode, Task } from "../../environments/contract.js";
import type { MemoryPayload, StepRecord } from "../../environments/programs/recorder.js";

/** What an agent is given beside the episode. */
export interface SoloRun {
  /** What memory gave for this task; put before the agent's first turn, and never again. */
  readonly memory: MemoryPayload;
  readonly seed: number;
  /** Keeps a picture that was seen; gives the sha-256 of its bytes, by which recorders and payloads name it. */
  keepPicture(bytes: Uint8Array, mime: string): Promise<string>;
  /** The bytes of a picture that a payload names; null when nobody ever saw it. */
  picture(hash: string): Promise<{ readonly bytes: Uint8Array; readonly mime: string } | null>;
  readonly signal?: AbortSignal;
}

/** What one agent did of a task. */
export interface SoloTrace {
  readonly steps: readonly StepRecord[];
  /** The agent's conversation with its model; empty without one. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The episode's score, in [0, 1]. */
  readonly reward: number;
  /** 0 without a model. */
  readonly tokens: number;
}

/**
 * One agent, alone, with a memory: AutoMMemo's execution agent. It is fixed while memo programs are searched, so that a
 * program is judged by what it does for the agent. Equal episode, payload and seed give an equal trace, as far as the
 * agent can promise that. Errors are the world's or the model's (MnemaError): such a run does not count, but for MODEL_REFUSED,
 * which counts 0 when it comes every time.
 */
export interface SoloAgent {
  /** Part of every key of a run: two agents of one configuration behave alike. */
  readonly configuration: string;
  run(task: Task, episode: Episode, run: SoloRun): Promise<SoloTrace>;
}
