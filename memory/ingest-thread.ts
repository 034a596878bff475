import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { MnemaError } from "../core/errors.js";
import type { SpendingBudget } from "../decisions/runtime.js";
import { isSpent } from "../decisions/spending.js";
import { isFollowed } from "../models/followed.js";
import { inSpan } from "../models/spans.js";
import type { IngestPorts, IngestProgress } from "../nodes/ingest/ports.js";
import { startOf } from "../nodes/ingest/state.js";
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
  options: ThreadOptions,
): Promise<Counts> {
  const fresh = { runId, memoryId: memory.store.memoryId, graph: "ingest" as const, startedAt: memory.clock().toISOString() };
  const run = (await services.run(runId)) ?? fresh;
  const given = input === null ? {} : { input: { history: input.history, format: input.format, paths: input.paths } };
  await services.putRun({ ...run, ...given, state: "open", endedAt: null, error: null });
  if (input !== null && !needsCheckpoints(input)) return runWithoutCheckpoints(memory, ports, input, options);
  const spending = spendingFrom(ports, options.budget);
  const counts = await untilSpent(memory, runId, async (passed) => {
    const { createIngestGraph } = await graphs();
    await streamed(createIngestGraph(spending, checkpointer, tracedNode), runId, input, options, passed);
  });
  await checkpointer.deleteThread(runId);
  return counts;
}

/**
 * Whether a run that is cut short could not go on from the memory's cursors alone: one that still has something to import, or
 * derives anew.
 */
function needsCheckpoints(input: IngestInput): boolean {
  return input.paths.length > 0 || input.anew;
}

/**
 * Derives from what waits in the log. Where nobody follows it, the graph is walked: for one exchange LangGraph's own steps,
 * with a record for each of whoever might trace it, would be half of the work.
 */
export function runWithoutCheckpoints(memory: OpenMemory, ports: IngestPorts, input: IngestInput, options: ThreadOptions): Promise<Counts> {
  const { runId } = input;
  const { onProgress, signal, budget } = options;
  const spending = spendingFrom(ports, budget);
  return untilSpent(memory, runId, async (passed) => {
    const { createIngestGraph, ingestFigure, walk } = await graphs();
    if (isFollowed()) return streamed(createIngestGraph(spending, undefined, tracedNode), runId, input, options, passed);
    const config = {
      configurable: { thread_id: runId },
      ...(onProgress === undefined ? {} : { writer: onProgress as (chunk: unknown) => void }),
      ...(signal === undefined ? {} : { signal }),
    };
    await walk(ingestFigure(spending, tracedNode), startOf(input), config, passed);
  });
}

/** Runs the graph until its end, or until its budget is spent. `work` tells each state that it passes. */
function untilSpent(memory: OpenMemory, runId: string, work: (passed: (counts: Counts) => void) => Promise<void>): Promise<Counts> {
  return inSpan("graph ingest", { "mnema.memory": memory.store.memoryId, "mnema.run": runId }, async () => {
    let last: Counts = { stored: 0, skipped: 0, parked: 0 };
    try {
      await work((counts) => (last = counts));
      return last;
    } catch (error) {
      if (!isSpent(error)) throw error;
      const { parked } = await memory.store.log.count();
      return { ...last, parked, stopped: error.message };
    }
  });
}

async function streamed(
  graph: ReturnType<Graphs["createIngestGraph"]>,
  runId: string,
  input: IngestInput | null,
  { onProgress, signal }: ThreadOptions,
  passed: (counts: Counts) => void,
): Promise<void> {
  const stream = await graph.stream(input, {
    configurable: { thread_id: runId },
    durability: "sync",
    streamMode: ["custom", "values"],
    recursionLimit: Number.MAX_SAFE_INTEGER,
    ...(signal === undefined ? {} : { signal }),
  });
  for await (const [mode, chunk] of stream) {
    if (mode === "custom") onProgress?.(chunk as IngestProgress);
    else passed(chunk as Counts);
  }
}

type Graphs = typeof import("../graphs/ingest.js") & Pick<typeof import("../graphs/figure.js"), "walk">;
let loading: Promise<Graphs> | null = null;

/** Loaded once something is ingested: it takes longer than most commands. */
function graphs(): Promise<Graphs> {
  return (loading ??= Promise.all([import("../graphs/ingest.js"), import("../graphs/figure.js")]).then(([ingest, { walk }]) => ({
    ...ingest,
    walk,
  })));
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
