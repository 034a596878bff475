import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { MessageChannel, Worker } from "node:worker_threads";
import { MnemaError } from "../../core/errors.js";
import { createTurns } from "../../core/in-turn.js";
import { attend, type Job, type Thread } from "./attend.js";
import type { Isolate, IsolateLimits, IsolateSettings, Outcome } from "./contract.js";

const DEFAULTS: IsolateLimits = {
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 256 * 1024,
  deadlineMs: 2_000,
  resultChars: 1_000_000,
  capabilityCalls: 1_000,
};
/** Of the thread's own JavaScript heap, which holds messages; the program's memory lies outside it. */
const THREAD_HEAP_MB = 128;
const THREAD_STACK_MB = 4;
const PATH = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;

/** A compiled engine, which is only handed on: Node's types do not name it. */
type Engine = object;
const engineCompiler = (globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<Engine> } }).WebAssembly;

/** The engine, compiled once for all threads of this process. */
let compiled: Promise<Engine> | null = null;

/** Makes an isolate; its thread starts with its first call. USAGE for a capability whose name is no path of names. */
export function createIsolate(settings: IsolateSettings = {}): Isolate {
  const limits = { ...DEFAULTS, ...settings };
  const capabilities = new Map(Object.entries(settings.capabilities ?? {}));
  for (const name of capabilities.keys()) checkPath(name);
  let thread: Thread | null = null;
  const inTurn = createTurns();
  let cancel: ((error: MnemaError) => void) | null = null;
  let isClosed = false;

  const start = async (): Promise<Thread> => {
    compiled ??= compileEngine();
    const { port1, port2 } = new MessageChannel();
    const signal = new Int32Array(new SharedArrayBuffer(4));
    const inside = {
      limits: pick(limits),
      source: settings.source ?? "",
      capabilities: [...capabilities].map(([name, { gives }]) => [name, gives]),
      seed: settings.seed ?? 0,
      now: settings.now ?? 0,
      freshCalls: settings.freshCalls ?? false,
    };
    const worker = new Worker(new URL("./worker.mjs", import.meta.url), {
      workerData: { wasm: await compiled, settings: inside, syncPort: port2, signal },
      transferList: [port2],
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, stackSizeMb: THREAD_STACK_MB },
    });
    worker.on("error", () => {}); // Also between jobs and while it is being ended, when no one waits for it.
    worker.on("exit", () => {
      if (thread?.worker === worker) thread = null;
    });
    port1.unref();
    return { worker, syncPort: port1, signal };
  };

  const stop = async (): Promise<void> => {
    const ending = thread?.worker;
    thread = null;
    await ending?.terminate();
  };

  /** One job in the thread. Ends the thread unless the program can go on from there. */
  const run = async (job: Job): Promise<Outcome> => {
    const current = thread;
    if (current === null) throw new MnemaError("INTERNAL", "The isolate has no thread.");
    try {
      const outcome = await new Promise<Outcome>((resolve, reject) => {
        cancel = reject;
        current.worker.ref();
        attend(current, job, { limits, capabilities, resolve, reject });
      });
      if (!outcome.ok && outcome.reason !== "threw" && outcome.reason !== "result") await stop();
      else current.worker.unref();
      return outcome;
    } catch (error) {
      await stop();
      throw error;
    } finally {
      cancel = null;
    }
  };

  const started = async (job: Job): Promise<Outcome> => {
    if (isClosed) throw closed();
    if (thread === null) {
      thread = await start();
      const begun = await run({ kind: "start" });
      if (!begun.ok) {
        await stop();
        return begun;
      }
    }
    return run(job);
  };

  return {
    call: (name, args = []) => {
      checkPath(name);
      return inTurn(() => started({ kind: "call", name, args: JSON.stringify(args) }));
    },
    evaluate: (source, file = "program.js") => inTurn(() => started({ kind: "evaluate", source, file })),
    reset: () => inTurn(stop),
    close: async () => {
      isClosed = true;
      cancel?.(closed());
      await inTurn(stop);
    },
  };
}

function pick({ memoryBytes, stackBytes, deadlineMs, resultChars, capabilityCalls }: IsolateLimits): IsolateLimits {
  return { memoryBytes, stackBytes, deadlineMs, resultChars, capabilityCalls };
}

function checkPath(name: string): void {
  if (!PATH.test(name)) throw new MnemaError("USAGE", `\`${name}\` is no name that a program could have: use letters, digits, _ and dots.`);
}

function closed(): MnemaError {
  return new MnemaError("CANCELLED", "The isolate was closed.");
}

async function compileEngine(): Promise<Engine> {
  const file = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
  return engineCompiler.compile(await readFile(file));
}
