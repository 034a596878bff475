import { MnemaError } from "../core/errors.js";
import type { SpendingBudget } from "./runtime.js";

/** Bounds of a run; left out: none. `price` is what a million tokens cost, in whatever currency `cost` is in. */
export interface SpendingLimits {
  readonly tokens?: number;
  readonly cost?: number;
  readonly price?: { readonly input: number; readonly output: number };
}

/** Names the budget in its error. */
const SPENDING = "spending";
const MILLION = 1_000_000;

/** A budget with what was spent of it. */
export function createSpending({ tokens = Infinity, cost = Infinity, price = { input: 0, output: 0 } }: SpendingLimits): SpendingBudget {
  const spent = { tokens: 0, cost: 0 };
  return {
    check: () => {
      const over =
        spent.tokens >= tokens
          ? `${tokens} tokens (${spent.tokens} spent)`
          : spent.cost >= cost
            ? `${cost} (${spent.cost.toFixed(4)} spent)`
            : null;
      if (over !== null)
        throw new MnemaError("BUDGET_EXCEEDED", `The budget of ${over} is used up. What was done is kept; the next ingest goes on.`, {
          place: SPENDING,
        });
    },
    spend: ({ input, output }) => {
      spent.tokens += input + output;
      spent.cost += (input * price.input + output * price.output) / MILLION;
    },
  };
}

/** Whether an error says that a run's budget is spent, as against other bounds. */
export function isSpent(error: unknown): error is MnemaError {
  return MnemaError.isInstance(error) && error.code === "BUDGET_EXCEEDED" && error.place === SPENDING;
}
