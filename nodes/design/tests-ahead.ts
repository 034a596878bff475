import { createTurns } from "../../core/in-turn.js";
import { fullEvaluation } from "./evaluation.js";
import { type HeldRuns, holdRuns } from "./held-runs.js";
import { whenIdle } from "./in-hand.js";
import type { DesignPorts } from "./ports.js";
import { referencesFor } from "./references.js";
import type { Search } from "./search.js";

interface Ahead extends HeldRuns {
  readonly ended: Promise<void>;
}

const begun = new WeakMap<DesignPorts, Ahead>();

/**
 * Begins to do the test tasks without memory and with the fixed memories, one at a time, whenever a worker has nothing to do:
 * while a program is made, examined and updated. Only where that costs nothing but computing. The choice is held against
 * these runs in the end, whatever the search finds; until then nobody sees them, and none is on record.
 */
export function beginTests(search: Search): void {
  const { ports, arena } = search;
  if (arena.isComputed !== true || ports.concurrency === 1 || begun.has(ports)) return;
  const held = holdRuns(search);
  // What fails here fails again, and is told, when the choice is tested.
  const ended = doTests(held.search).catch(() => {});
  begun.set(ports, { ...held, ended });
}

/** Puts on record what was done. */
export async function takeTests({ ports, programs, name }: Search): Promise<void> {
  const held = await endTests(ports);
  await Promise.all(held.map((run) => programs.putRun(name, run)));
}

/** Ends it, once the task in hand is done; gives the runs. */
export async function endTests(ports: DesignPorts): Promise<HeldRuns["held"]> {
  const ahead = begun.get(ports);
  begun.delete(ports);
  ahead?.leave();
  await ahead?.ended;
  return ahead?.held ?? [];
}

async function doTests(search: Search): Promise<void> {
  const { ports } = search;
  const inTurn = createTurns();
  const whenFree = <Result>(work: () => Promise<Result>): Promise<Result> =>
    inTurn(async () => {
      await whenIdle(ports);
      return work();
    });
  const programs = [{ id: 0, source: "" }, ...(await referencesFor(search)).map(({ source }) => ({ id: null, source }))];
  for (let visit = 0; visit < ports.settings.finalRuns; visit++)
    for (const program of programs) await fullEvaluation(search, { ...program, visit }, "test", () => {}, whenFree);
}
