import type { ToolName } from "../core/evidence.js";
import { compute } from "./compute.js";
import type { Tool } from "./contract.js";
import { eventLocate } from "./event-locate.js";
import { filter } from "./filter.js";
import { lookup } from "./lookup.js";
import { rank } from "./rank.js";
import { semanticMatch } from "./semantic-match.js";

/** The six access tools, analytic memory's before retrieval memory's. AdaMM Table 1. */
export const TOOLS: readonly Tool[] = [lookup, filter, compute, rank, semanticMatch, eventLocate] as unknown as readonly Tool[];

/** Tools that compute over tables. */
export const ANALYTIC_TOOLS: ReadonlySet<ToolName> = new Set<ToolName>(["Lookup", "Filter", "Compute", "Rank"]);

const BY_NAME: ReadonlyMap<ToolName, Tool> = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function toolNamed(name: ToolName): Tool {
  const tool = BY_NAME.get(name);
  if (tool === undefined) throw new Error(`Every name has its tool; ${name} has none.`);
  return tool;
}
