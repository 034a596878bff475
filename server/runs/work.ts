import { MnemaError } from "../../core/errors.js";
import type { Mnema } from "../../memory/mnema.js";
import type { RunEvent, RunRecord } from "../../stores/contract.js";
import type { Metrics } from "../metrics.js";
import { problemOf, secretFolders, withoutPaths } from "../problem.js";
import type { Uploads } from "./uploads.js";

/** Why a run was stopped: by a person, because the server ends, or because its memory is deleted. */
export type StopReason = "cancel" | "drain" | "delete";

export interface WorkParts {
  readonly mnema: Mnema;
  readonly uploads: Uploads;
  readonly metrics: Metrics;
  readonly clock: () => Date;
  /** Wakes who watches the run. */
  readonly told: (runId: string) => void;
}

export interface Work {
  readonly runId: string;
  readonly memoryId: string;
  readonly controller: AbortController;
  readonly stop: StopReason | null;
}

/** How long a run waits for another writer of its memory: a command, or another server. */
const LEASE_WAIT_MS = 60_000;

/** The last event of a run that has ended. */
export const LAST_EVENTS: ReadonlySet<string> = new Set(["done", "failed", "cancelled"]);

/** Works on one run to its end, and records how it ended. A run that is stopped for a drain stays as it is. */
export async function workOn(parts: WorkParts, work: Work): Promise<void> {
  const { runId } = work;
  const { services } = parts.mnema.space;
  const run = await services.run(runId);
  if (run === null || work.stop === "drain" || work.stop === "delete") return;
  const events = eventWriter(parts, runId);
  try {
    if (work.stop === "cancel") throw new MnemaError("CANCELLED", "The run was cancelled before it began.");
    if (run.discern !== undefined) await discern(parts, work, run, run.discern, events);
    else if (run.design !== undefined) await design(parts, work, run, run.design, events);
    else await ingest(parts, work, run, events);
    await parts.uploads.drop(runId);
  } catch (error) {
    if (stopOf(work) === "drain" || stopOf(work) === "delete") return;
    const state = stopOf(work) === "cancel" ? "cancelled" : "failed";
    const problem = problemOf(error, secretsOf(parts, runId));
    await end(parts, runId, { state, error: problem.detail }, { name: state, data: state === "failed" ? { ...problem } : {} }, events);
    throw error;
  }
}

/** Read anew: it may be set while the run works. */
function stopOf({ stop }: Work): StopReason | null {
  return stop;
}

function ingest(parts: WorkParts, { runId, memoryId, controller }: Work, run: RunRecord, events: EventWriter) {
  const { mnema, uploads } = parts;
  const folder = uploads.folder(runId);
  return mnema.ingest(memoryId, {
    runId,
    paths: [folder],
    history: run.input?.history ?? "",
    format: run.input?.format ?? "",
    signal: controller.signal,
    waitMs: LEASE_WAIT_MS,
    onProgress: (progress) => events.progress({ name: "progress", data: { ...progress } }),
    onReport: (report) =>
      end(parts, runId, { state: "done", error: null, report: { ...report } }, { name: "done", data: { ...report } }, events),
    onWarning: (line) => void events.add({ name: "warning", data: { message: withoutPaths(line, secretsOf(parts, runId)) } }),
  });
}

/** Does a stream of tasks, or goes on with it. One whose budget is used up is done: its report says why it stopped. */
async function discern(
  parts: WorkParts,
  { runId, memoryId, controller }: Work,
  run: RunRecord,
  { environment, host, label, limit, replays, tokens }: NonNullable<RunRecord["discern"]>,
  events: EventWriter,
): Promise<void> {
  const { mnema } = parts;
  await mnema.space.services.putRun({ ...run, state: "open", error: null });
  const report = await mnema.discern(memoryId, {
    environment,
    host,
    label,
    limit,
    ...(replays === null ? {} : { replays }),
    ...(tokens === null ? {} : { tokens }),
    signal: controller.signal,
    waitMs: LEASE_WAIT_MS,
    onProgress: ({ step, ordinal, total, ...told }) => {
      const tasks = { done: step === "done" ? ordinal + 1 : ordinal, total: limit === 0 ? total : Math.min(limit, total) };
      events.progress({ name: "progress", data: { node: step, ...tasks, ...told } });
    },
  });
  await end(parts, runId, { state: "done", error: null, report: { ...report } }, { name: "done", data: { ...report } }, events);
}

/** Does a search, or goes on with it. One whose budget is used up is done: its report says why it stopped. */
async function design(
  parts: WorkParts,
  { runId, memoryId, controller }: Work,
  run: RunRecord,
  { tokens, ms, ...search }: NonNullable<RunRecord["design"]>,
  events: EventWriter,
): Promise<void> {
  const { mnema } = parts;
  await mnema.space.services.putRun({ ...run, state: "open", error: null });
  const report = await mnema.design(memoryId, {
    ...search,
    ...(tokens === null ? {} : { tokens }),
    ...(ms === null ? {} : { ms }),
    signal: controller.signal,
    waitMs: LEASE_WAIT_MS,
    onProgress: ({ step, steps, event, node: program, done, of, ...told }) => {
      const tasks = done === undefined ? {} : { tasks: { done, total: of } };
      events.progress({ name: "progress", data: { node: event, done: step, total: steps, program, ...tasks, ...told } });
    },
  });
  await end(parts, runId, { state: "done", error: null, report: { ...report } }, { name: "done", data: { ...report } }, events);
}

/** Paths that no event may name, the longer ones first. */
function secretsOf({ mnema, uploads }: WorkParts, runId: string): string[] {
  const { dataFolder, datasetsFolder } = mnema.config;
  return secretFolders(uploads.folder(runId), dataFolder, datasetsFolder);
}

/** Event before state: who sees the state can read the event. */
async function end(
  { mnema, metrics, clock }: WorkParts,
  runId: string,
  outcome: Pick<RunRecord, "state" | "error" | "report">,
  event: RunEvent,
  events: EventWriter,
): Promise<void> {
  await events.add(event);
  const run = await mnema.space.services.run(runId);
  if (run !== null) await mnema.space.services.putRun({ ...run, ...outcome, endedAt: clock().toISOString() });
  metrics.runs.inc({ outcome: outcome.state });
}

interface EventWriter {
  /** Resolves when it is written, after all before it. */
  add(event: RunEvent): Promise<void>;
  /** Written when nothing else is being written; of several that wait, the last. */
  progress(event: RunEvent): void;
}

function eventWriter({ mnema, told }: WorkParts, runId: string): EventWriter {
  let writing: Promise<void> = Promise.resolve();
  let waiting: RunEvent | null = null;
  const write = async (event: RunEvent | null) => {
    if (event === null) return;
    await mnema.space.services.addRunEvent(runId, event);
    told(runId);
  };
  const flush = () => {
    const event = waiting;
    waiting = null;
    return write(event);
  };
  return {
    add: (event) => (writing = writing.then(flush).then(() => write(event))),
    progress: (event) => {
      const begins = waiting === null;
      waiting = event;
      // A progress that is lost loses nothing.
      if (begins) writing = writing.then(flush).catch(() => undefined);
    },
  };
}

export function noRun(id: string): MnemaError {
  return new MnemaError("NOT_FOUND", `There is no run or memory "${id}".`, { place: id });
}
