import { MnemaError } from "../../core/errors.js";
import { createTurns } from "../../core/in-turn.js";
import { attend, type Job, type StateNews, type Thread } from "./attend.js";
import type { Isolate, IsolateLimits, IsolateSettings, Outcome } from "./contract.js";
import { giveBack, takeThread } from "./threads.js";

const DEFAULTS: IsolateLimits = {
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 256 * 1024,
  deadlineMs: 2_000,
  resultChars: 1_000_000,
  capabilityCalls: 1_000,
};
const PATH = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;

/** Makes an isolate; its thread starts with its first call. USAGE for a capability whose name is no path of names. */
export function createIsolate(settings: IsolateSettings = {}): Isolate {
  const limits = { ...DEFAULTS, ...settings };
  const capabilities = new Map(Object.entries(settings.capabilities ?? {}));
  for (const name of capabilities.keys()) checkPath(name);
  const state = settings.state?.copy ?? null;
  let thread: Thread | null = null;
  /** Version of the state that the thread has. */
  let told: number | null = null;
  const inTurn = createTurns();
  let cancel: ((error: MnemaError) => void) | null = null;
  let isClosed = false;

  const inside = {
    limits: pick(limits),
    source: settings.source ?? "",
    capabilities: [...capabilities].map(([name, { gives }]) => [name, gives]),
    stateChars: state?.maxChars ?? null,
    seed: settings.seed ?? 0,
    now: settings.now ?? 0,
    freshCalls: settings.freshCalls ?? false,
  };
  const lost = (): void => {
    thread = null;
  };

  /** `isWell`: the thread can serve another program. */
  const stop = async (isWell: boolean): Promise<void> => {
    const ending = thread;
    if (ending === null) return;
    ending.worker.off("exit", lost);
    lost();
    await (isWell ? giveBack(ending) : ending.worker.terminate());
  };

  /** One job in the thread. Ends the thread unless the program can go on from there. */
  const run = async (job: Job): Promise<Outcome> => {
    const current = thread;
    if (current === null) throw new MnemaError("INTERNAL", "The isolate has no thread.");
    try {
      const outcome = await new Promise<Outcome>((resolve, reject) => {
        cancel = reject;
        current.worker.ref();
        attend(current, { ...job, ...news() }, { limits, capabilities, state, resolve, reject });
      });
      if (!outcome.ok && outcome.reason !== "threw" && outcome.reason !== "result") await stop(false);
      else current.worker.unref();
      return outcome;
    } catch (error) {
      await stop(false);
      throw error;
    } finally {
      cancel = null;
    }
  };

  /** What the thread is to know of the state. What it wrote itself it has. */
  const news = (): StateNews => {
    if (state === null) return {};
    const { isFrozen, version } = state;
    const isNew = told !== version;
    told = version;
    return isNew ? { isFrozen, kept: state.entries() } : { isFrozen };
  };

  const started = async (job: Job): Promise<Outcome> => {
    if (isClosed) throw closed();
    if (thread === null) {
      thread = await takeThread();
      thread.worker.once("exit", lost);
      told = null;
      const begun = await run({ kind: "start", settings: inside });
      if (!begun.ok) {
        await stop(false);
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
    reset: () => inTurn(() => stop(true)),
    close: async () => {
      isClosed = true;
      cancel?.(closed());
      await inTurn(() => stop(true));
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
