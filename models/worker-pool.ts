import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { MnemaError } from "../core/errors.js";

/** What a worker is sent: its set-up once, first of all, then one job at a time. */
export type WorkerRequest<Setup, Job> = { readonly setup: Setup } | { readonly job: Job };

/** What a worker answers to a job; `fatal` at any time: it cannot work, and why. */
export type WorkerReply<Result> = { readonly result: Result } | { readonly error: string } | { readonly fatal: string };

/** Jobs done outside this process. Results come in whatever order the jobs finish. */
export interface WorkerPool<Job, Result> {
  /** One job, done by the first worker that is free. Throws what `failure` makes of the worker's reason. */
  run(job: Job): Promise<Result>;
  close(): Promise<void>;
}

/** Characters of a worker's last words that its failure is reported with. */
const SAID = 1000;

interface Pending<Job, Result> {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

interface Worker<Job, Result> {
  readonly process: ChildProcess;
  /** The job in hand; null while it waits for one. */
  busy: Pending<Job, Result> | null;
}

/**
 * A pool of worker processes, started one by one as jobs come, at most `size`. Processes, not threads: the ONNX
 * runtime corrupts the heap when a thread that loaded it ends. Workers keep this process alive only while there are
 * jobs, never write to its output, and end with it, also when it is killed. One that dies fails the job it had, and
 * the next job starts another.
 */
export function openWorkerPool<Setup, Job, Result>(
  file: URL,
  setup: Setup,
  size: number,
  failure: (reason: string) => MnemaError,
): WorkerPool<Job, Result> {
  const workers = new Set<Worker<Job, Result>>();
  const queue: Pending<Job, Result>[] = [];
  let closed = false;

  const start = (): Worker<Job, Result> => {
    const process = fork(fileURLToPath(file), { execArgv: [], serialization: "advanced", stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let said = "";
    process.stderr?.on("data", (data: Buffer) => (said = `${said}${data.toString()}`.slice(-SAID)));
    const worker: Worker<Job, Result> = { process, busy: null };
    workers.add(worker);
    process.on("message", (reply: WorkerReply<Result>) => ("fatal" in reply ? drop(worker, reply.fatal) : settle(worker, reply)));
    process.on("error", (error) => drop(worker, error.message));
    process.on("close", (code, signal) => drop(worker, `the worker ended (${signal ?? `exit code ${code}`}) ${said}`.trim()));
    send(process, { setup });
    return worker;
  };

  const assign = (): void => {
    while (queue.length > 0) {
      const worker = [...workers].find(({ busy }) => busy === null) ?? (workers.size < size ? start() : null);
      if (worker === null) return;
      worker.busy = queue.shift() ?? null;
      keepsAlive(worker.process, true);
      send(worker.process, { job: worker.busy?.job });
    }
  };

  const settle = (worker: Worker<Job, Result>, reply: { readonly result: Result } | { readonly error: string }): void => {
    const { busy } = worker;
    worker.busy = null;
    keepsAlive(worker.process, false);
    if ("error" in reply) busy?.reject(failure(reply.error));
    else busy?.resolve(reply.result);
    assign();
  };

  const drop = (worker: Worker<Job, Result>, reason: string): void => {
    if (!workers.delete(worker)) return;
    worker.busy?.reject(failure(reason));
    worker.process.kill("SIGKILL");
    assign();
  };

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(failure("it was closed"));
        queue.push({ job, resolve, reject });
        assign();
      }),
    close: async () => {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(failure("it was closed"));
      const ending = [...workers].map(({ process }) => once(process, "close"));
      for (const worker of workers) {
        keepsAlive(worker.process, true);
        drop(worker, "it was closed");
      }
      await Promise.all(ending);
    },
  };
}

/** A message that cannot be delivered is no failure of its own: its process's end is reported anyway. */
function send<Setup, Job>(process: ChildProcess, request: WorkerRequest<Setup, Job>): void {
  process.send(request, () => {});
}

/** Whether this process waits for the other before it ends. */
function keepsAlive(process: ChildProcess, alive: boolean): void {
  const change = alive ? "ref" : "unref";
  process[change]();
  process.channel?.[change]();
  (process.stderr as Socket | null)?.[change]();
}
