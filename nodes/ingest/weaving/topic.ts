import { sha256 } from "../../../core/canonical.js";
import { bestAbove, describedOf, fusedSimilarity, readOf, type Representation } from "../../../core/hierarchy.js";
import { storedText } from "../../../core/stored-text.js";
import { meanDirection, pooled, type Pool } from "../../../core/vectors.js";
import { decide } from "../../../decisions/decide.js";
import { describeTopic } from "../../../decisions/describe-topic.js";
import type { HierarchyNode } from "../../../stores/contract.js";
import { textVectors } from "../vectors.js";
import type { ClosedEpisode, Loom, Topic } from "./woven.js";

/** Attaches a closed episode to the topic that it is most similar to, or to a new one. AdaMM App. A, "Topic construction". */
export async function assign(
  loom: Loom,
  topics: readonly Topic[],
  { episode, representation }: { readonly episode: ClosedEpisode; readonly representation: Representation },
) {
  const { settings } = loom.memory;
  const best = bestAbove(topics, (topic) => fusedSimilarity(representation, topic.representation, settings), settings.topicSimilarity);
  const before = best ?? newTopic(episode, topics.length);
  const members = before.episodes ?? (await episodesBelow(loom, before.node));
  const node = { ...episode.node, parent: before.node.id, position: members.length };
  const topic = await withEpisodes(loom, before.node, [...members, { ...episode, node }]);
  return { topics: best === null ? [...topics, topic] : topics.map((one) => (one === best ? topic : one)), changed: [node, topic.node] };
}

function newTopic({ node }: ClosedEpisode, position: number): Topic {
  const id = node.id.replace(/^episode/, "topic");
  return {
    node: { ...node, id, kind: "topic", parent: null, position, closed: false },
    representation: { text: null, visual: null },
    episodes: [],
  };
}

/** The topic described from the episodes that it now has. */
async function withEpisodes({ memory, decisions }: Loom, before: HierarchyNode, episodes: readonly ClosedEpisode[]): Promise<Topic> {
  const read = describedOf(episodes);
  const descriptions = readOf(read.map(({ node }) => node.text));
  const rounds = read.flatMap(({ seqs }) => seqs);
  const text =
    descriptions.length === 0 ? "" : storedText((await decide(describeTopic, { episodes: descriptions }, decisions, rounds)).description);
  const textHash = sha256(text);
  const visual = meanDirection(episodes.reduce<Pool>((pool, { node }) => pooled(pool, node.visual), null));
  const from = episodes.find(({ node }) => node.from !== null)?.node.from ?? null;
  const to = episodes.findLast(({ node }) => node.to !== null)?.node.to ?? null;
  return {
    node: { ...before, text, textHash, visual, from, to },
    representation: { text: (await textVectors(memory, [text])).get(textHash) ?? null, visual },
    episodes,
  };
}

async function episodesBelow({ memory: { store } }: Loom, topic: HierarchyNode): Promise<ClosedEpisode[]> {
  const nodes = await store.hierarchy.children(topic.id);
  const read = new Set(describedOf(nodes));
  return Promise.all(
    nodes.map(async (node) => ({
      node,
      seqs: read.has(node) ? (await store.hierarchy.children(node.id)).flatMap(({ seq }) => seq ?? []) : [],
    })),
  );
}
