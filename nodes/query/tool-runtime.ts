import { outputIds } from "../../core/output-ids.js";
import type { ToolRuntime } from "../../tools/contract.js";
import type { OpenMemory } from "../memory.js";

/** What a tool may touch of a memory, within what is left of the shared budget. */
export async function toolRuntime(
  { store, engine, index, settings }: OpenMemory,
  used: { readonly units: number; readonly characters: number },
): Promise<ToolRuntime> {
  const [ambiguous, tables] = await Promise.all([store.log.ambiguousIds(), store.tables.tables()]);
  return {
    tables,
    engine,
    index,
    rounds: (seqs) => store.log.rounds(seqs),
    outputIds: (round) => outputIds(round, ambiguous),
    remaining: Math.max(0, settings.evidenceUnits - used.units),
    characters: Math.max(0, settings.evidenceCharacters - used.characters),
  };
}
