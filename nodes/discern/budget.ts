import { MnemaError } from "../../core/errors.js";
import type { DecisionLog } from "../../stores/contract.js";
import type { ReplayBudget } from "./ports.js";

/** A budget of replays and tokens; null is no bound. Tokens are those of the team and of decisions. */
export function createBudget(limits: { readonly replays: number | null; readonly tokens: number | null }): ReplayBudget & {
  /** What has been spent. */
  readonly spent: { replays: number; tokens: number };
} {
  const spent = { replays: 0, tokens: 0 };
  const check = () => {
    if (limits.tokens !== null && spent.tokens >= limits.tokens) throw exceeded("tokens", limits.tokens);
  };
  return {
    spent,
    check,
    replay: () => {
      check();
      if (limits.replays !== null && spent.replays >= limits.replays) throw exceeded("replays", limits.replays);
      spent.replays++;
    },
    tokens: (used) => {
      spent.tokens += used;
    },
  };
}

function exceeded(what: "replays" | "tokens", limit: number): MnemaError {
  return new MnemaError(
    "BUDGET_EXCEEDED",
    `The budget of ${limit} ${what} is used up. What was learned is kept; run the stream again with more to go on.`,
    { place: what },
  );
}

/** The decision log, with the tokens of every new decision taken from the budget. */
export function meteredLog(log: DecisionLog, budget: ReplayBudget): DecisionLog {
  return {
    find: (key) => log.find(key),
    failure: (key) => log.failure(key),
    list: (filter) => log.list(filter),
    cost: (run) => log.cost(run),
    remove: (keys) => log.remove(keys),
    touching: (seqs) => log.touching(seqs),
    record: async (records) => {
      budget.tokens(records.reduce((sum, { tokens }) => sum + tokens.input + tokens.output, 0));
      await log.record(records);
    },
  };
}
