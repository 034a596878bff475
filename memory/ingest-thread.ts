import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { MnemaError } from "../core/errors.js";
import type { createIngestGraph } from "../graphs/ingest.js";
import type { SpendingBudget } from "../decisions/runtime.js";
import { isSpent } from "../decisions/spending.js";
import { inSpan } from "../models/spans.js";
import type { IngestPorts, IngestProgress } from "../nodes/ingest/ports.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { RunRecord, ServiceStore } from "../stores/contract.js";
import { tracedNode } from "./around-node.js";

export interface IngestParts {
  readonly ports: IngestPorts;
  readonly checkpointer: BaseCheckpointSaver;
  readonly services: ServiceStore;
}

/** How a thread is watched and stopped. */
export interface ThreadOptions {
  readonly onProgress?: (progress: IngestProgress) => void;
  readonly signal?: AbortSignal;
  /** What the run may spend; left out: without bound. */
  readonly budget?: SpendingBudget;
}

/** What a thread starts from. */
export interface IngestInput {
  readonly memoryId: string;
  readonly runId: string;
  readonly paths: string[];
  readonly history: string;
  readonly format: string;
  readonly anew: boolean;
}

/** Rounds that a thread stored, found there already, and parked. */
export interface Counts {
  readonly stored: number;
  readonly skipped: number;
  readonly parked: number;
  /** Why it ended before everything was derived: its budget is spent. The next run goes on. */
  readonly stopped?: string;
}

/** Whether a run was cut short after its first step. */
export async function hasCheckpoint({ checkpointer }: IngestParts, runId: string): Promise<boolean> {
  return (await checkpointer.getTuple({ configurable: { thread_id: runId } })) !== undefined;
}

/** One thread of the graph, from its input or (null) from its last checkpoint. The thread is deleted when it has ended. */
export async function runThread(
  memory: OpenMemory,
  { ports, checkpointer, services }: IngestParts,
  runId: string,
  input: IngestInput | null,
  { onProgress, signal, budget }: ThreadOptions,
): Promise<Counts> {
  const fresh = { runId, memoryId: memory.store.memoryId, graph: "ingest" as const, startedAt: memory.clock().toISOString() };
  const run = (await services.run(runId)) ?? fresh;
  const given = input === null ? {} : { input: { history: input.history, format: input.format, paths: input.paths } };
  await services.putRun({ ...run, ...given, state: "open", endedAt: null, error: null });
  const createGraph = await ingestGraph();
  const saver = needsCheckpoints(input) ? checkpointer : undefined;
  const counts = await inSpan("graph ingest", { "mnema.memory": fresh.memoryId, "mnema.run": runId }, async () => {
    const stream = await createGraph(spendingFrom(ports, budget), saver, tracedNode).stream(input, {
      configurable: { thread_id: runId },
      durability: "sync",
      streamMode: ["custom", "values"],
      recursionLimit: Number.MAX_SAFE_INTEGER,
      ...(signal === undefined ? {} : { signal }),
    });
    let last: Counts = { stored: 0, skipped: 0, parked: 0 };
    try {
      for await (const [mode, chunk] of stream) {
        if (mode === "custom") onProgress?.(chunk as IngestProgress);
        else last = chunk as Counts;
      }
    } catch (error) {
      if (!isSpent(error)) throw error;
      const { parked } = await memory.store.log.count();
      return { ...last, parked, stopped: error.message };
    }
    return last;
  });
  if (saver !== undefined) await checkpointer.deleteThread(runId);
  return counts;
}

/**
 * Whether a run that is cut short could not go on from the memory's cursors alone: one that goes on from a checkpoint, still has
 * something to import, or derives anew. To remember one exchange, checkpoints would be a fifth of the work.
 */
function needsCheckpoints(input: IngestInput | null): boolean {
  return input === null || input.paths.length > 0 || input.anew;
}

/** Loaded once something is ingested: it takes longer than most commands. */
let loading: Promise<typeof createIngestGraph> | null = null;

function ingestGraph(): Promise<typeof createIngestGraph> {
  return (loading ??= import("../graphs/ingest.js").then((module) => module.createIngestGraph));
}

/** The ports of a run whose decisions are paid from a budget. */
function spendingFrom(ports: IngestPorts, budget: SpendingBudget | undefined): IngestPorts {
  if (budget === undefined) return ports;
  return {
    ...ports,
    memory: async (memoryId) => {
      const open = await ports.memory(memoryId);
      return { ...open, decisions: (run, options) => ({ ...open.decisions(run, options), budget }) };
    },
  };
}

/** `runThread` of a run that is closed when it has ended. */
export function closedThread(
  memory: OpenMemory,
  parts: IngestParts,
  runId: string,
  input: IngestInput | null,
  options: ThreadOptions,
): Promise<Counts> {
  return closing(memory, parts, runId, options, () => runThread(memory, parts, runId, input, options));
}

/** Closes a run after `work`, also when that fails, or it would be taken up, and fail, before every later run. A cancelled one stays open. */
export async function closing<T>(
  { clock }: OpenMemory,
  { checkpointer, services }: IngestParts,
  runId: string,
  { signal }: ThreadOptions,
  work: () => Promise<T>,
): Promise<T> {
  const close = async (end: Pick<RunRecord, "state" | "error">) => {
    const run = await services.run(runId);
    if (run !== null) await services.putRun({ ...run, ...end, endedAt: clock().toISOString() });
  };
  try {
    const done = await work();
    await close({ state: "done", error: null });
    return done;
  } catch (error) {
    if (signal?.aborted !== true) {
      await checkpointer.deleteThread(runId);
      await close({ state: "failed", error: MnemaError.isInstance(error) ? error.code : "INTERNAL" });
    }
    throw error;
  }
}
