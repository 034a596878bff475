import type { ChatModel } from "../models/contract.js";
import type { OpenMemory } from "../nodes/memory.js";
import { type ProgramInUse, programInUse } from "./program-in-use.js";
import { openServedProgram, type ServedProgram } from "./served-program.js";

/** The programs that a process serves: one for each memory, with one thread, whoever asks and how often. */
export interface ServedPrograms {
  /** A handle on the memory's program in use, to be closed; null when none is in use. */
  program(memory: OpenMemory): Promise<ServedProgram | null>;
  /** Lets go of a memory's program: it ends once its last handle is closed. */
  letGo(memoryId: string): Promise<void>;
  /** Ends the programs of a memory, or all, whoever has a handle on them. */
  end(memoryId?: string): Promise<void>;
}

interface Shared {
  readonly memory: OpenMemory;
  readonly used: ProgramInUse;
  readonly opening: Promise<ServedProgram>;
  handles: number;
}

/** A program is renewed when the memory is opened anew, or has another one in use. */
export function createServedPrograms(model: ChatModel | null, onNote: (line: string) => void): ServedPrograms {
  /** The newest of each memory. */
  const current = new Map<string, Shared>();
  const all = new Set<Shared>();

  const begin = (memory: OpenMemory, used: ProgramInUse): Shared => {
    const shared: Shared = { memory, used, opening: openServedProgram(memory, used, { model, onNote }), handles: 0 };
    current.set(memory.store.memoryId, shared);
    all.add(shared);
    return shared;
  };
  const forget = (shared: Shared): void => {
    all.delete(shared);
    const { memoryId } = shared.memory.store;
    if (current.get(memoryId) === shared) current.delete(memoryId);
  };
  const endOne = async (shared: Shared): Promise<void> => {
    forget(shared);
    await (await shared.opening.catch(() => null))?.close();
  };
  const letGo = async (memoryId: string): Promise<void> => {
    const shared = current.get(memoryId);
    current.delete(memoryId);
    if (shared?.handles === 0) await endOne(shared);
  };
  const handleOn = (shared: Shared, program: ServedProgram): ServedProgram => {
    let isOpen = true;
    return {
      ...program,
      close: async () => {
        if (isOpen) shared.handles -= 1;
        isOpen = false;
        if (shared.handles === 0 && current.get(shared.memory.store.memoryId) !== shared) await endOne(shared);
      },
    };
  };

  return {
    program: async (memory) => {
      const { memoryId, programs } = memory.store;
      const used = await programInUse(programs);
      const known = current.get(memoryId);
      const isCurrent = known !== undefined && known.memory === memory && used !== null && isSame(known.used, used);
      // From here to the count nothing is waited for, so that all who ask at one time share one.
      const ended = isCurrent ? null : letGo(memoryId);
      const shared = isCurrent ? known : used === null ? null : begin(memory, used);
      if (shared !== null) shared.handles += 1;
      await ended;
      if (shared === null) return null;
      try {
        return handleOn(shared, await shared.opening);
      } catch (error) {
        forget(shared);
        throw error;
      }
    },
    letGo,
    end: async (memoryId) => {
      const ending = [...all].filter(({ memory }) => memoryId === undefined || memory.store.memoryId === memoryId);
      await Promise.all(ending.map(endOne));
    },
  };
}

function isSame(one: ProgramInUse, other: ProgramInUse): boolean {
  return one.search === other.search && one.node === other.node && one.since === other.since;
}
