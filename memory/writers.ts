import { randomUUID } from "node:crypto";
import { MnemaError } from "../core/errors.js";
import type { Round } from "../core/history.js";
import { createTurns, type InTurn } from "../core/in-turn.js";
import { claimEncoders } from "../nodes/encoders.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { Appended, MemoryStore } from "../stores/contract.js";
import { endCut, resumeThread } from "./cut-runs.js";
import { type IngestParts, runWithoutCheckpoints } from "./ingest-thread.js";
import { holdLease, WAIT_MS } from "./lease.js";
import { partialNotes } from "./partial-answers.js";
import { standInNames } from "./stand-in-names.js";

/** Rounds that are in the log. */
export interface Written {
  readonly rounds: readonly Round[];
  readonly appended: Appended;
}

/**
 * What a writer waits for. `derived`: tables and hierarchy hold the rounds. `stored`: the rounds are in the log, whatever
 * happens to this process; they are derived from soon after, together with those that come meanwhile.
 */
export type WaitFor = "derived" | "stored";

/** Writes rounds into the memories of this process, and derives from them. */
export interface Writers {
  /**
   * Appends what `make` makes, which sees the log as it is then, under the writer's lease; `derived` unless `wait` says
   * otherwise. Killed in between, the next write or ingest derives. STORE_LOCKED when another process writes for a minute.
   */
  write(memoryId: string, make: (store: MemoryStore) => Promise<readonly Round[]>, wait?: WaitFor): Promise<Written>;
  /** Derives now from what `stored` left, and fails with what that fails with. */
  flush(memoryId: string): Promise<void>;
  /** The same of all memories; what fails is logged. */
  flushAll(): Promise<void>;
  /** Why the last derivation failed; null when it did not. */
  failure(memoryId: string): MnemaError | null;
  /** Lets go of a memory that is put away, unless something waits. */
  rest(memoryId: string): void;
  /** Lets go of a memory that is closed: what waits stays in its log. */
  drop(memoryId: string): void;
}

/** What writing needs of an opened Mnema. */
export interface WritersParts {
  memory(memoryId: string, options?: { readonly create?: boolean }): Promise<OpenMemory>;
  /** Does work that must not find its memory put away. */
  using<T>(memoryId: string, work: () => Promise<T>): Promise<T>;
  parts(memoryId: string): Promise<IngestParts>;
  warn(line: string): void;
}

/** How long after it was stored a round is derived from that nobody waits for. Milliseconds. */
const SOON_MS = 100;

/** What this process does in one memory. */
interface Desk {
  /** Works under the writer's lease, which all that is done here at one time shares. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
  /** One append at a time: each sees the log that the one before it left. */
  readonly inTurn: InTurn;
  /** Derives, once what is derived now is through: that may have looked for new rounds the last time. */
  readonly derive: () => Promise<void>;
  /** Whether rounds were stored since the last derivation began. */
  isBehind: boolean;
  isDeriving: boolean;
  timer: NodeJS.Timeout | null;
  failure: MnemaError | null;
}

export function createWriters({ memory, using, parts, warn }: WritersParts): Writers {
  const desks = new Map<string, Desk>();

  const deskOf = (memoryId: string): Desk => {
    const known = desks.get(memoryId);
    if (known !== undefined) return known;
    const desk: Desk = {
      hold: shared(async () => {
        const { store, clock } = await memory(memoryId);
        return holdLease(store, `remember-${randomUUID()}`, clock, WAIT_MS);
      }),
      inTurn: createTurns(),
      derive: coalesced(() => derived(memoryId, desk)),
      isBehind: false,
      isDeriving: false,
      timer: null,
      failure: null,
    };
    desks.set(memoryId, desk);
    return desk;
  };

  const derived = async (memoryId: string, desk: Desk): Promise<void> => {
    stopTimer(desk);
    desk.isBehind = false;
    desk.isDeriving = true;
    try {
      const open = await memory(memoryId);
      for (const line of await deriveWaiting(open, await parts(memoryId), warn)) warn(line);
      desk.failure = null;
    } catch (error) {
      desk.isBehind = true;
      desk.failure = MnemaError.isInstance(error) ? error : new MnemaError("INTERNAL", String(error), { cause: error });
      throw error;
    } finally {
      desk.isDeriving = false;
    }
  };

  const flush = async (memoryId: string): Promise<void> => {
    const desk = desks.get(memoryId);
    if (desk === undefined) return;
    // What is derived now may hold it already: then there is little left to do.
    if (desk.isBehind || desk.isDeriving) await using(memoryId, () => desk.hold(desk.derive));
  };

  const logged = (memoryId: string, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      // One that has been deleted has nothing to derive from.
      if (desks.has(memoryId)) warn(`Rounds of memory "${memoryId}" are stored, but could not be derived from yet: ${String(error)}`);
    });

  return {
    write: (memoryId, make, wait = "derived") =>
      using(memoryId, async () => {
        const open = await memory(memoryId, { create: true });
        await claimEncoders(open);
        const desk = deskOf(memoryId);
        return desk.hold(async () => {
          const written = await desk.inTurn(async () => {
            const rounds = await make(open.store);
            return { rounds, appended: await open.store.log.append(rounds, open.clock().toISOString()) };
          });
          desk.isBehind = true;
          if (wait === "derived") await desk.derive();
          else desk.timer ??= setTimeout(() => void logged(memoryId, flush(memoryId)), SOON_MS);
          return written;
        });
      }),
    flush,
    flushAll: async () => {
      for (const memoryId of desks.keys()) await logged(memoryId, flush(memoryId));
    },
    failure: (memoryId) => desks.get(memoryId)?.failure ?? null,
    rest: (memoryId) => {
      const desk = desks.get(memoryId);
      if (desk !== undefined && !desk.isBehind && !desk.isDeriving) desks.delete(memoryId);
    },
    drop: (memoryId) => {
      const desk = desks.get(memoryId);
      desks.delete(memoryId);
      if (desk !== undefined) stopTimer(desk);
    },
  };
}

function stopTimer(desk: Desk): void {
  if (desk.timer !== null) clearTimeout(desk.timer);
  desk.timer = null;
}

/**
 * Derives from what waits in the log, after runs that were cut short have been ended. The caller holds the lease. No run is
 * recorded: cut short, the next one goes on from the cursors. Gives what was done otherwise than it was asked for.
 */
async function deriveWaiting(open: OpenMemory, parts: IngestParts, onNote: (line: string) => void): Promise<string[]> {
  const { store } = open;
  const runId = `ingest-${randomUUID()}`;
  await endCut(parts, store.memoryId, runId, onNote, (cut) => resumeThread(open, parts, cut, {}));
  const input = { memoryId: store.memoryId, runId, paths: [], history: "", format: "", anew: false };
  await runWithoutCheckpoints(open, parts.ports, input, {});
  if (open.decisions(runId).model === null) return [];
  return [...(await standInNames(store.decisions, runId)), ...(await partialNotes(store, runId))];
}

/** Has whoever works at one time share one hold of something: it is taken for the first and let go of after the last. */
function shared(take: () => Promise<() => Promise<void>>): <T>(work: () => Promise<T>) => Promise<T> {
  let holders = 0;
  let held: Promise<() => Promise<void>> | null = null;
  let before: Promise<unknown> = Promise.resolve();
  return async (work) => {
    holders++;
    held ??= before.then(take);
    try {
      await held;
      return await work();
    } finally {
      if (--holders === 0) {
        const done: Promise<unknown> = held.then((release) => release());
        before = done.catch(() => undefined);
        held = null;
        await before;
      }
    }
  };
}

/** Runs work once for all who ask for it before it begins. */
function coalesced(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= last.then(() => {
      next = null;
      const done = work();
      last = done.catch(() => undefined);
      return done;
    });
    return next;
  };
}
