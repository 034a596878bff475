import { hostname } from "node:os";
import { MnemaError } from "../core/errors.js";
import type { MemoryStore } from "../stores/contract.js";

/** How long to wait for another writer before something short is given up. */
export const WAIT_MS = 60_000;

const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const ASK_AGAIN_MS = 100;

/** Names this process among all writers: a lease of a process that died on this machine need not lapse. */
export const PROCESS = `${hostname()}:${process.pid}`;

/** What a run of this process is called in a lease. */
export function holderOf(runId: string): string {
  return `${PROCESS}:${runId}`;
}

/**
 * Takes the writer's lease of a memory, waiting while another writer holds it, and renews it until the returned
 * function is called. One writer per memory; readers never wait. STORE_LOCKED when the wait is over.
 */
export async function holdLease(store: MemoryStore, runId: string, clock: () => Date, waitMs: number): Promise<() => Promise<void>> {
  const holder = holderOf(runId);
  const giveUpAt = clock().getTime() + waitMs;
  while (!(await store.lease(holder, clock().getTime(), LEASE_MS))) {
    const other = await store.leaseHolder();
    if (other !== null && isDeadProcess(other)) await store.release(other);
    else if (clock().getTime() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    else {
      throw new MnemaError(
        "STORE_LOCKED",
        `Memory "${store.memoryId}" is being written by another run (${other ?? "unknown"}). Try again when it has ended.`,
        { place: store.memoryId },
      );
    }
  }
  const timer = setInterval(() => void store.lease(holder, clock().getTime(), LEASE_MS).catch(() => undefined), RENEW_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await store.release(holder);
  };
}

/** Whether a holder (`host:pid`, and what follows) was a process of this machine that is gone. */
export function isDeadProcess(holder: string): boolean {
  const [host, pid] = holder.split(":");
  if (host !== hostname() || pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
