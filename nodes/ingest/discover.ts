import type { GraphNode } from "@langchain/langgraph";
import type { IngestPorts } from "./ports.js";
import { runtimeOf } from "./runtime.js";
import { isStanding } from "./standing.js";
import type { IngestState } from "./state.js";
import { decideTables } from "./tabling/decide-tables.js";

/**
 * Decides name, description, column types and meanings of the tables that the last mined round discovered. The answers
 * are recorded decisions: running it twice asks once. AdaMM §3.3.3.
 */
export function discover({ memory }: IngestPorts): GraphNode<typeof IngestState> {
  return async ({ memoryId, slice, mined, change, ...run }, config) => {
    const open = await memory(memoryId);
    if (await isStanding(open, run)) await decideTables(open, runtimeOf(open, run, config), { slice, mined }, change?.discovered ?? []);
    return {};
  };
}
