import type { ImageRef } from "../environments/programs/recorder.js";
import type { MemoryStore } from "../stores/contract.js";
import type { ProgramRun, ProgramStore } from "../stores/programs.js";
import { type ExportLine, pictureLine } from "./export-lines.js";
import { isUse, programInUse } from "./program-in-use.js";

/**
 * Programs, steps and runs of every search, with the pictures of the runs that are not in `written` yet. Runs are read one by
 * one: what happened in them may be long.
 */
export async function* programLines(store: MemoryStore, written: Set<string>): AsyncGenerator<ExportLine> {
  const { programs } = store;
  for (const search of await programs.searches()) {
    for (const program of await programs.programs(search)) yield { type: "program", search, program };
    for (const step of await programs.steps(search)) yield { type: "program-step", search, step };
    for await (const run of eachRun(programs, search)) {
      yield { type: "program-run", search, ...run };
      yield* pictureLines(store, run, written);
    }
  }
}

/**
 * The same in a form in which equal searches are equal: runs by key, without what they cost and what they were first made
 * for; of what was put to use what is in use, without its time.
 */
export async function* canonicalProgramLines(store: MemoryStore, written: Set<string>): AsyncGenerator<ExportLine> {
  const { programs } = store;
  const used = await programInUse(programs);
  for (const search of await programs.searches()) {
    for (const program of await programs.programs(search)) yield { type: "program", search, program };
    for (const step of await programs.steps(search)) if (!isUse(step)) yield { type: "program-step", search, step };
    if (used?.search === search) yield { type: "program-step", search, step: `use ${used.node}` };
    const keys = (await programs.runs(search)).map(({ key }) => key).sort();
    for await (const run of runsOf(programs, keys)) {
      const { key, task, reward, payload, trajectory } = run;
      yield { type: "program-run", search, key, task, reward, payload, trajectory };
      yield* pictureLines(store, run, written);
    }
  }
}

async function* eachRun(programs: ProgramStore, search: string): AsyncGenerator<ProgramRun> {
  yield* runsOf(
    programs,
    (await programs.runs(search)).map(({ key }) => key),
  );
}

async function* runsOf(programs: ProgramStore, keys: readonly string[]): AsyncGenerator<ProgramRun> {
  for (const key of keys) {
    const run = await programs.run(key);
    if (run !== null) yield run;
  }
}

async function* pictureLines(store: MemoryStore, run: ProgramRun, written: Set<string>): AsyncGenerator<ExportLine> {
  for (const hash of picturesIn([run.payload, run.trajectory])) {
    if (written.has(hash)) continue;
    written.add(hash);
    if ((await store.log.picture(hash)) !== null) yield await pictureLine(store, hash);
  }
}

/** Hashes of the pictures that JSON names, wherever it does. */
function picturesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { kind, value: hash } = value as Partial<ImageRef>;
  if (kind === "hash" && typeof hash === "string") return [hash];
  return Object.values(value).flatMap(picturesIn);
}
