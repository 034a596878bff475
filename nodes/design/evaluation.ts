import { createLender, mapBounded } from "../../core/concurrency.js";
import type { CarriedProgram } from "../../hosts/solo/play.js";
import { inHand, tasksInHand, workersOf } from "./in-hand.js";
import { type OpenProgram, openProgram } from "./program.js";
import { type Search, seedFor } from "./search.js";
import { type AgentMemory, doTask, givenBy, NO_MEMORY, recordedRun, runKey, type TaskRun, type WantedRun } from "./task-run.js";
import { type Evaluated, memoryKey, updateMemory } from "./update-memory.js";

type Purpose = "evaluate" | "test";

/** Told of each task that was done, how many are, and of how many. */
export type OnDone = (run: TaskRun, done: number, of: number) => void;

/** The runs that one full evaluation of a program asks for. Equal tasks and visits have equal seeds, whatever the program. */
function wantedRuns(search: Search, { id, source, visit }: Evaluated, purpose: Purpose): readonly WantedRun[] {
  const memory = memoryKey(search, { source, visit });
  const tasks = purpose === "test" ? search.batches.test : search.batches.retrieve;
  return tasks.map((task) => ({ task, program: id, purpose, visit, seed: seedFor(search, "retrieve", task.id, visit), memory }));
}

/** Has a task wait until it may be done, where several evaluations share what limits them. */
type Lend = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * FullEval(m, 𝒟ᵤ, 𝒟ᵣ): the program takes in the update episodes, then the agent does each task with what it retrieves.
 * AutoMMemo appendix C.2. What is on record is not done again.
 */
export async function fullEvaluation(
  search: Search,
  evaluated: Evaluated,
  purpose: Purpose,
  onDone: OnDone = () => {},
  lend: Lend = (work) => inHand(search.ports, work),
): Promise<readonly TaskRun[]> {
  const wanted = wantedRuns(search, evaluated, purpose);
  const recorded = await Promise.all(wanted.map((run) => recordedRun(search, runKey(search, run))));
  if (recorded.every((run) => run !== null)) return recorded;
  let done = 0;
  const doAll = (memory: AgentMemory) =>
    mapBounded(wanted, tasksInHand(search), async (one) => {
      const run = await lend(() => doTask(search, one, memory));
      onDone(run, ++done, wanted.length);
      return run;
    });
  if (evaluated.source === "") return doAll(NO_MEMORY);
  return withPrograms(search, evaluated.source, threadsFor(search), async ([program, ...others]) => {
    const carried = carriedOf(search, evaluated);
    if (carried !== null && search.ports.concurrency > 1) search.arena.prepare?.(carried);
    await updateMemory(search, program, evaluated);
    const state = program.state();
    for (const other of others) other.restore(state);
    const lendProgram = createLender([program, ...others]);
    return doAll({
      retrieve: (init) =>
        lendProgram(async (one) => {
          const called = await one.retrieve(init);
          return givenBy(called, called.tokens);
        }),
      ...(carried === null ? {} : { carried: { ...carried, state, encoder: search.memory.encoder } }),
    });
  });
}

/** The program for whoever does tasks elsewhere, where tasks are a matter of computing: no model is asked there. */
function carriedOf(search: Search, evaluated: Evaluated): Pick<CarriedProgram, "key" | "source" | "seed"> | null {
  const key = search.arena.isComputed === true ? memoryKey(search, evaluated) : null;
  return key === null ? null : { key, source: evaluated.source, seed: search.ports.settings.seed };
}

/** Threads that a program retrieves in at one time. A carried one is asked elsewhere. */
function threadsFor({ arena, ports }: Search): number {
  if (arena.isComputed === true) return 1;
  return arena.model === null ? workersOf(ports) : ports.concurrency;
}

/** The runs of an evaluation that is on record, without those that are not. */
export async function evaluationRuns(search: Search, evaluated: Evaluated): Promise<readonly TaskRun[]> {
  const runs = await Promise.all(wantedRuns(search, evaluated, "evaluate").map((run) => recordedRun(search, runKey(search, run))));
  return runs.filter((run) => run !== null);
}

/** Lets `work` have a program of the search, ready to be called, in any state. */
export function withProgram<Result>(
  { memory, arena, ports }: Search,
  source: string,
  work: (program: OpenProgram) => Promise<Result>,
): Promise<Result> {
  const { signal, settings } = ports;
  const asked = { model: arena.model, seed: settings.seed, ...(signal === undefined ? {} : { signal }) };
  return ports.pool.using(JSON.stringify([memory.store.memoryId, source]), () => openProgram(memory, source, asked), work);
}

/** The same with several of one program: in one state all of them give the same. Their threads start when they are called. */
function withPrograms<Result>(
  search: Search,
  source: string,
  count: number,
  work: (programs: readonly [OpenProgram, ...OpenProgram[]]) => Promise<Result>,
): Promise<Result> {
  return withProgram(search, source, (program) =>
    count <= 1 ? work([program]) : withPrograms(search, source, count - 1, (others) => work([program, ...others])),
  );
}
