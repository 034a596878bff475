import { outputIds } from "../../core/output-ids.js";
import type { ToolRuntime } from "../../tools/contract.js";
import type { OpenMemory } from "../memory.js";
import { timesOnRecord } from "./planning-context.js";

/** What a tool may touch of a memory, within what is left of the shared budget. */
export async function toolRuntime(
  { store, engine, index, settings }: OpenMemory,
  used: { readonly units: number; readonly characters: number; readonly now?: string },
): Promise<ToolRuntime> {
  const [ambiguous, tables] = await Promise.all([store.log.ambiguousIds(), store.tables.tables()]);
  const { now = "" } = used;
  return {
    tables,
    engine,
    index,
    rounds: (seqs) => store.log.rounds(seqs),
    ...(now === "" ? {} : { times: async () => ({ now, ...(await timesOnRecord(store)) }) }),
    outputIds: (round) => outputIds(round, ambiguous),
    remaining: Math.max(0, settings.evidenceUnits - used.units),
    characters: Math.max(0, settings.evidenceCharacters - used.characters),
  };
}
