import { EventEmitter } from "node:events";
import { MnemaError } from "../../core/errors.js";
import type { Logger } from "../../memory/logger.js";
import type { Mnema } from "../../memory/mnema.js";
import type { RunRecord } from "../../stores/contract.js";
import type { Metrics } from "../metrics.js";
import { newsOf } from "./news.js";
import { noRun, type StopReason, workOn } from "./work.js";
import { type Uploads } from "./uploads.js";

/**
 * Runs of a server: in each memory one ingest, one team and one search at a time, in order of arrival. A run that fails does
 * not hold up the next.
 */
export interface Runs {
  readonly uploads: Uploads;
  /** Takes an upload that lies in its folder. NOT_FOUND while its memory is being deleted. */
  submit(memoryId: string, runId: string, input: { history: string; format: string }): Promise<RunRecord>;
  /** Takes a stream of tasks for a team. NOT_FOUND while its memory is being deleted. */
  submitDiscern(memoryId: string, runId: string, stream: NonNullable<RunRecord["discern"]>): Promise<RunRecord>;
  /** Takes a search for a memo program. NOT_FOUND while its memory is being deleted. */
  submitDesign(memoryId: string, runId: string, search: NonNullable<RunRecord["design"]>): Promise<RunRecord>;
  /** Takes a run up again that failed or was cancelled; CONFLICT for any other, or when its upload is gone. */
  resume(run: RunRecord): Promise<RunRecord>;
  /** Stops a run that waits or works; CONFLICT when it has ended. What it stored stays. */
  cancel(run: RunRecord): Promise<RunRecord>;
  /** Stops a memory's runs and takes none while `work` deletes it. */
  whileDeleting<T>(memoryId: string, work: () => Promise<T>): Promise<T>;
  /** Runs that wait or work here now. */
  active(): ReadonlySet<string>;
  /** Resolves when something happened in the run, or after a while: others may work on it too. */
  news(runId: string, signal: AbortSignal): Promise<void>;
  /** Takes up what an earlier server left. */
  takeUp(): Promise<void>;
  /** Takes nothing more; what works may end in time, else goes on from its checkpoint in the next server. */
  drain(graceMs: number): Promise<void>;
}

interface Job {
  readonly runId: string;
  readonly memoryId: string;
  /** What works one after another. */
  readonly queue: string;
  readonly controller: AbortController;
  stop: StopReason | null;
  done: Promise<void>;
}

/** How long a watcher waits for another process's events. */
const NEWS_MS = 500;

export function createRuns(mnema: Mnema, uploads: Uploads, metrics: Metrics, logger: Logger, clock: () => Date): Runs {
  const { services } = mnema.space;
  const jobs = new Map<string, Job>();
  const last = new Map<string, Promise<void>>();
  const deleting = new Set<string>();
  const emitter = new EventEmitter().setMaxListeners(0);
  let draining = false;

  const told = (runId: string) => void emitter.emit(runId);
  const stopped = async (job: Job, reason: StopReason) => {
    job.stop ??= reason;
    job.controller.abort();
    await job.done;
  };

  const work = async (job: Job, before: Promise<void> | undefined) => {
    await before;
    try {
      await workOn({ mnema, uploads, metrics, clock, told }, job);
    } catch (error) {
      // It is recorded with the run; the queue goes on.
      logger.warn({ err: error, run: job.runId }, "run failed");
    }
    jobs.delete(job.runId);
    metrics.waiting.set(jobs.size);
    if (last.get(job.queue) === job.done) last.delete(job.queue);
    told(job.runId);
  };

  const enqueue = ({ runId, memoryId, graph }: RunRecord) => {
    const queue = `${graph} ${memoryId}`;
    const job: Job = { runId, memoryId, queue, controller: new AbortController(), stop: null, done: Promise.resolve() };
    job.done = work(job, last.get(queue));
    last.set(queue, job.done);
    jobs.set(runId, job);
    metrics.waiting.set(jobs.size);
  };

  const queued = async (run: RunRecord): Promise<RunRecord> => {
    if (draining) throw new MnemaError("STORE_UNREACHABLE", "The server is about to end. Send it again in a moment.");
    await services.putRun(run);
    await services.addRunEvent(run.runId, { name: "queued", data: {} });
    enqueue(run);
    return run;
  };
  const begun = async (run: Omit<RunRecord, "state" | "startedAt" | "endedAt" | "error">): Promise<RunRecord> => {
    if (deleting.has(run.memoryId)) throw noRun(run.memoryId);
    return queued({ ...run, state: "queued", startedAt: clock().toISOString(), endedAt: null, error: null });
  };
  /** Whether there is something to work on. */
  const isServed = async (run: RunRecord) => run.discern !== undefined || run.design !== undefined || uploads.has(run.runId);

  return {
    uploads,
    submit: (memoryId, runId, input) => begun({ runId, memoryId, graph: "ingest", input }),
    submitDiscern: (memoryId, runId, discern) => begun({ runId, memoryId, graph: "discern", discern }),
    submitDesign: (memoryId, runId, design) => begun({ runId, memoryId, graph: "design", design }),
    resume: async (run) => {
      if (jobs.has(run.runId) || (run.state !== "failed" && run.state !== "cancelled"))
        throw new MnemaError("CONFLICT", `Run ${run.runId} has neither failed nor been cancelled: there is nothing to resume.`);
      if (!(await isServed(run))) throw new MnemaError("CONFLICT", `The upload of run ${run.runId} is gone. Send it again.`);
      return queued({ ...run, state: "queued", endedAt: null, error: null });
    },
    cancel: async (run) => {
      const job = jobs.get(run.runId);
      if (job === undefined) throw new MnemaError("CONFLICT", `Run ${run.runId} does not wait or work here: there is nothing to cancel.`);
      await stopped(job, "cancel");
      return (await services.run(run.runId)) ?? run;
    },
    whileDeleting: async (memoryId, work) => {
      deleting.add(memoryId);
      try {
        await Promise.all([...jobs.values()].filter((job) => job.memoryId === memoryId).map((job) => stopped(job, "delete")));
        return await work();
      } finally {
        deleting.delete(memoryId);
      }
    },
    active: () => new Set(jobs.keys()),
    news: (runId, signal) => newsOf(emitter, runId, signal, NEWS_MS),
    takeUp: async () => {
      for (const { memoryId } of await services.memories()) {
        for (const run of await services.runs(memoryId)) {
          if ((run.state === "queued" || run.state === "open") && (await isServed(run))) enqueue(run);
        }
      }
    },
    drain: async (graceMs) => {
      draining = true;
      const working = [...jobs.values()];
      // Waiting ones stay queued in the store.
      const first = new Map(working.toReversed().map((job) => [job.queue, job]));
      for (const job of working) if (first.get(job.queue) !== job) job.stop = "drain";
      const timer = setTimeout(() => working.forEach((job) => void stopped(job, "drain")), graceMs);
      await Promise.all(working.map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}
