import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { MnemaError } from "../core/errors.js";
import { createIngestGraph } from "../graphs/ingest.js";
import { claimEncoders } from "../nodes/encoders.js";
import type { IngestPorts, IngestProgress } from "../nodes/ingest/ports.js";
import type { IngestState } from "../nodes/ingest/state.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { RunRecord, ServiceStore } from "../stores/contract.js";
import { inSpan } from "../models/spans.js";
import { holdLease, WAIT_MS } from "./lease.js";
import { standInNames } from "./stand-in-names.js";
import { tracedNode } from "./around-node.js";

type State = typeof IngestState.State;

export interface IngestOptions {
  /**
   * Id of the run, made up when left out. A run of this id that was cut short goes on from its last checkpoint. Whoever names
   * it closes its record too (`onReport`): until then it is open.
   */
  readonly runId?: string;
  /** Drop what is derived and derive it anew from recorded decisions: nothing is imported, no model is asked. */
  readonly anew?: boolean;
  /** Files or folders; none: only what waits in the log is derived. */
  readonly paths?: readonly string[];
  readonly history?: string;
  readonly format?: string;
  readonly onProgress?: (progress: IngestProgress) => void;
  /** Called when all is derived, while no other writer can begin: one that found the run open would take it up again. */
  readonly onReport?: (report: IngestReport) => Promise<void>;
  /** Called with what was done otherwise than it was asked for, now or of an earlier run that was cut short. */
  readonly onNote?: (line: string) => void;
  readonly signal?: AbortSignal;
  /** How long to wait for another writer. */
  readonly waitMs?: number;
}

/** What a run did (`rounds`, `skipped`, `failed`, `tokens`, `ms`) and what the memory holds after it (the rest). */
export interface IngestReport {
  readonly memory: string;
  readonly rounds: number;
  readonly skipped: number;
  readonly failed: number;
  readonly observations: number;
  readonly tables: number;
  readonly episodes: number;
  readonly topics: number;
  readonly decisions: number;
  readonly tokens: number;
  readonly ms: number;
  /** Earlier runs that were cut short and could not be brought to their end, each with a code; left out when there are none. */
  readonly lost?: readonly LostRun[];
}

/** What it had stored stays; the rest of its files has to be ingested again. */
export interface LostRun {
  readonly run: string;
  readonly error: string;
}

export interface IngestParts {
  readonly ports: IngestPorts;
  readonly checkpointer: BaseCheckpointSaver;
  readonly services: ServiceStore;
}

interface IngestInput {
  readonly memoryId: string;
  readonly runId: string;
  readonly paths: string[];
  readonly history: string;
  readonly format: string;
  readonly anew: boolean;
}

interface Counts {
  readonly stored: number;
  readonly skipped: number;
  readonly parked: number;
}

/** Runs the ingest graph to its end: takes up runs that were cut short, then imports and derives. ENCODER_MISMATCH before anything. */
export async function runIngest(memory: OpenMemory, parts: IngestParts, options: IngestOptions = {}): Promise<IngestReport> {
  const started = memory.clock();
  const { memoryId } = memory.store;
  const runId = options.runId ?? `ingest-${randomUUID()}`;
  const release = await holdLease(memory.store, runId, memory.clock, options.waitMs ?? 600_000);
  try {
    await claimEncoders(memory);
    const takeUp = options.anew === true ? importThread : resumeThread;
    const lost = await endCut(parts, memoryId, runId, options.onNote, (cut) => takeUp(memory, parts, cut, options));
    const { history = "", format = "", anew = false } = options;
    // Whoever takes the run up may work in another folder.
    const paths = (options.paths ?? []).map((path) => resolve(path));
    const input = { memoryId, runId, paths, history, format, anew };
    const begun = options.runId !== undefined && (await hasCheckpoint(parts, runId));
    const counts = await (options.runId === undefined ? closedThread : runThread)(memory, parts, runId, begun ? null : input, options);
    const done = { ...(await report(memory, runId, counts, started)), ...(lost.length === 0 ? {} : { lost }) };
    for (const line of await standInNames(memory.store.decisions, runId)) options.onNote?.(line);
    await options.onReport?.(done);
    return done;
  } finally {
    await release();
  }
}

/** Ends the runs of a memory that were cut short, once what they had still to import is in the log. */
export async function endCutRuns(memory: OpenMemory, parts: IngestParts, onNote: (line: string) => void): Promise<void> {
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
async function endCut(
  { services }: IngestParts,
  memoryId: string,
  own: string | null,
  onNote: IngestOptions["onNote"],
  takeUp: (cut: RunRecord) => Promise<void>,
): Promise<LostRun[]> {
  const lost: LostRun[] = [];
  for (const cut of await services.openRuns(memoryId)) {
    if (cut.graph !== "ingest" || cut.runId === own) continue;
    try {
      await takeUp(cut);
    } catch (error) {
      unlessCancelled(error);
      const [code, message] = MnemaError.isInstance(error) ? [error.code, error.message] : ["INTERNAL", String(error)];
      onNote?.(`An earlier ingest was cut short and could not be ended: ${message} What it stored is kept; ingest the rest again.`);
      lost.push({ run: cut.runId, error: code });
    }
  }
  return lost;
}

/** Goes on from the last checkpoint of a run that was cut short, or begins it when it has none. */
async function resumeThread(memory: OpenMemory, parts: IngestParts, cut: RunRecord, options: IngestOptions): Promise<void> {
  const { runId } = cut;
  const input = { memoryId: memory.store.memoryId, runId, ...givenTo(cut), anew: false };
  await closedThread(memory, parts, runId, (await hasCheckpoint(parts, runId)) ? null : input, options);
}

/**
 * Ends a run that was cut short without deriving for it: all is derived anew after it. Only what it had still to import is
 * imported, since nobody else knows of it.
 */
async function importThread(memory: OpenMemory, parts: IngestParts, cut: RunRecord, options: IngestOptions): Promise<void> {
  const { runId } = cut;
  await closing(memory, parts, runId, options, async () => {
    const checkpoint = (await parts.checkpointer.getTuple({ configurable: { thread_id: runId } }))?.checkpoint;
    const { imported, anew } = (checkpoint?.channel_values ?? {}) as Partial<State>;
    const { paths, ...given } = givenTo(cut);
    if (imported !== true && anew !== true) for (const path of paths) await parts.ports.importPath(memory, path, given);
    await parts.checkpointer.deleteThread(runId);
  });
}

function givenTo({ input }: RunRecord): Pick<IngestInput, "paths" | "history" | "format"> {
  return { paths: [...(input?.paths ?? [])], history: input?.history ?? "", format: input?.format ?? "" };
}

/** `runThread` of a run that is closed when it has ended. */
function closedThread(
  memory: OpenMemory,
  parts: IngestParts,
  runId: string,
  input: IngestInput | null,
  options: IngestOptions,
): Promise<Counts> {
  return closing(memory, parts, runId, options, () => runThread(memory, parts, runId, input, options));
}

/** Closes a run after `work`, also when that fails, or it would be taken up, and fail, before every later run. A cancelled one stays open. */
async function closing<T>(
  { clock }: OpenMemory,
  { checkpointer, services }: IngestParts,
  runId: string,
  { signal }: IngestOptions,
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

function unlessCancelled(error: unknown): void {
  if (MnemaError.isInstance(error) && error.code === "CANCELLED") throw error;
}

async function hasCheckpoint({ checkpointer }: IngestParts, runId: string): Promise<boolean> {
  return (await checkpointer.getTuple({ configurable: { thread_id: runId } })) !== undefined;
}

/** One thread of the graph, from its input or (null) from its last checkpoint. The thread is deleted when it has ended. */
async function runThread(
  memory: OpenMemory,
  { ports, checkpointer, services }: IngestParts,
  runId: string,
  input: IngestInput | null,
  { onProgress, signal }: IngestOptions,
): Promise<Counts> {
  const fresh = { runId, memoryId: memory.store.memoryId, graph: "ingest" as const, startedAt: memory.clock().toISOString() };
  const run = (await services.run(runId)) ?? fresh;
  const given = input === null ? {} : { input: { history: input.history, format: input.format, paths: input.paths } };
  await services.putRun({ ...run, ...given, state: "open", endedAt: null, error: null });
  const counts = await inSpan("graph ingest", { "mnema.memory": fresh.memoryId, "mnema.run": runId }, async () => {
    const stream = await createIngestGraph(ports, checkpointer, tracedNode).stream(input, {
      configurable: { thread_id: runId },
      durability: "sync",
      streamMode: ["custom", "values"],
      recursionLimit: Number.MAX_SAFE_INTEGER,
      ...(signal === undefined ? {} : { signal }),
    });
    let last: Counts = { stored: 0, skipped: 0, parked: 0 };
    for await (const [mode, chunk] of stream) {
      if (mode === "custom") onProgress?.(chunk as IngestProgress);
      else last = chunk as Counts;
    }
    return last;
  });
  await checkpointer.deleteThread(runId);
  return counts;
}

async function report({ store, clock }: OpenMemory, runId: string, counts: Counts, started: Date): Promise<IngestReport> {
  const log = await store.log.count();
  return {
    memory: store.memoryId,
    rounds: counts.stored,
    skipped: counts.skipped,
    failed: counts.parked,
    observations: log.observations,
    tables: (await store.tables.tables()).length,
    episodes: (await store.hierarchy.nodes("episode")).length,
    topics: (await store.hierarchy.nodes("topic")).length,
    decisions: (await store.decisions.cost()).decisions,
    tokens: (await store.decisions.cost(runId)).tokens,
    ms: clock().getTime() - started.getTime(),
  };
}
