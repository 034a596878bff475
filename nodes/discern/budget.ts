import { createMeter } from "../budget.js";
import type { ReplayBudget } from "./ports.js";

const ADVICE = "What was learned is kept; run the stream again with more to go on.";

/** A budget of replays and tokens; null is no bound. Tokens are those of the team and of decisions. */
export function createBudget(limits: { readonly replays: number | null; readonly tokens: number | null }): ReplayBudget & {
  /** What has been spent. */
  readonly spent: { readonly replays: number; readonly tokens: number };
} {
  const replays = createMeter("replays", limits.replays, ADVICE);
  const tokens = createMeter("tokens", limits.tokens, ADVICE);
  return {
    get spent() {
      return { replays: replays.spent, tokens: tokens.spent };
    },
    check: tokens.check,
    replay: () => {
      tokens.check();
      replays.check();
      replays.add(1);
    },
    tokens: tokens.add,
  };
}
