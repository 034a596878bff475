import { fromJson, toJson, wellFormed } from "../json.js";
import type { ProgramLedger, ProgramStore, SearchRecords, StoredProgram } from "../programs.js";
import { SET_MEMORY } from "./cypher/memory.js";
import {
  LINK_PROGRAMS,
  PROGRAM,
  PROGRAM_RUN,
  PROGRAM_RUNS,
  PROGRAM_STEP,
  PROGRAM_STEPS,
  PROGRAMS,
  PROGRAMS_VERSION,
  PUT_PROGRAM_RUN,
  PUT_PROGRAM_STEPS,
  PUT_PROGRAMS,
  RAISE_PROGRAMS_VERSION,
  REMOVE_SEARCH,
  SEARCHES,
} from "./cypher/programs.js";
import type { MemoryGraph, Writing } from "./memory-graph.js";
import { type Deleted, deletePieces, runOn } from "./pieces.js";

/** Nodes of a search that are deleted in one transaction. */
const DELETED = 500;

/** The program searches of one memory. */
export function neo4jPrograms({ rows, note, noteBy }: MemoryGraph): ProgramStore {
  const stepIn = async (read: Pick<Writing, "run">["run"], search: string, step: string) =>
    (await read(PROGRAM_STEP, wellFormed({ search, step }))).length > 0;
  const records = async <Content>(cypher: string, parameters: Readonly<Record<string, unknown>>) =>
    (await rows<{ record: string }>(cypher, wellFormed(parameters))).map(({ record }) => fromJson<Content>(record));
  return {
    programs: (search) => records<StoredProgram>(PROGRAMS, { search }),

    program: async (search, id) => (await records<StoredProgram>(PROGRAM, { search, id }))[0] ?? null,

    searches: async () => (await rows<{ search: string }>(SEARCHES)).map(({ search }) => search).sort(),

    apply: (search, step, programs) =>
      note(async (tx) => {
        if (await stepIn(tx.run, search, step)) return false;
        await put(tx, search, { programs, steps: [step] });
        return true;
      }),

    applied: (search, step) => stepIn(rows, search, step),

    steps: async (search) => (await rows<{ step: string }>(PROGRAM_STEPS, wellFormed({ search }))).map(({ step }) => step),

    run: async (key) => {
      const [found] = await rows<Record<"record" | "payload" | "trajectory", string>>(PROGRAM_RUN, { key });
      if (found === undefined) return null;
      return { ...fromJson<ProgramLedger>(found.record), payload: fromJson(found.payload), trajectory: fromJson(found.trajectory) };
    },

    putRun: (search, { payload, trajectory, ...run }) => {
      const { key, program, task, purpose, reward } = run;
      const properties = {
        search,
        program,
        task,
        purpose,
        reward,
        record: toJson(run),
        payload: toJson(payload),
        trajectory: toJson(trajectory),
      };
      return noteBy(PUT_PROGRAM_RUN, { key, properties: wellFormed(properties) });
    },

    runs: (search) => records<ProgramLedger>(PROGRAM_RUNS, { search }),

    removeSearch: async (search) => {
      for (const cypher of REMOVE_SEARCH)
        await deletePieces(DELETED, (limit) =>
          note(async (tx) => {
            await tx.run(RAISE_PROGRAMS_VERSION);
            return tx.run<Deleted>(cypher, { ...wellFormed({ search }), limit });
          }),
        );
    },

    restore: (search, content) => note((tx) => put(tx, search, content)),

    version: async () => (await rows<{ version: number }>(PROGRAMS_VERSION))[0]?.version ?? 0,
  };
}

async function put(tx: Writing, name: string, content: SearchRecords): Promise<void> {
  const { search, programs, steps } = wellFormed({ search: name, ...content });
  const { places } = tx.state;
  const nodes = programs.map((program) => ({ search, ...pick(program), properties: propertiesOf(program) }));
  await runOn(
    tx,
    PUT_PROGRAM_STEPS,
    "steps",
    steps.map((step, at) => ({ search, step, place: places + at + 1 })),
  );
  await runOn(tx, PUT_PROGRAMS, "programs", nodes);
  await runOn(
    tx,
    LINK_PROGRAMS,
    "programs",
    nodes.filter(({ parent }) => parent !== null),
  );
  await tx.run(RAISE_PROGRAMS_VERSION);
  await tx.run(SET_MEMORY, { properties: { places: places + steps.length } });
}

function pick({ node: { id, parent } }: StoredProgram): { readonly id: number; readonly parent: number | null } {
  return { id, parent };
}

function propertiesOf(program: StoredProgram): Record<string, unknown> {
  const { node, source, change } = program;
  return { mean: node.mean, visits: node.visits, children: node.children, source, change, record: toJson(program) };
}
