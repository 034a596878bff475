import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { MnemaError, type MnemaErrorCode } from "../core/errors.js";
import type { Task } from "../environments/contract.js";
import type { InitRecord, MemoryPayload } from "../environments/programs/recorder.js";
import type { CarriedProgram, Played, Player, PlayOptions } from "../hosts/solo/play.js";

export interface ThreadSettings {
  /** Name of a world in threaded-worlds.ts. */
  readonly environment: string;
  /** Whether this runs from TypeScript. */
  readonly isSource: boolean;
}

/** A carried program as it is named to a thread, which asks for its state when it does not have it. */
export type NamedProgram = Pick<CarriedProgram, "key" | "source" | "seed">;

/** An error on its way from one thread to another. */
export interface ToldError {
  readonly code: MnemaErrorCode;
  readonly message: string;
}

export type ToThread =
  | {
      readonly kind: "play";
      readonly id: number;
      readonly task: Task;
      readonly seed: number;
      readonly maxSteps: number;
      readonly program: NamedProgram | null;
    }
  | { readonly kind: "prepare"; readonly program: NamedProgram }
  | { readonly kind: "recalled"; readonly id: number; readonly payload: MemoryPayload | null }
  | { readonly kind: "stated"; readonly key: string; readonly state: CarriedProgram["state"] }
  | { readonly kind: "encoded"; readonly call: number; readonly vectors: readonly (Float32Array | null)[] | ToldError };

export type FromThread =
  | { readonly kind: "recall"; readonly id: number; readonly init: InitRecord }
  /** `key`: of a program that a task in hand is done with. */
  | { readonly kind: "state"; readonly key: string }
  | { readonly kind: "encode"; readonly key: string; readonly call: number; readonly texts: readonly string[] }
  | { readonly kind: "played"; readonly id: number; readonly played: Played }
  | ({ readonly kind: "failed"; readonly id: number } & ToldError);

/** To a program that is only prepared, and asks already while it starts. */
const NOT_IN_HAND: ToldError = { code: "CANCELLED", message: "No task is done with this program yet." };

interface Job {
  readonly options: PlayOptions;
  readonly resolve: (played: Played) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
}

interface PlayThreads {
  readonly play: Player;
  /** Has the threads that there are start a program that tasks will soon ask. */
  prepare(program: NamedProgram): void;
  close(): Promise<void>;
}

/**
 * A player of the offline agent in a world that is a matter of computing: a task that is done alone is done here, others in
 * the thread that has least to do, of as many as there are processors. A program that may be carried is asked there, so that
 * nothing waits for this thread but new texts to encode. Threads start when they are needed and keep no process alive. Equal
 * tasks, seeds and payloads give equal runs wherever they are done.
 */
export function openPlayThreads(environment: string, here: Player): PlayThreads {
  const size = availableParallelism();
  const threads = new Set<Thread>();
  let last = 0;

  const start = (): Thread => {
    const settings: ThreadSettings = { environment, isSource: import.meta.url.endsWith(".ts") };
    const worker = new Worker(new URL("./play-thread.mjs", import.meta.url), { workerData: settings, execArgv: [] });
    const thread: Thread = { worker, jobs: new Map() };
    threads.add(thread);
    worker.unref();
    worker.on("message", (message: FromThread) => void hear(thread, message));
    worker.on("error", (error) => drop(thread, error.message));
    worker.on("exit", () => drop(thread, "it ended"));
    return thread;
  };

  const drop = (thread: Thread, reason: string): void => {
    if (!threads.delete(thread)) return;
    for (const { reject } of thread.jobs.values()) reject(new MnemaError("INTERNAL", `A thread that did tasks broke off: ${reason}.`));
    thread.jobs.clear();
  };

  const hear = async (thread: Thread, message: FromThread): Promise<void> => {
    if (message.kind === "state" || message.kind === "encode") return serve(thread, message);
    const job = thread.jobs.get(message.id);
    if (job === undefined) return;
    if (message.kind === "recall") {
      try {
        send(thread, { kind: "recalled", id: message.id, payload: await job.options.recall(message.init) });
      } catch (error) {
        settle(thread, message.id, () => job.reject(error));
        send(thread, { kind: "recalled", id: message.id, payload: null });
      }
    } else if (message.kind === "played") settle(thread, message.id, () => job.resolve(message.played));
    else settle(thread, message.id, () => job.reject(new MnemaError(message.code, message.message)));
  };

  const serve = async (thread: Thread, message: Extract<FromThread, { kind: "state" | "encode" }>): Promise<void> => {
    const { key } = message;
    const carried = [...thread.jobs.values()].map(({ options }) => options.carried).find((one) => one?.key === key);
    if (message.kind === "state") {
      // Nobody waits for the state of a task that is no longer in hand.
      if (carried !== undefined) send(thread, { kind: "stated", key, state: carried.state });
      return;
    }
    const vectors = carried === undefined ? NOT_IN_HAND : await carried.encoder.encode(message.texts).catch(told);
    send(thread, { kind: "encoded", call: message.call, vectors });
  };

  const settle = (thread: Thread, id: number, how: () => void): void => {
    thread.jobs.delete(id);
    if (thread.jobs.size === 0) thread.worker.unref();
    how();
  };

  /** The thread that has least to do, of at most so many. */
  const freest = (workers: number): Thread => {
    const most = Math.min(size, workers);
    const [first] = [...threads].slice(0, most).sort((one, other) => one.jobs.size - other.jobs.size);
    return first === undefined || (first.jobs.size > 0 && threads.size < most) ? start() : first;
  };

  const inThread = (task: Task, options: PlayOptions): Promise<Played> => {
    const thread = freest(options.workers ?? size);
    const id = ++last;
    return new Promise((resolve, reject) => {
      thread.jobs.set(id, { options, resolve, reject });
      thread.worker.ref();
      const { seed, maxSteps, carried } = options;
      const program = carried === undefined ? null : { key: carried.key, source: carried.source, seed: carried.seed };
      send(thread, { kind: "play", id, task, seed, maxSteps, program });
    });
  };

  return {
    play: (task, options) => (options.workers === 1 ? here(task, options) : inThread(task, options)),
    prepare: ({ key, source, seed }) => {
      const program = { key, source, seed };
      for (const thread of threads) send(thread, { kind: "prepare", program });
    },
    close: async () => {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

function send({ worker }: Thread, message: ToThread): void {
  worker.postMessage(message);
}

/** An error as it goes from one thread to another. */
export function told(error: unknown): ToldError {
  return {
    code: MnemaError.isInstance(error) ? error.code : "INTERNAL",
    message: error instanceof Error ? error.message : String(error),
  };
}
