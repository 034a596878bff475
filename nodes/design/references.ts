import { BASELINES } from "../../environments/programs/baselines/baselines.js";
import { beginning, chosenOf } from "./begun.js";
import { nodeIn } from "./nodes.js";
import type { Search } from "./search.js";

/** A program that does the test tasks beside the chosen one, by the name under which it is reported. */
export interface Reference {
  readonly name: string;
  readonly source: string;
}

/** Fixed memories that a choice is held against. */
export const FIXED = ["trajectory-retrieval", "full-context"] as const;

/** What the choice of a search is compared with: fixed memories, and what other searches of the memory chose. NOT_FOUND for a search that chose nothing. */
export async function referencesFor(search: Search): Promise<readonly Reference[]> {
  const { settings, from = [] } = search.ports;
  const fixed = settings.references === 0 ? [] : FIXED.map((name) => ({ name, source: BASELINES[name] as string }));
  return [...fixed, ...(await Promise.all(from.map((name) => chosenIn(search, name))))];
}

/** A program that was chosen for another agent or other tasks. */
async function chosenIn({ programs }: Search, name: string): Promise<Reference> {
  const chosen = chosenOf(await beginning(programs, name), await programs.programs(name));
  const { source } = await nodeIn({ programs, name }, chosen ?? 0);
  return { name: `from ${name}`, source };
}
