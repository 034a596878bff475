import { randomUUID } from "node:crypto";
import { MnemaError } from "../core/errors.js";
import type { IngestState } from "../nodes/ingest/state.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { RunRecord } from "../stores/contract.js";
import { closedThread, closing, hasCheckpoint, type IngestInput, type IngestParts, type ThreadOptions } from "./ingest-thread.js";
import { holdLease, WAIT_MS } from "./lease.js";

/** Hears what was done otherwise than it was asked for. */
type OnNote = (line: string) => void;

/** A run that was cut short and could not be ended: what it had stored stays, the rest of its files has to be ingested again. */
export interface LostRun {
  readonly run: string;
  /** A code. */
  readonly error: string;
}

/** Ends the runs of a memory that were cut short, once what they had still to import is in the log. */
export async function endCutRuns(memory: OpenMemory, parts: IngestParts, onNote: OnNote): Promise<void> {
  const release = await holdLease(memory.store, `end-${randomUUID()}`, memory.clock, WAIT_MS);
  try {
    await endCut(parts, memory.store.memoryId, null, onNote, (cut) => importThread(memory, parts, cut, {}));
  } finally {
    await release();
  }
}

/**
 * Ends the runs of a memory that were cut short, but for `own`. One that fails again (its file is gone) is closed; what it
 * stored waits in the log and is derived by the next run. Gives those that failed.
 */
export async function endCut(
  { services }: IngestParts,
  memoryId: string,
  own: string | null,
  onNote: OnNote | undefined,
  takeUp: (cut: RunRecord) => Promise<void>,
): Promise<LostRun[]> {
  const lost: LostRun[] = [];
  for (const cut of await services.openRuns(memoryId)) {
    if (cut.graph !== "ingest" || cut.runId === own) continue;
    try {
      await takeUp(cut);
    } catch (error) {
      if (MnemaError.isInstance(error) && error.code === "CANCELLED") throw error;
      const [code, message] = MnemaError.isInstance(error) ? [error.code, error.message] : ["INTERNAL", String(error)];
      onNote?.(`An earlier ingest was cut short and could not be ended: ${message} What it stored is kept; ingest the rest again.`);
      lost.push({ run: cut.runId, error: code });
    }
  }
  return lost;
}

/** Goes on from the last checkpoint of a run that was cut short, or begins it when it has none. */
export async function resumeThread(memory: OpenMemory, parts: IngestParts, cut: RunRecord, options: ThreadOptions): Promise<void> {
  const { runId } = cut;
  const input = { memoryId: memory.store.memoryId, runId, ...givenTo(cut), anew: false };
  await closedThread(memory, parts, runId, (await hasCheckpoint(parts, runId)) ? null : input, options);
}

/**
 * Ends a run that was cut short without deriving for it: all is derived anew after it. Only what it had still to import is
 * imported, since nobody else knows of it.
 */
export async function importThread(memory: OpenMemory, parts: IngestParts, cut: RunRecord, options: ThreadOptions): Promise<void> {
  const { runId } = cut;
  await closing(memory, parts, runId, options, async () => {
    const checkpoint = (await parts.checkpointer.getTuple({ configurable: { thread_id: runId } }))?.checkpoint;
    const { imported, anew } = (checkpoint?.channel_values ?? {}) as Partial<typeof IngestState.State>;
    const { paths, ...given } = givenTo(cut);
    if (imported !== true && anew !== true) for (const path of paths) await parts.ports.importPath(memory, path, given);
    await parts.checkpointer.deleteThread(runId);
  });
}

function givenTo({ input }: RunRecord): Pick<IngestInput, "paths" | "history" | "format"> {
  return { paths: [...(input?.paths ?? [])], history: input?.history ?? "", format: input?.format ?? "" };
}
