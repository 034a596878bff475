import { EventEmitter, once } from "node:events";
import { MnemaError } from "../../core/errors.js";
import type { Logger } from "../../memory/logger.js";
import type { Mnema } from "../../memory/open.js";
import type { RunRecord } from "../../stores/contract.js";
import type { Metrics } from "../metrics.js";
import { noRun, type StopReason, workOn } from "./work.js";
import { type Uploads } from "./uploads.js";

/** Ingest runs of a server: one at a time in each memory, in order of arrival. A run that fails does not hold up the next. */
export interface Runs {
  readonly uploads: Uploads;
  /** Takes an upload that lies in its folder. NOT_FOUND while its memory is being deleted. */
  submit(memoryId: string, runId: string, input: { history: string; format: string }): Promise<RunRecord>;
  /** Takes a run up again that failed or was cancelled; CONFLICT for any other, or when its upload is gone. */
  resume(run: RunRecord): Promise<RunRecord>;
  /** Stops a run that waits or works; CONFLICT when it has ended. What it stored stays. */
  cancel(run: RunRecord): Promise<RunRecord>;
  /** Stops a memory's runs and takes none while `work` deletes it. */
  whileDeleting<T>(memoryId: string, work: () => Promise<T>): Promise<T>;
  /** Deletes the uploads of a memory's runs that have ended: what they hold may have been forgotten. */
  dropUploads(memoryId: string): Promise<void>;
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
    if (last.get(job.memoryId) === job.done) last.delete(job.memoryId);
    told(job.runId);
  };

  const enqueue = (runId: string, memoryId: string) => {
    const job: Job = { runId, memoryId, controller: new AbortController(), stop: null, done: Promise.resolve() };
    job.done = work(job, last.get(memoryId));
    last.set(memoryId, job.done);
    jobs.set(runId, job);
    metrics.waiting.set(jobs.size);
  };

  const queued = async (run: RunRecord): Promise<RunRecord> => {
    if (draining) throw new MnemaError("STORE_UNREACHABLE", "The server is about to end. Send it again in a moment.");
    await services.putRun(run);
    await services.addRunEvent(run.runId, { name: "queued", data: {} });
    enqueue(run.runId, run.memoryId);
    return run;
  };

  return {
    uploads,
    submit: async (memoryId, runId, input) => {
      if (deleting.has(memoryId)) throw noRun(memoryId);
      const startedAt = clock().toISOString();
      return queued({ runId, memoryId, graph: "ingest", state: "queued", startedAt, endedAt: null, error: null, input });
    },
    resume: async (run) => {
      if (jobs.has(run.runId) || (run.state !== "failed" && run.state !== "cancelled"))
        throw new MnemaError("CONFLICT", `Run ${run.runId} has neither failed nor been cancelled: there is nothing to resume.`);
      if (!(await uploads.has(run.runId))) throw new MnemaError("CONFLICT", `The upload of run ${run.runId} is gone. Send it again.`);
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
        const runs = await services.runs(memoryId);
        await Promise.all([...jobs.values()].filter((job) => job.memoryId === memoryId).map((job) => stopped(job, "delete")));
        await Promise.all(runs.map(({ runId }) => uploads.drop(runId)));
        return await work();
      } finally {
        deleting.delete(memoryId);
      }
    },
    dropUploads: async (memoryId) => {
      for (const { runId } of await services.runs(memoryId)) if (!jobs.has(runId)) await uploads.drop(runId);
    },
    active: () => new Set(jobs.keys()),
    news: async (runId, signal) => {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(NEWS_MS)]);
      await once(emitter, runId, { signal: ended }).catch(() => undefined);
    },
    takeUp: async () => {
      for (const { memoryId } of await services.memories()) {
        for (const { runId, state } of await services.runs(memoryId)) {
          if ((state === "queued" || state === "open") && (await uploads.has(runId))) enqueue(runId, memoryId);
        }
      }
    },
    drain: async (graceMs) => {
      draining = true;
      const working = [...jobs.values()];
      // Waiting ones stay queued in the store.
      const first = new Map(working.toReversed().map((job) => [job.memoryId, job]));
      for (const job of working) if (first.get(job.memoryId) !== job) job.stop = "drain";
      const timer = setTimeout(() => working.forEach((job) => void stopped(job, "drain")), graceMs);
      await Promise.all(working.map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}
