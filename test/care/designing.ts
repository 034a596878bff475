import { MemorySaver } from "@langchain/langgraph";
import { type DesignOptions, type DesignReport, runDesign } from "../../memory/design.js";
import type { OpenMemory } from "../../nodes/memory.js";
import type { ProgramStore, StoredProgram } from "../../stores/programs.js";
import { type DoorOptions, doorArena, doorModel } from "./door-world.js";
import type { Opened } from "./opened.js";
import { bound, watchedSaver } from "./watched.js";

export interface SearchDoors extends Partial<DesignOptions>, DoorOptions {
  /** Decisions that never get a usable answer. */
  readonly failing?: ReadonlySet<string>;
  /** What the model writes: names of programs. */
  readonly programs?: readonly string[];
  /** Called wherever the run reaches out: what throws here ends it there. */
  readonly on?: (what: string) => void | Promise<void>;
  /** Of a run that goes on where another was cut short. */
  readonly checkpointer?: MemorySaver;
}

/** Searches for a program in the world of doors. Without `model` the decisions are made by `doorModel`, and programs have none. */
export function searchDoors(
  { mnema }: Pick<Opened, "mnema">,
  memory: OpenMemory,
  { failing = new Set(), programs, on = () => {}, checkpointer = new MemorySaver(), ...options }: SearchDoors = {},
): Promise<DesignReport> {
  const { tasks, fails, chance, model, isComputed, ...rest } = options;
  const deciding = doorModel(failing, (name) => on(`ask ${name}`), programs);
  const store = watchedStore(memory.store.programs, on);
  const watched: OpenMemory = {
    ...memory,
    store: new Proxy(memory.store, { get: (all, name) => (name === "programs" ? store : Reflect.get(all, name)) }),
    decisions: (run, given) => ({ ...memory.decisions(run, given), model: deciding }),
  };
  const arena = doorArena({
    onRun: (task) => on(`run ${task}`),
    ...(tasks === undefined ? {} : { tasks }),
    ...(fails === undefined ? {} : { fails }),
    ...(chance === undefined ? {} : { chance }),
    ...(model === undefined ? {} : { model }),
    ...(isComputed === undefined ? {} : { isComputed }),
  });
  const parts = { checkpointer: watchedSaver(checkpointer, on), services: mnema.space.services, arena: async () => arena };
  // What a choice is compared with would take most of the time of most tests.
  return runDesign(watched, parts, { environment: "doors", ...rest, settings: { references: 0, ...rest.settings } });
}

/** Reaches out before and after each write, since a kill may come on either side. */
function watchedStore(programs: ProgramStore, on: (what: string) => void | Promise<void>): ProgramStore {
  return {
    ...bound(programs),
    apply: async (search, step, changed) => {
      await on(`before ${step}`);
      const applied = await programs.apply(search, step, changed);
      await on(`after ${step}`);
      return applied;
    },
    putRun: async (search, run) => {
      await on(`before ${run.purpose} ${run.key}`);
      await programs.putRun(search, run);
      await on(`after ${run.purpose} ${run.key}`);
    },
  };
}

/** Everything that a search left, in a form that equal searches share. */
export interface Found {
  readonly programs: readonly StoredProgram[];
  readonly steps: readonly string[];
  readonly ledger: readonly string[];
}

export async function found(memory: OpenMemory, search: string): Promise<Found> {
  const { programs } = memory.store;
  const ledger = await programs.runs(search);
  return {
    programs: await programs.programs(search),
    steps: await programs.steps(search),
    ledger: ledger
      .map(({ key, task, purpose, program, visit, reward }) => `${purpose} ${program} ${task} ${visit} ${reward} ${key}`)
      .sort(),
  };
}
