import { canonicalJson, sha256 } from "../../core/canonical.js";
import { type Batches, dealBatches } from "../../core/design/batches.js";
import type { Search as Algorithm } from "../../core/design/search.js";
import { searchNamed } from "../../core/design/searches.js";
import type { SearchTree } from "../../core/design/tree.js";
import { MnemaError } from "../../core/errors.js";
import type { DesignWorld } from "../../decisions/design/contract.js";
import type { DecisionRuntime } from "../../decisions/runtime.js";
import type { Task } from "../../environments/contract.js";
import type { ProgramStore, StoredProgram } from "../../stores/programs.js";
import { meteredLog } from "../budget.js";
import type { OpenMemory } from "../memory.js";
import type { DesignArena, DesignPorts } from "./ports.js";
import type { DesignState } from "./state.js";

type State = typeof DesignState.State;

/** A search, open: what every node of `design` works on. */
export interface Search {
  /** Its name in the program store: environment, agent, algorithm and label. */
  readonly name: string;
  readonly memory: OpenMemory;
  readonly programs: ProgramStore;
  readonly arena: DesignArena;
  readonly algorithm: Algorithm;
  readonly batches: Batches<Task>;
  /** What decisions are told of the world. */
  readonly world: DesignWorld;
  readonly ports: DesignPorts;
  /** For decisions that this search pays for. */
  readonly runtime: DecisionRuntime;
}

/** Of several domains, those whose instructions decisions are told, and goals in all. */
const TOLD = { domains: 4, goals: 6 };

/** Run that the decisions of a search are paid for under. */
export function designRun(search: string): string {
  return `design ${search}`;
}

/** Name of the search that a state belongs to. */
export function searchName({ environment, search, label }: Pick<State, "environment" | "search" | "label">, arena: DesignArena): string {
  return [environment, arena.agentName, search, ...(label === "" ? [] : [label])].join("/");
}

/** NOT_FOUND for fewer than three tasks, of which there is none for some batch; USAGE for an unknown algorithm. */
export async function openSearch(
  ports: DesignPorts,
  state: Pick<State, "memoryId" | "environment" | "source" | "search" | "label">,
): Promise<Search> {
  const algorithm = searchNamed(state.search);
  const arena = await ports.arena(state);
  const memory = await ports.memory(state.memoryId);
  const name = searchName(state, arena);
  const batches = dealBatches(arena.tasks, ports.settings);
  if (batches.test.length === 0)
    throw new MnemaError(
      "NOT_FOUND",
      `A search needs three tasks or more: to update with, to retrieve for, and to test. Here is ${arena.tasks.length === 1 ? "one" : `${arena.tasks.length}`}; thirty or more tell something.`,
      { place: state.source || state.environment },
    );
  const asked = memory.decisions(designRun(name), ports.signal === undefined ? {} : { signal: ports.signal });
  const runtime = { ...asked, log: meteredLog(asked.log, ports.budget) };
  return { name, memory, programs: memory.store.programs, arena, algorithm, batches, world: worldOf(arena, batches), ports, runtime };
}

/** What tells searches apart that go by one name: tasks and agent. A search goes on with those that it began with. */
export function searchDigest({ batches, arena }: Search): string {
  const ids = [batches.update, batches.retrieve, batches.test].map((batch) => batch.map(({ id }) => id));
  return sha256(canonicalJson([ids, arena.environment.name, arena.agent.configuration])).slice(0, 16);
}

/** The tree as the algorithms see it. */
export function treeOf(programs: readonly StoredProgram[]): SearchTree {
  return programs.map(({ node }) => node);
}

/** A whole number that `parts` and the search's own seed settle. */
export function seedFor({ ports }: Search, ...parts: readonly (string | number)[]): number {
  return Number.parseInt(sha256(canonicalJson([ports.settings.seed, ...parts])).slice(0, 8), 16) | 0;
}

function worldOf({ environment, tasks }: DesignArena, { update }: Batches<Task>): DesignWorld {
  const instructions = [...new Set(tasks.map(({ input }) => input.instructions))].slice(0, TOLD.domains);
  return {
    environment: environment.name,
    instructions: instructions.join("\n\n"),
    goals: update.slice(0, TOLD.goals).map(({ input }) => input.goal),
  };
}
