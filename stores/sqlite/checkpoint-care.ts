import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { Checkpoint, CheckpointListOptions, CheckpointMetadata, CheckpointTuple, PendingWrite } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Database from "better-sqlite3";
import { isDamage, storeError, storeErrors } from "./errors.js";
import { checkWhole } from "./scrub-checkpoints.js";
import { BUSY_MS, removeFile } from "./whole-file.js";

/**
 * Opens a memory's checkpoints. A file that cannot be written is an error here, at the start: a run that silently kept its
 * checkpoints nowhere could not be resumed. A damaged one is made anew (`notice` says so): what its threads were at is taken
 * up from the memory's own cursors.
 */
export function openCheckpoints(file: string, notice: (line: string) => void = () => undefined): SqliteSaver {
  return storeErrors(file, () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    try {
      return openWhole(file);
    } catch (error) {
      if (!isDamage(error)) throw error;
      removeFile(file);
      notice(`${file} was damaged and is made anew; a run that was cut short goes on from what the memory holds.`);
      return openWhole(file);
    }
  });
}

function openWhole(file: string): SqliteSaver {
  const db = new Database(file, { timeout: BUSY_MS });
  try {
    chmodSync(file, 0o600);
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    db.pragma("secure_delete = ON");
    checkWhole(db);
    return new StoreSaver(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** LangGraph's saver, whose errors come out as ours. */
class StoreSaver extends SqliteSaver {
  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.#ours(super.getTuple(config));
  }

  override async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    try {
      yield* super.list(config, options);
    } catch (error) {
      throw storeError(this.db.name, error);
    }
  }

  override put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<RunnableConfig> {
    return this.#ours(super.put(config, checkpoint, metadata));
  }

  override putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    return this.#ours(super.putWrites(config, writes, taskId));
  }

  override deleteThread(threadId: string): Promise<void> {
    return this.#ours(this.#deleted(threadId));
  }

  /** Also from a file that nothing was put into yet, where LangGraph's own finds no table. */
  async #deleted(threadId: string): Promise<void> {
    this.setup();
    await super.deleteThread(threadId);
  }

  #ours<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw storeError(this.db.name, error);
    });
  }
}
