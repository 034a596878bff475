import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { claimEncoders } from "../nodes/encoders.js";
import type { OpenMemory } from "../nodes/memory.js";
import { endCut, importThread, type LostRun, resumeThread } from "./cut-runs.js";
import { closedThread, type Counts, hasCheckpoint, type IngestParts, runThread, type ThreadOptions } from "./ingest-thread.js";
import { holdLease } from "./lease.js";
import { logOnly } from "./log-only.js";
import { partialNotes } from "./partial-answers.js";
import { standInNames } from "./stand-in-names.js";

export interface IngestOptions extends ThreadOptions {
  /**
   * Id of the run, made up when left out. A run of this id that was cut short goes on from its last checkpoint. Whoever names
   * it closes its record too (`onReport`): until then it is open.
   */
  readonly runId?: string;
  /** Drop what is derived and derive it anew from recorded decisions: nothing is imported, no model is asked. */
  readonly anew?: boolean;
  /** Store and derive nothing: the next run does. */
  readonly logOnly?: boolean;
  /** Files or folders; none: only what waits in the log is derived. */
  readonly paths?: readonly string[];
  readonly history?: string;
  readonly format?: string;
  /** Called when all is derived, while no other writer can begin: one that found the run open would take it up again. */
  readonly onReport?: (report: IngestReport) => Promise<void>;
  /** Called with what was done otherwise than it was asked for, now or of an earlier run that was cut short. */
  readonly onNote?: (line: string) => void;
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
  /** Why it ended before everything was derived: its budget is spent. Left out when it was not. */
  readonly stopped?: string;
  /** Earlier runs that were cut short and could not be brought to their end, each with a code; left out when there are none. */
  readonly lost?: readonly LostRun[];
}

/** Runs the ingest graph to its end: takes up runs that were cut short, then imports and derives. ENCODER_MISMATCH before anything. */
export async function runIngest(memory: OpenMemory, parts: IngestParts, options: IngestOptions = {}): Promise<IngestReport> {
  const started = memory.clock();
  const { memoryId } = memory.store;
  const runId = options.runId ?? `ingest-${randomUUID()}`;
  const release = await holdLease(memory.store, runId, memory.clock, options.waitMs ?? 600_000);
  try {
    await claimEncoders(memory);
    const takeUp = options.anew === true || options.logOnly === true ? importThread : resumeThread;
    const lost = await endCut(parts, memoryId, runId, options.onNote, (cut) => takeUp(memory, parts, cut, options));
    const { history = "", format = "", anew = false } = options;
    // Whoever takes the run up may work in another folder.
    const paths = (options.paths ?? []).map((path) => resolve(path));
    const input = { memoryId, runId, paths, history, format, anew };
    const begun = options.runId !== undefined && (await hasCheckpoint(parts, runId));
    const counts =
      options.logOnly === true
        ? await logOnly(memory, parts, input, options)
        : await (options.runId === undefined ? closedThread : runThread)(memory, parts, runId, begun ? null : input, options);
    const done = {
      ...(await report(memory, runId, counts, started)),
      ...(lost.length === 0 ? {} : { lost }),
      ...(counts.stopped === undefined ? {} : { stopped: counts.stopped }),
    };
    for (const line of [...(await standInNames(memory.store.decisions, runId)), ...(await partialNotes(memory.store, runId))])
      options.onNote?.(line);
    await options.onReport?.(done);
    return done;
  } finally {
    await release();
  }
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
    episodes: await store.hierarchy.count("episode"),
    topics: await store.hierarchy.count("topic"),
    decisions: await store.decisions.count(),
    tokens: (await store.decisions.cost(runId)).tokens,
    ms: clock().getTime() - started.getTime(),
  };
}
