import type { OpenMemory } from "../nodes/memory.js";

/** The memories that a process holds open: so many at most, and none for long that nobody asks for. */
export interface OpenMemories {
  /** The memory, opened when it is not open. */
  memory(memoryId: string, options?: { readonly create?: boolean }): Promise<OpenMemory>;
  /** Does work that must not find its memory put away. */
  using<T>(memoryId: string, work: () => Promise<T>): Promise<T>;
  /** Takes a memory out, for who closes it; null when it is not open. */
  take(memoryId: string): Promise<OpenMemory | null>;
  ids(): string[];
  /** Ends the watch over idle ones. */
  end(): void;
}

interface Entry {
  readonly opening: Promise<OpenMemory>;
  /** Null until it is open. */
  opened: OpenMemory | null;
  usedAt: number;
}

/** How long a memory stays open that nobody asks for, and how often that is looked at. */
const IDLE_MS = 600_000;
const LOOK_MS = 60_000;

/**
 * Keeps at most `limit` memories open, the ones used last. `putAway` gets one that is over the limit or idle; who still
 * has it may go on with it.
 */
export function openMemories(
  open: (memoryId: string, create: boolean) => Promise<OpenMemory>,
  limit: number,
  putAway: (memoryId: string, memory: OpenMemory) => Promise<void>,
): OpenMemories {
  /** In order of use, the latest last. */
  const entries = new Map<string, Entry>();
  const inUse = new Map<string, number>();

  /** Puts away what is used least recently, as long as `whether` says so, but not what was asked for just now. */
  const tidy = (whether: (entry: Entry) => boolean, latest: Entry | null = null) => {
    for (const [memoryId, entry] of entries) {
      if (!whether(entry)) return;
      if (entry.opened === null || entry === latest || inUse.has(memoryId)) continue;
      entries.delete(memoryId);
      void putAway(memoryId, entry.opened).catch(() => undefined);
    }
  };
  const watch = setInterval(() => tidy(({ usedAt }) => performance.now() - usedAt > IDLE_MS), LOOK_MS);
  watch.unref();

  const begin = (memoryId: string, create: boolean): Entry => {
    const opened = async (): Promise<OpenMemory> => {
      try {
        const memory = await open(memoryId, create);
        entry.opened = memory;
        tidy(() => entries.size > limit, entry);
        return memory;
      } catch (error) {
        if (entries.get(memoryId) === entry) entries.delete(memoryId);
        throw error;
      }
    };
    const entry: Entry = { opening: opened(), opened: null, usedAt: 0 };
    return entry;
  };

  return {
    memory: (memoryId, { create = false } = {}) => {
      const entry = entries.get(memoryId) ?? begin(memoryId, create);
      entries.delete(memoryId);
      entries.set(memoryId, entry);
      entry.usedAt = performance.now();
      return entry.opening;
    },
    using: async (memoryId, work) => {
      inUse.set(memoryId, (inUse.get(memoryId) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const others = (inUse.get(memoryId) ?? 1) - 1;
        if (others === 0) inUse.delete(memoryId);
        else inUse.set(memoryId, others);
      }
    },
    take: async (memoryId) => {
      const entry = entries.get(memoryId);
      entries.delete(memoryId);
      return entry === undefined ? null : entry.opening;
    },
    ids: () => [...entries.keys()],
    end: () => clearInterval(watch),
  };
}
