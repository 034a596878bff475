import { randomUUID } from "node:crypto";
import type { OpenMemory } from "../nodes/memory.js";
import { holdLease, WAIT_MS } from "./lease.js";
import { partialAnswers } from "./partial-answers.js";
import { standInNames } from "./stand-in-names.js";

/** What is taken up again: rounds that wait, rounds of whose answer a part was left out, tables that no model named. */
export interface TakenUp {
  readonly parked: number;
  readonly partial: number;
  readonly unnamed: number;
}

/**
 * Has everything that a model failed at asked anew by the ingest that follows: decisions that failed, answers of which only
 * a part was taken, and names that the stand-in gave instead. What succeeded is not asked again. Killed in between, the same
 * call does the rest.
 */
export async function takeUpAgain({ store, clock }: OpenMemory): Promise<TakenUp> {
  const release = await holdLease(store, `retry-${randomUUID()}`, clock, WAIT_MS);
  try {
    const { log, decisions } = store;
    const partial = await partialAnswers(store);
    const unnamed = await standInNames(decisions);
    // The observations first: a round that was seen is not asked about.
    await log.dropObservations(partial.flatMap(({ rounds }) => rounds));
    await decisions.remove(partial.map(({ key }) => key));
    const [first] = unnamed.length === 0 ? [] : await log.keysAfter(null, 1);
    if (first !== undefined) await log.markDirty(first.orderKey);
    return { parked: (await log.count()).parked, partial: partial.length, unnamed: unnamed.length };
  } finally {
    await release();
  }
}
