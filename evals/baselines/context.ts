import { MNEMA_BUDGET } from "./budget.js";
import type { Baseline, Found, KeptRound, MemoryParts } from "./contract.js";
import { roundAt } from "./ranking.js";

/** Characters that a model's window holds, about 128 k tokens. */
const WINDOW = 500_000;

/** Nothing is kept: what the answering step knows by itself. */
export const noMemory: Baseline = { about: "nothing is kept", open: () => ({ add: async () => {}, find: async () => [] }) };

/**
 * The whole history in the prompt, without retrieval; of one that is longer than a model's window the latest part. It is outside
 * the budget of evidence, and what it costs stands beside it: what retrieval is to reach with less.
 */
export const fullContext: Baseline = {
  about: "the whole history in the prompt, outside the budget",
  open: latest,
  budget: { units: Infinity, characters: WINDOW },
};

/** The latest rounds alone, as many as the budget of characters holds: a prompt that is cut at its window, of Mnema's budget. */
export const recentContext: Baseline = {
  about: "the latest rounds that fit the budget",
  open: latest,
  budget: { ...MNEMA_BUDGET, units: Infinity },
};

/** The latest rounds first, so that the budget cuts off the oldest. */
function latest(_parts: MemoryParts) {
  let kept: readonly KeptRound[] = [];
  return {
    add: async (rounds: readonly KeptRound[]) => void (kept = [...kept, ...rounds]),
    find: async (): Promise<Found[]> => kept.map(({ place }) => roundAt(place, 1)).toReversed(),
  };
}
