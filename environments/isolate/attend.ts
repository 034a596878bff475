import { type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
import { Refusal, type Capability, type IsolateLimits, type Json, type Outcome, type StateCopy } from "./contract.js";
import { fromJson } from "./state.js";

/** How much longer than its deadline a program is given to notice it by itself, which native code does not. */
const GRACE_MS = 250;
/** What a slow machine may take to start the engine. */
const START_MS = 30_000;

/** What a thread is told to do. */
export type Job =
  | { readonly kind: "start"; readonly settings: unknown }
  | { readonly kind: "call"; readonly name: string; readonly args: string }
  | { readonly kind: "evaluate"; readonly source: string; readonly file: string };

/** What a thread is told of the state that it holds a copy of: `kept` where that is not what it has. */
export interface StateNews {
  readonly isFrozen?: boolean;
  readonly kept?: ReturnType<StateCopy["entries"]>;
}

type FromThread =
  | { readonly kind: "done"; readonly outcome: { readonly ok: true; readonly json: string } | Extract<Outcome, { ok: false }> }
  | { readonly kind: "waiting" }
  | { readonly kind: "ask"; readonly id: number; readonly name: string; readonly args: string; readonly gives: "value" | "promise" };

/** A thread with the port and the signal by which it gets answers that it stands still for. The port also brings its writes. */
export interface Thread {
  readonly worker: Worker;
  readonly syncPort: MessagePort;
  readonly signal: Int32Array;
}

/** Sends a job, answers what the program asks meanwhile, and watches the clock, which stands while the program waits. */
export function attend(
  { worker, syncPort, signal }: Thread,
  job: Job & StateNews,
  {
    limits,
    capabilities,
    state,
    resolve,
    reject,
  }: {
    limits: IsolateLimits;
    capabilities: ReadonlyMap<string, Capability>;
    state: StateCopy | null;
    resolve: (outcome: Outcome) => void;
    reject: (error: unknown) => void;
  },
): void {
  let left = limits.deadlineMs + GRACE_MS + (job.kind === "start" ? START_MS : 0);
  let since = performance.now();
  let timer: NodeJS.Timeout | null = null;
  let isSettled = false;

  const pause = (): void => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    left -= performance.now() - since;
  };
  const goOn = (): void => {
    if (timer !== null || isSettled) return;
    since = performance.now();
    timer = setTimeout(
      () => settle(() => resolve({ ok: false, reason: "time", message: `It ran longer than ${limits.deadlineMs} ms.`, trace: "" })),
      left,
    );
  };
  const settle = (how: () => void): void => {
    pause();
    isSettled = true;
    takeWrites(syncPort, state);
    worker.off("message", onMessage).off("error", onError).off("exit", onExit);
    how();
  };
  const onMessage = (message: FromThread): void => {
    if (message.kind === "waiting") return pause();
    if (message.kind === "ask") return void answer(message);
    settle(() => resolve(message.outcome.ok ? { ok: true, value: fromJson(message.outcome.json) as Json } : message.outcome));
  };
  const onError = (error: Error & { code?: string }): void =>
    settle(() => {
      const reason = error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "crashed";
      resolve({ ok: false, reason, message: `The engine broke: ${error.message}`, trace: "" });
    });
  const onExit = (): void => settle(() => resolve({ ok: false, reason: "crashed", message: "The engine broke off.", trace: "" }));

  const answer = async ({ id, name, args, gives }: Extract<FromThread, { kind: "ask" }>): Promise<void> => {
    if (gives === "value") pause();
    const reply = await replyOf(capabilities.get(name), args, limits.resultChars).catch((error: unknown) => settle(() => reject(error)));
    if (reply === undefined || isSettled) return;
    goOn();
    if (gives === "promise") return worker.postMessage({ kind: "answer", id, ...reply });
    syncPort.postMessage(reply);
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  };

  worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  goOn();
  worker.postMessage(job);
}

/** What a capability answers, as text for the program. Throws the host's own failures. */
async function replyOf(capability: Capability | undefined, args: string, resultChars: number): Promise<{ ok: boolean; text: string }> {
  if (capability === undefined) return { ok: false, text: "there is no such capability" };
  try {
    const text = JSON.stringify((await capability.run(...(fromJson(args) as Json[]))) ?? null);
    return text.length <= resultChars
      ? { ok: true, text }
      : { ok: false, text: `the answer has more than ${resultChars} characters of JSON` };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, text: error.message };
    throw error;
  }
}

/** What the program wrote, up to where it came. */
function takeWrites(port: MessagePort, state: StateCopy | null): void {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    const { key, json } = next.message as { readonly key: string; readonly json: string | null };
    state?.write(key, json);
  }
}
