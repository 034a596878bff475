import { randomUUID } from "node:crypto";
import type { OpenMemory } from "../nodes/memory.js";
import { holdLease, WAIT_MS } from "./lease.js";

/** How long a lease outlives its last node: supersteps follow each other within milliseconds. */
const LINGER_MS = 500;

interface Held {
  readonly taken: Promise<() => Promise<void>>;
  /** Nodes at work. */
  nodes: number;
  linger: NodeJS.Timeout | null;
}

/** Lets nodes of a run work under a memory's writer's lease, which the run's nodes at one time share. */
export interface NodeLeases {
  <T>(memory: OpenMemory, run: string, work: () => T | Promise<T>): Promise<T>;
  /** Gives back what is held without work. */
  release(): Promise<void>;
}

/**
 * The writer's lease for graphs that another runs (Studio): held while nodes run, given back soon after the last, so
 * that a run that waits for a person's review keeps nobody from writing.
 */
export function nodeLeases(): NodeLeases {
  const leases = new Map<string, Held>();

  const take = ({ store, clock }: OpenMemory, key: string): Held => {
    const known = leases.get(key);
    if (known !== undefined) {
      if (known.linger !== null) clearTimeout(known.linger);
      known.linger = null;
      known.nodes++;
      return known;
    }
    const held: Held = { taken: holdLease(store, `studio-${randomUUID()}`, clock, WAIT_MS), nodes: 1, linger: null };
    leases.set(key, held);
    return held;
  };
  const giveBack = async (key: string, held: Held) => {
    if (leases.get(key) === held) leases.delete(key);
    const release = await held.taken.catch(() => null);
    await release?.();
  };

  const hold = async <T>(memory: OpenMemory, run: string, work: () => T | Promise<T>): Promise<T> => {
    const key = JSON.stringify([memory.store.memoryId, run]);
    const held = take(memory, key);
    try {
      await held.taken;
      return await work();
    } catch (error) {
      // A lease that could not be had is asked for anew by the next node.
      await held.taken.catch(() => leases.delete(key));
      throw error;
    } finally {
      held.nodes--;
      if (held.nodes === 0) held.linger = setTimeout(() => void giveBack(key, held).catch(() => undefined), LINGER_MS);
    }
  };
  const release = async () => {
    for (const [key, held] of leases) {
      if (held.linger !== null) clearTimeout(held.linger);
      await giveBack(key, held);
    }
  };
  return Object.assign(hold, { release });
}
