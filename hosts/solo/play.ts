import type { Environment, Task } from "../../environments/contract.js";
import { firstSeen } from "../../environments/first-seen.js";
import type { Json } from "../../environments/isolate/contract.js";
import type { FittedPayload } from "../../environments/programs/fit-payload.js";
import type { Called } from "../../environments/programs/memo-program.js";
import type { InitRecord, MemoryPayload } from "../../environments/programs/recorder.js";
import type { TextEncoder } from "../../models/contract.js";
import type { SoloAgent, SoloRun, SoloTrace } from "./contract.js";
import { keepPictures } from "./record.js";

/** A memo program that asks no model, in one state: what a player that does tasks elsewhere may take there. */
export interface CarriedProgram {
  /** Names program and state. */
  readonly key: string;
  readonly source: string;
  /** Settles `Math.random` of every call. */
  readonly seed: number;
  readonly state: Readonly<Record<string, Json>>;
  readonly encoder: Pick<TextEncoder, "encode">;
}

/** What a task is done with. */
export interface PlayOptions extends Omit<SoloRun, "memory"> {
  readonly maxSteps: number;
  /** Tasks that are done at one time, this one among them. With one there is nothing to win by threads. Default: as many as there are processors. */
  readonly workers?: number;
  /** Asked once, with what is seen before the first action. Null: the agent does not begin. */
  recall(init: InitRecord): Promise<MemoryPayload | null>;
  /** What `recall` asks, where a player may ask it in its place. */
  readonly carried?: CarriedProgram;
}

/** A task that was done. */
export interface Played {
  readonly init: InitRecord;
  /** Null where the agent did not begin. */
  readonly trace: SoloTrace | null;
  /** What `carried` gave, where it was asked in place of `recall`. */
  readonly recalled?: Called<FittedPayload>;
}

/** Has an agent do a task, with what memory gives for it before the first turn. Errors are the world's or the model's. */
export type Player = (task: Task, options: PlayOptions) => Promise<Played>;

/** The player of an agent in a world. */
export function playerIn(environment: Environment, agent: SoloAgent): Player {
  return async (task, { maxSteps, recall, ...run }) => {
    const episode = await environment.start(task, { seed: run.seed, maxSteps });
    try {
      const init: InitRecord = {
        goal: task.input.goal,
        observation: firstSeen(task.input, episode.observation),
        images: await keepPictures(episode.pictures, run),
        metadata: { environment: task.environment, domain: task.domain },
      };
      const memory = await recall(init);
      return { init, trace: memory === null ? null : await agent.run(task, episode, { ...run, memory }) };
    } finally {
      await episode.close();
    }
  };
}
