import { MnemaError } from "../../core/errors.js";
import type { QueryRecord } from "../../stores/contract.js";
import type { OpenMemory } from "../memory.js";

/** The record of a question in hand. NOT_FOUND when it was forgotten meanwhile. */
export async function queryRecord({ store }: OpenMemory, queryId: string): Promise<QueryRecord> {
  const record = await store.queries.get(queryId);
  if (record === null)
    throw new MnemaError("NOT_FOUND", `The question ${queryId} is not on record any more. Ask it again.`, { place: queryId });
  return record;
}
