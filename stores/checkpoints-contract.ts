import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** Where the checkpoints of all memories are kept: each memory's apart from the others'. */
export interface Checkpoints {
  /** The memory's own, opened once. */
  open(memoryId: string): Promise<BaseCheckpointSaver>;
  /** Deletes every thread of the memory: any may hold a question, a proposal or a person's answer to it. */
  clear(memoryId: string): Promise<void>;
  /** Lets go of the memory's. */
  release(memoryId: string): Promise<void>;
  close(): Promise<void>;
}
