import type { LogStore, Seq } from "../../../stores/contract.js";

/** Order key of the last of the slice's first `mined` rounds; null when there is none. */
export async function positionOf(log: LogStore, slice: readonly Seq[], mined: number): Promise<string | null> {
  return (await log.rounds(slice.slice(0, mined))).at(-1)?.orderKey ?? null;
}
