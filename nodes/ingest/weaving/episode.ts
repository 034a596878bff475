import { sha256 } from "../../../core/canonical.js";
import { describedOf, followsWithin, fusedSimilarity, readOf, type Representation } from "../../../core/hierarchy.js";
import { storedText } from "../../../core/stored-text.js";
import { SUMMARY_LIMIT, shortened } from "../../../core/summary.js";
import { meanDirection, pooled } from "../../../core/vectors.js";
import { decide } from "../../../decisions/decide.js";
import { describeEpisode } from "../../../decisions/describe-episode.js";
import type { HierarchyNode } from "../../../stores/contract.js";
import type { MemorySettings } from "../../memory.js";
import type { NewEvent } from "./event.js";
import type { ClosedEpisode, CurrentEpisode, Event, Loom } from "./woven.js";

/**
 * Whether an event goes on with the current episode: within a day, and similar enough by eq. 13. One that has nothing
 * to be compared by (an emoji, a picture nobody sees) is no sign of a change, and goes on. AdaMM App. A.
 */
export function goesOn(episode: CurrentEpisode, event: NewEvent, settings: MemorySettings): boolean {
  if (!followsWithin(episode.moment, event.moment, settings.episodeGapDays)) return false;
  const similarity = fusedSimilarity(event.representation, episode.representation, settings);
  return similarity === null || similarity > settings.episodeSimilarity;
}

/** A new episode that begins with this event. */
export function begin(loom: Loom, event: NewEvent): Promise<CurrentEpisode> {
  const id = `episode-${event.key}`;
  // Until an episode that is described when it closes does so, its first event stands for it.
  const node: HierarchyNode = {
    ...event.node,
    id,
    kind: "episode",
    seq: null,
    text: shortened(event.content, SUMMARY_LIMIT),
    closed: false,
  };
  return insert(
    loom,
    { node, events: [], pools: { text: null, visual: null }, representation: event.representation, moment: event.moment },
    event,
  );
}

/** The episode with one more event, described anew with `describe: each`. */
export async function insert(loom: Loom, episode: CurrentEpisode, event: NewEvent): Promise<CurrentEpisode> {
  const { settings } = loom.memory;
  const placed: Event = {
    node: { ...event.node, parent: episode.node.id, position: episode.events.length },
    seq: event.seq,
    content: event.content,
  };
  const events = [...episode.events, placed];
  const pools = {
    text: settings.describe === "close" ? pooled(episode.pools.text, event.representation.text) : null,
    visual: pooled(episode.pools.visual, event.representation.visual),
  };
  const visual = meanDirection(pools.visual);
  const times = { from: episode.node.from ?? event.node.from, to: event.node.to ?? episode.node.to };
  const node: HierarchyNode = { ...episode.node, ...times, visual, ...(settings.describe === "each" ? await described(loom, events) : {}) };
  return { node, events, pools, representation: { text: await comparedText(loom, node, pools.text), visual }, moment: event.moment };
}

/** The episode as its topic takes it in, described by now in either mode. */
export async function close(
  loom: Loom,
  { node, events }: CurrentEpisode,
): Promise<{ readonly episode: ClosedEpisode; readonly representation: Representation }> {
  const final = loom.memory.settings.describe === "close" ? { ...node, ...(await described(loom, events)) } : node;
  const seqs = events.map(({ seq }) => seq);
  return {
    episode: { node: { ...final, closed: true }, seqs },
    representation: { text: await vectorOf(loom, final.text), visual: final.visual },
  };
}

/** What the next event's text is compared with: the description's vector, or the mean of the events' vectors. */
export async function comparedText(loom: Loom, node: HierarchyNode, pool: CurrentEpisode["pools"]["text"]): Promise<Float32Array | null> {
  return loom.memory.settings.describe === "each" ? vectorOf(loom, node.text) : meanDirection(pool);
}

async function described(loom: Loom, events: readonly Event[]): Promise<{ readonly text: string; readonly textHash: string }> {
  const read = describedOf(events);
  const contents = readOf(read.map(({ content }) => content));
  const rounds = read.map(({ seq }) => seq);
  const text =
    contents.length === 0 ? "" : storedText((await decide(describeEpisode, { events: contents }, loom.decisions, rounds)).description);
  return { text, textHash: sha256(text) };
}

async function vectorOf({ vectors }: Loom, text: string): Promise<Float32Array | null> {
  return (await vectors.of([text])).get(sha256(text)) ?? null;
}
