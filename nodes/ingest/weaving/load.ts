import { describedOf } from "../../../core/hierarchy.js";
import { eventText } from "../../../core/parts.js";
import { meanDirection, pooled, type Pool } from "../../../core/vectors.js";
import type { HierarchyNode, MemoryStore } from "../../../stores/contract.js";
import { comparedText } from "./episode.js";
import { momentOf } from "./event.js";
import type { CurrentEpisode, Event, Loom, Topic, Woven, WovenMemory } from "./woven.js";

/** What a slice was left with, at the cursor that was committed with it. */
interface Kept extends Pick<Woven, "current" | "topics"> {
  readonly cursor: string | null;
  readonly generation: number;
}

/** One an open memory, so that a slice need not read the episodes of every topic that it adds to. */
const kept = new WeakMap<MemoryStore, Kept>();

/** Keeps what a slice was left with, which is in the store with this cursor. */
export async function keep({ store }: WovenMemory, { current, topics }: Woven, cursor: string | null): Promise<void> {
  kept.set(store, { current, topics, cursor, generation: await store.tables.generation() });
}

/**
 * Takes the hierarchy up where the last slice left it, where that is at hand and still stands, else as the store has it:
 * they are equal in every bit.
 */
export async function load(loom: Loom): Promise<Woven> {
  const { store } = loom.memory;
  const known = kept.get(store);
  if (known?.cursor === (await store.hierarchy.cursor()) && known?.generation === (await store.tables.generation()))
    return { current: known.current, topics: known.topics, changed: new Map(), parked: [] };
  const open = await store.hierarchy.currentEpisode();
  return { current: open === null ? null : await currentEpisode(loom, open), topics: await topicsOf(loom), changed: new Map(), parked: [] };
}

async function topicsOf({ memory: { store, encoder } }: Loom): Promise<Topic[]> {
  const nodes = await store.hierarchy.nodes("topic");
  const vectors = await store.vectors.get(
    nodes.map(({ textHash }) => textHash),
    encoder.model,
  );
  return nodes.map((node) => ({ node, representation: { text: vectors.get(node.textHash) ?? null, visual: node.visual }, members: null }));
}

async function currentEpisode(loom: Loom, node: HierarchyNode): Promise<CurrentEpisode | null> {
  const { store } = loom.memory;
  const nodes = await store.hierarchy.children(node.id);
  const rounds = await store.log.rounds(describedOf(nodes).flatMap(({ seq }) => seq ?? []));
  const latest = rounds.at(-1);
  if (latest === undefined) return null;
  const contents = new Map(rounds.map((round) => [round.seq, eventText(round)]));
  const events = nodes.flatMap((event): Event[] =>
    event.seq === null ? [] : [{ node: event, seq: event.seq, content: contents.get(event.seq) ?? "" }],
  );
  const pools = { text: await textPool(loom, nodes), visual: nodes.reduce<Pool>((pool, { visual }) => pooled(pool, visual), null) };
  return {
    node,
    events,
    pools,
    representation: { text: await comparedText(loom, node, pools.text), visual: meanDirection(pools.visual) },
    moment: momentOf(latest),
  };
}

async function textPool({ memory: { store, encoder, settings } }: Loom, nodes: readonly HierarchyNode[]): Promise<Pool> {
  if (settings.describe === "each") return null;
  const vectors = await store.vectors.get(
    nodes.map(({ textHash }) => textHash),
    encoder.model,
  );
  return nodes.reduce<Pool>((pool, { textHash }) => pooled(pool, vectors.get(textHash) ?? null), null);
}
