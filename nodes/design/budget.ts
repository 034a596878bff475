import { MnemaError } from "../../core/errors.js";
import { createMeter } from "../budget.js";
import type { DesignBudget } from "./ports.js";

const ADVICE = "What was found is kept; run the search again with more to go on.";

/**
 * A budget of one run: tokens, of the agent, of programs, of what judges or reads pages for the world and of decisions, and
 * milliseconds since it was made; null is no bound. What is under way when it runs out is ended in order, so both may be
 * overdrawn by as much as that takes. Nothing is left, either, once `signal` fired (CANCELLED).
 */
export function createBudget(
  limits: { readonly tokens: number | null; readonly ms: number | null },
  clock: () => Date,
  signal?: AbortSignal,
): DesignBudget & { readonly spent: { readonly tokens: number; readonly ms: number } } {
  const began = clock().getTime();
  const tokens = createMeter("tokens", limits.tokens, ADVICE);
  const time = createMeter("milliseconds", limits.ms, ADVICE);
  const elapsed = () => {
    time.add(clock().getTime() - began - time.spent);
    return time.spent;
  };
  return {
    get spent() {
      return { tokens: tokens.spent, ms: elapsed() };
    },
    tokens: tokens.add,
    check: () => {
      if (signal?.aborted === true) throw new MnemaError("CANCELLED", "The search was cancelled before its end.");
      elapsed();
      tokens.check();
      time.check();
    },
  };
}
