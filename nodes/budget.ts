import { MnemaError } from "../core/errors.js";
import type { DecisionLog } from "../stores/contract.js";

/** What a run may spend of one thing. */
export interface Meter {
  readonly spent: number;
  add(amount: number): void;
  /** Throws BUDGET_EXCEEDED when nothing is left. */
  check(): void;
}

/** A meter with a bound; null is no bound. `advice` says what holds now, and how to go on. */
export function createMeter(what: string, limit: number | null, advice: string): Meter {
  let spent = 0;
  return {
    get spent() {
      return spent;
    },
    add: (amount) => {
      spent += amount;
    },
    check: () => {
      if (limit !== null && spent >= limit)
        throw new MnemaError("BUDGET_EXCEEDED", `The budget of ${limit} ${what} is used up. ${advice}`, { place: what });
    },
  };
}

/** The decision log, with the tokens of every new decision taken from the budget. */
export function meteredLog(log: DecisionLog, budget: { tokens(used: number): void }): DecisionLog {
  return {
    find: (key) => log.find(key),
    failure: (key) => log.failure(key),
    list: (filter) => log.list(filter),
    count: () => log.count(),
    cost: (run) => log.cost(run),
    remove: (keys) => log.remove(keys),
    touching: (seqs) => log.touching(seqs),
    record: async (records) => {
      budget.tokens(records.reduce((sum, { tokens }) => sum + tokens.input + tokens.output, 0));
      await log.record(records);
    },
  };
}
