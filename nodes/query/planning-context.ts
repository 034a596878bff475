import type { PlanningContext } from "../../decisions/planning.js";
import type { HierarchyNode, MemoryStore, Seq } from "../../stores/contract.js";
import type { OpenMemory } from "../memory.js";
import { tableCard } from "./table-cards.js";

/** A planning context, with the rounds whose content stands in it: forgetting one forgets what was decided from it. */
export interface FoundContext {
  readonly context: PlanningContext;
  readonly rounds: readonly Seq[];
}

/** Builds the planning context from the ids that the first node ranked. Gone ones are left out. AdaMM §3.5.2. */
export async function planningContext(
  memory: OpenMemory,
  { question, now, tables, episodes }: { question: string; now: string; tables: readonly string[]; episodes: readonly string[] },
): Promise<FoundContext> {
  const { store, engine, index } = memory;
  const known = new Set((await store.tables.tables()).map(({ id }) => id));
  const { rounds } = await store.log.count();
  const cards = await Promise.all(tables.filter((id) => known.has(id)).map((id) => tableCard(engine, id, question, rounds)));
  const nodes = (await allEpisodes(store))
    .filter(({ id }) => episodes.includes(id))
    .toSorted((a, b) => episodes.indexOf(a.id) - episodes.indexOf(b.id));
  const told = await Promise.all(nodes.map(({ id }) => index.roundsOf(id)));
  return {
    context: { question, now, tables: cards.map(({ card }) => card), episodes: nodes.map(({ text, from, to }) => ({ text, from, to })) },
    rounds: [...new Set([...cards.flatMap(({ rounds: shown }) => shown), ...told.flat().map(({ seq }) => seq)])],
  };
}

const kept = new WeakMap<MemoryStore, { readonly version: number; readonly episodes: readonly HierarchyNode[] }>();

/** Every episode of a memory; read again when the memory has changed. */
export async function allEpisodes(store: MemoryStore): Promise<readonly HierarchyNode[]> {
  const { version } = await store.info();
  const known = kept.get(store);
  if (known?.version === version) return known.episodes;
  const episodes = await store.hierarchy.nodes("episode");
  kept.set(store, { version, episodes });
  return episodes;
}
