import { sha256 } from "../../../core/canonical.js";
import { bestAbove, describedOf, fusedSimilarity, readOf, type Representation } from "../../../core/hierarchy.js";
import { storedText } from "../../../core/stored-text.js";
import { meanDirection, pooled } from "../../../core/vectors.js";
import { decide } from "../../../decisions/decide.js";
import { describeTopic } from "../../../decisions/describe-topic.js";
import type { HierarchyNode } from "../../../stores/contract.js";
import type { ClosedEpisode, Loom, Members, Topic } from "./woven.js";

/** Attaches a closed episode to the topic that it is most similar to, or to a new one. AdaMM App. A, "Topic construction". */
export async function assign(
  loom: Loom,
  topics: readonly Topic[],
  { episode, representation }: { readonly episode: ClosedEpisode; readonly representation: Representation },
) {
  const { settings } = loom.memory;
  const best = bestAbove(topics, (topic) => fusedSimilarity(representation, topic.representation, settings), settings.topicSimilarity);
  const before = best ?? newTopic(episode, topics.length);
  const members = before.members ?? (await membersBelow(loom, before.node));
  const node = { ...episode.node, parent: before.node.id, position: members.count };
  const topic = await withMembers(loom, before.node, joinedBy(members, { ...episode, node }));
  return { topics: best === null ? [...topics, topic] : topics.map((one) => (one === best ? topic : one)), changed: [node, topic.node] };
}

function newTopic({ node }: ClosedEpisode, position: number): Topic {
  const id = node.id.replace(/^episode/, "topic");
  return {
    node: { ...node, id, kind: "topic", parent: null, position, closed: false },
    representation: { text: null, visual: null },
    members: NOBODY,
  };
}

const NOBODY: Members = { count: 0, described: [], visual: null, from: null, to: null };

/** With one more episode: the same, in every bit, as of all of them together. */
function joinedBy({ count, described, visual, from, to }: Members, episode: ClosedEpisode): Members {
  const { node } = episode;
  return {
    count: count + 1,
    described: describedOf([...described, episode]),
    visual: pooled(visual, node.visual),
    from: from ?? node.from,
    to: node.to ?? to,
  };
}

/** The topic described from the episodes that it now has. */
async function withMembers({ vectors, decisions }: Loom, before: HierarchyNode, members: Members): Promise<Topic> {
  const { described, from, to } = members;
  const descriptions = readOf(described.map(({ node }) => node.text));
  const rounds = described.flatMap(({ seqs }) => seqs);
  const text =
    descriptions.length === 0 ? "" : storedText((await decide(describeTopic, { episodes: descriptions }, decisions, rounds)).description);
  const textHash = sha256(text);
  const visual = meanDirection(members.visual);
  return {
    node: { ...before, text, textHash, visual, from, to },
    representation: { text: (await vectors.of([text])).get(textHash) ?? null, visual },
    members,
  };
}

async function membersBelow({ memory: { store } }: Loom, topic: HierarchyNode): Promise<Members> {
  const nodes = await store.hierarchy.children(topic.id);
  const read = new Set(describedOf(nodes));
  const episodes = await Promise.all(
    nodes.map(async (node) => ({
      node,
      seqs: read.has(node) ? (await store.hierarchy.children(node.id)).flatMap(({ seq }) => seq ?? []) : [],
    })),
  );
  return episodes.reduce(joinedBy, NOBODY);
}
