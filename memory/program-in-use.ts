import { nodeIn } from "../nodes/design/nodes.js";
import type { ProgramStore } from "../stores/programs.js";

/** The program that a memory serves. */
export interface ProgramInUse {
  readonly search: string;
  readonly node: number;
  /** ISO 8601 UTC. */
  readonly since: string;
}

const USE = /^use (\d+|none) since (\S+)$/;

/** Whether a step of a search puts something to use. */
export function isUse(step: string): boolean {
  return USE.test(step);
}

/** Begins the names of searches for tools, which are no memo programs: a memory may have one of each in use. */
export const TOOLS_SEARCH = "tools/";

/**
 * What was put to use last, in any search of the memory; null when nothing is. It is a step of its search, so that it is
 * exported with it and goes with it. `isTools`: of searches for tools.
 */
export async function programInUse(store: ProgramStore, isTools = false): Promise<ProgramInUse | null> {
  const last = await lastUse(store, isTools);
  return last === null || last.node === "none" ? null : { ...last, node: Number(last.node) };
}

/** As its step tells: `node` may be "none". */
type Use = Readonly<Record<"search" | "node" | "since", string>>;

async function lastUse(store: ProgramStore, isTools: boolean): Promise<Use | null> {
  let last: Use | null = null;
  for (const search of await store.searches()) {
    if (search.startsWith(TOOLS_SEARCH) !== isTools) continue;
    for (const step of await store.steps(search)) {
      const [, node = "", since = ""] = USE.exec(step) ?? [];
      if (node !== "" && (last === null || since >= last.since)) last = { search, node, since };
    }
  }
  return last;
}

/** Puts a program to use in place of any other; null: none, as before the first. NOT_FOUND for a node that the search lacks. */
export async function putToUse(store: ProgramStore, search: string, node: number | null, now: Date): Promise<void> {
  if (node !== null) await nodeIn({ programs: store, name: search }, node);
  // Later than what was put to use before, also when the clock was set back since.
  const before = Date.parse((await lastUse(store, search.startsWith(TOOLS_SEARCH)))?.since ?? "");
  const since = before >= now.getTime() ? new Date(before + 1) : now;
  await store.apply(search, `use ${node ?? "none"} since ${since.toISOString()}`, []);
}
