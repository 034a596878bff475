import { neighboursIn } from "../../../core/relevance.js";
import { DIMENSION } from "../../../evals/bench/searched-memory.js";
import type { HierarchyNode } from "../../../stores/contract.js";
import type { IndexedNode, Snapshot } from "../../../stores/search/snapshot.js";
import { vectorRows } from "../../../stores/search/vector-rows.js";

/** The same memory with captions, two known days, sessions that take turns, each an episode, and parts that are unlike their rounds. */
export function furnished(snapshot: Snapshot): Snapshot {
  const { columns, events, parts, eventVectors } = snapshot;
  const session = columns.session.map((_, place) => Math.floor(place / 2) % snapshot.sessions.length);
  const sessions = snapshot.sessions.map((_, number) => [...session.keys()].filter((place) => session[place] === number));
  const nodes = sessions.map((places, session): IndexedNode => ({
    node: { id: `e${session}`, kind: "episode", text: `episode ${session}`, visual: null } as HierarchyNode,
    vector: eventVectors.row(places[0] ?? 0),
    places,
  }));
  const partVectors = parts.map((_, part) => snapshot.partVectors.row(parts.length - 1 - part));
  return {
    ...snapshot,
    partVectors: vectorRows(partVectors, DIMENSION),
    sessions,
    neighbours: neighboursIn(sessions, events.length),
    columns: {
      ...columns,
      session,
      caption: columns.caption.map((_, part) => Number(part % 3 === 0)),
      day: columns.day.map((_, place) => place % 3),
    },
    days: ["2024-05-03", "2024-06"],
    nodes,
    nodeOf: new Map(nodes.map((node) => [node.node.id, node])),
    placeOfEvent: new Map(events.map(({ id }, place) => [id, place])),
  };
}
