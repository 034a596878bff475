import { canonicalJson, sha256 } from "../../core/canonical.js";
import type { ProgramRun, ProgramStore } from "../../stores/programs.js";

/** That a search came to its end and its program was tested. */
export interface Tested {
  readonly chosen: number;
  /** Steps done by then. */
  readonly steps: number;
  /** Keys of the runs with the program and without memory, by time that the tasks were done. */
  readonly with: readonly (readonly string[])[];
  readonly without: readonly (readonly string[])[];
  /** The same of what the program is compared with, by name; absent in old records. */
  readonly others?: Readonly<Record<string, readonly (readonly string[])[]>>;
}

const TESTED = "tested ";

/** Puts a test on record, once. Its runs may have been paid for by another search of the memory, so it names them all. */
export async function recordTest(store: ProgramStore, search: string, tested: Tested): Promise<void> {
  const key = sha256(canonicalJson(["tested", search, tested]));
  const record: ProgramRun = {
    key,
    program: tested.chosen,
    task: "",
    purpose: "test",
    visit: 0,
    reward: 0,
    tokens: 0,
    ms: 0,
    payload: null,
    trajectory: tested,
  };
  if ((await store.run(key)) === null) await store.putRun(search, record);
  await store.apply(search, `${TESTED}${key}`, []);
}

/** The last test of a search; null while there was none. */
export async function lastTest(store: ProgramStore, search: string): Promise<Tested | null> {
  const last = (await store.steps(search)).findLast((step) => step.startsWith(TESTED));
  const run = last === undefined ? null : await store.run(last.slice(TESTED.length));
  return run === null ? null : (run.trajectory as Tested);
}
