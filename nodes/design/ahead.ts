import type { ProgramRun } from "../../stores/programs.js";
import { fullEvaluation } from "./evaluation.js";
import { holdRuns } from "./held-runs.js";
import type { DesignPorts } from "./ports.js";
import type { Search } from "./search.js";
import type { TaskRun } from "./task-run.js";
import { type Evaluated, memoryKey } from "./update-memory.js";

/** An evaluation that goes on while its program is still examined. Null: it could not be made so. */
interface Ahead {
  readonly runs: Promise<readonly ProgramRun[] | null>;
  leave(): void;
}

/** By key of the program's memory. */
const begun = new WeakMap<DesignPorts, Map<string, Ahead>>();

/**
 * Begins to evaluate a program that is still examined, so that workers are not idle meanwhile. Only where that costs nothing
 * but computing, and there are workers to spare; nothing is recorded before the program is evaluated. What it gives is to be called
 * when the program did not pass.
 */
export function evaluateAhead(search: Search, evaluated: Evaluated): () => void {
  const { ports, arena } = search;
  const key = arena.isComputed === true && ports.concurrency > 1 ? memoryKey(search, evaluated) : null;
  if (key === null) return () => {};
  const { search: apart, held, leave: stop } = holdRuns(search);
  const runs = fullEvaluation(apart, evaluated, "evaluate").then(
    () => held,
    // What fails here fails again, and is told, when the program is evaluated.
    () => null,
  );
  const all = begun.get(ports) ?? new Map<string, Ahead>();
  const leave = (): void => {
    stop();
    all.delete(key);
  };
  begun.set(ports, all.set(key, { runs, leave }));
  return leave;
}

/** Puts on record what was done ahead of a program's evaluation, if any; gives the tasks' runs among it. */
export async function takeAhead(search: Search, evaluated: Evaluated & { readonly id: number }): Promise<readonly TaskRun[]> {
  const key = memoryKey(search, evaluated);
  const one = key === null ? undefined : begun.get(search.ports)?.get(key);
  const runs = (await one?.runs) ?? [];
  one?.leave();
  await Promise.all(runs.map((run) => search.programs.putRun(search.name, { ...run, program: evaluated.id })));
  return runs.filter(({ purpose }) => purpose === "evaluate") as TaskRun[];
}
