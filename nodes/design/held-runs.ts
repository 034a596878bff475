import { MnemaError } from "../../core/errors.js";
import type { ProgramRun, ProgramStore } from "../../stores/programs.js";
import type { Search } from "./search.js";

/** A search whose new runs are kept from the record, until it is known whether they count. */
export interface HeldRuns {
  readonly search: Search;
  readonly held: readonly ProgramRun[];
  /** What is asked of `search` from now on is refused (CANCELLED). */
  leave(): void;
}

export function holdRuns(search: Search): HeldRuns {
  const held: ProgramRun[] = [];
  const { ports, programs: store } = search;
  let isWanted = true;
  const check = (): void => {
    if (!isWanted) throw new MnemaError("CANCELLED", "What was done ahead is not wanted any more.");
    ports.budget.check();
  };
  const programs: ProgramStore = {
    ...store,
    run: async (key) => held.find((run) => run.key === key) ?? store.run(key),
    putRun: async (_, run) => void held.push(run),
  };
  return {
    search: { ...search, programs, ports: { ...ports, budget: { ...ports.budget, check } } },
    held,
    leave: () => {
      isWanted = false;
    },
  };
}
