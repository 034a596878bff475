import { availableParallelism } from "node:os";
import type { DesignPorts } from "./ports.js";
import type { Search } from "./search.js";

/** Where tasks are a matter of computing each worker has its next one beside the one that it does: it need not wait while that is recorded. */
const EACH = 2;

/** Tasks in hand at one time. */
export function tasksInHand({ arena, ports }: Pick<Search, "arena" | "ports">): number {
  return arena.isComputed === true && ports.concurrency > 1 ? EACH * workersOf(ports) : ports.concurrency;
}

/** Tasks that runs with one pool have in hand, and who waits until a worker has nothing to do. */
interface Hands {
  tasks: number;
  waiting: (() => void)[];
}

const all = new WeakMap<DesignPorts["pool"], Hands>();

function handsOf({ pool }: DesignPorts): Hands {
  const hands = all.get(pool) ?? { tasks: 0, waiting: [] };
  all.set(pool, hands);
  return hands;
}

/** Does a task, and has it counted meanwhile. */
export async function inHand<Result>(ports: DesignPorts, work: () => Promise<Result>): Promise<Result> {
  const hands = handsOf(ports);
  hands.tasks += 1;
  try {
    return await work();
  } finally {
    hands.tasks -= 1;
    if (hands.tasks < workersOf(ports)) hands.waiting.shift()?.();
  }
}

/** Until a worker has nothing to do. */
export async function whenIdle(ports: DesignPorts): Promise<void> {
  const hands = handsOf(ports);
  while (hands.tasks >= workersOf(ports)) await new Promise<void>((resolve) => hands.waiting.push(resolve));
}

/** Tasks that may be worked at at one time where they are a matter of computing: more than there are processors would only wait. */
export function workersOf({ concurrency }: DesignPorts): number {
  return Math.min(concurrency, availableParallelism());
}
