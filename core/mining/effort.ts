/** Cell tests (does this round hold this attribute?) that the searches of one round may cost: at most some 100 ms, where an ordinary round takes under a tenth of one. */
export const EFFORT = 400_000;

/**
 * What is left of one round's budget. A log may hold more maximal patterns than there is time or memory for (each of
 * 40 fields missing in turn: ten thousand million), so every search stops when the budget is used up. It is counted in
 * steps and not in time, so that the result is the same everywhere.
 */
export interface Effort {
  left: number;
}
