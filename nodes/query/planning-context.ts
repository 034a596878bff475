import type { PlanningContext } from "../../decisions/planning.js";
import type { HierarchyNode, MemoryStore, Seq } from "../../stores/contract.js";
import type { OpenMemory } from "../memory.js";
import { queryRecord } from "./record.js";
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
  const [present, { rounds }, { byId }] = await Promise.all([store.tables.tables(), store.log.count(), allEpisodes(store)]);
  const known = new Set(present.map(({ id }) => id));
  const nodes = episodes.flatMap((id) => byId.get(id) ?? []);
  const [cards, told] = await Promise.all([
    Promise.all(tables.filter((id) => known.has(id)).map((id) => tableCard(engine, id, question, rounds))),
    Promise.all(nodes.map(({ id }) => index.roundsOf(id))),
  ]);
  return {
    context: { question, now, tables: cards.map(({ card }) => card), episodes: nodes.map(({ text, from, to }) => ({ text, from, to })) },
    rounds: [...new Set([...cards.flatMap(({ rounds: shown }) => shown), ...told.flat().map(({ seq }) => seq)])],
  };
}

/** The question in hand: its context and record, the rounds that the context shows, and these with the evidence's. */
export async function questionInHand(open: OpenMemory, state: Parameters<typeof planningContext>[1] & { readonly queryId: string }) {
  const [{ context, rounds }, record] = await Promise.all([planningContext(open, state), queryRecord(open, state.queryId)]);
  return { context, record, rounds, seen: [...new Set([...rounds, ...record.evidence.flatMap(({ seqs }) => seqs)])] };
}

/** Every episode of a memory at one version. */
export interface Episodes {
  readonly version: number;
  readonly all: readonly HierarchyNode[];
  readonly byId: ReadonlyMap<string, HierarchyNode>;
  /** The earliest and the latest time of all, ISO 8601; null when none is known. */
  readonly from: string | null;
  readonly to: string | null;
}

const kept = new WeakMap<MemoryStore, Episodes>();

/** Every episode of a memory; read again when the memory has changed. */
export async function allEpisodes(store: MemoryStore): Promise<Episodes> {
  const { version } = await store.info();
  const known = kept.get(store);
  if (known?.version === version) return known;
  const all = await store.hierarchy.nodes("episode");
  const [from = null, to = null] = ends(all.flatMap((node) => [node.from, node.to]).filter((time) => time !== null));
  const episodes = { version, all, byId: new Map(all.map((node) => [node.id, node])), from, to };
  kept.set(store, episodes);
  return episodes;
}

function ends(times: readonly string[]): (string | undefined)[] {
  const sorted = times.toSorted();
  return [sorted[0], sorted.at(-1)];
}

/** The earliest and the latest time on record, ISO 8601. */
export async function timesOnRecord(store: MemoryStore): Promise<Pick<Episodes, "from" | "to">> {
  const { from, to } = await allEpisodes(store);
  return { from, to };
}
