import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { MessageChannel, Worker } from "node:worker_threads";
import type { Thread } from "./attend.js";

/** Of the thread's own JavaScript heap, which holds messages; the program's memory lies outside it. */
const THREAD_HEAP_MB = 128;
const THREAD_STACK_MB = 4;
/** Threads that wait for another program: starting one takes as long as thirty calls. */
const WAITING = 4;

/** A compiled engine, which is only handed on: Node's types do not name it. */
type Engine = object;
const engineCompiler = (globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<Engine> } }).WebAssembly;

/** The engine, compiled once for all threads of this process. */
let compiled: Promise<Engine> | null = null;

const waiting: Thread[] = [];

/** A thread for one program: one that waits, else a new one. It begins with a new engine either way. */
export async function takeThread(): Promise<Thread> {
  const free = waiting.pop();
  if (free !== undefined) return free;
  compiled ??= compileEngine();
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), {
    workerData: { wasm: await compiled, syncPort: port2, signal },
    transferList: [port2],
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, stackSizeMb: THREAD_STACK_MB },
  });
  const thread: Thread = { worker, syncPort: port1, signal };
  worker.on("error", () => {}); // Also between jobs and while it is being ended, when no one waits for it.
  worker.on("exit", () => {
    const at = waiting.indexOf(thread);
    if (at >= 0) waiting.splice(at, 1);
  });
  port1.unref();
  return thread;
}

/** Takes back a thread that has no job and did all that it was told. Its engine is dropped before the next program starts. */
export async function giveBack(thread: Thread): Promise<void> {
  thread.worker.unref();
  if (waiting.length < WAITING) waiting.push(thread);
  else await thread.worker.terminate();
}

async function compileEngine(): Promise<Engine> {
  const file = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
  return engineCompiler.compile(await readFile(file));
}
