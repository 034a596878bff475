import type { NodeKind } from "../../contract.js";
import { UNIT_LABELS } from "../labels.js";

/** The hierarchy: every node is a `:Unit`, and a `:Topic`, `:Episode` or `:Event`. */

const UNIT = `u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.text AS text, u.seq AS seq, u.textHash AS textHash,
  u.visual AS visual, u.from AS from, u.to AS to, u.closed AS closed`;

export const UNIT_BY_ID = `MATCH (u:Unit {memory: $memory, id: $id})
RETURN ${UNIT}`;

/** Those without a parent first. */
export const UNITS_OF_KIND = `MATCH (u:Unit {memory: $memory, kind: $kind})
WHERE u.closed IS NOT NULL
WITH u ORDER BY u.parent IS NOT NULL, u.parent, u.position, u.id
RETURN ${UNIT}`;

export const COUNT_UNITS = `MATCH (u:Unit {memory: $memory, kind: $kind})
WHERE u.closed IS NOT NULL
RETURN count(u) AS units`;

export const CHILDREN = `MATCH (u:Unit {memory: $memory, parent: $id})
WHERE u.position IS NOT NULL
WITH u ORDER BY u.position, u.id
RETURN ${UNIT}`;

export const OPEN_EPISODES = `MATCH (u:Unit {memory: $memory, kind: "episode", closed: false})
WHERE u.parent IS NULL
WITH u ORDER BY u.id LIMIT 1
RETURN ${UNIT}`;

/** Where units stand now, so that only the links of those that moved are made anew. */
export const UNIT_PLACES = `MATCH (u:Unit {memory: $memory})
WHERE u.id IN $ids
RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.seq AS seq`;

export const REMOVE_UNITS = `MATCH (u:Unit {memory: $memory})
WHERE u.id IN $ids
DETACH DELETE u`;

/** Replaces units of one kind. */
export function putUnits(kind: NodeKind): string {
  const others = Object.values(UNIT_LABELS).filter((label) => label !== UNIT_LABELS[kind]);
  return `UNWIND $units AS unit
MERGE (u:Unit {memory: $memory, id: unit.id})
SET u = unit, u.memory = $memory
SET u:${UNIT_LABELS[kind]}
REMOVE u:${others.join(":")}`;
}

export const UNLINK_UNITS = `UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
OPTIONAL MATCH (u)<-[above:HAS|CONTAINS]-()
OPTIONAL MATCH (u)-[beside:NEXT]-()
OPTIONAL MATCH (u)-[origin:OF|SHOWS]->()
OPTIONAL MATCH (u)<-[row:FROM]-()
DELETE above, beside, origin, row`;

export const LINK_TOPICS = `MATCH (m:Memory {uid: $memory})
UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
MERGE (m)-[:HAS]->(u)`;

export const LINK_TO_PARENTS = `UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
MATCH (parent:Unit {memory: $memory, id: u.parent})
MERGE (parent)-[:CONTAINS]->(u)`;

export const LINK_TO_CHILDREN = `UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
MATCH (child:Unit {memory: $memory, parent: id})
WHERE child.position IS NOT NULL
MERGE (u)-[:CONTAINS]->(child)`;

/** Events follow one another inside their episode. */
export const LINK_TO_NEXT = `UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
MATCH (next:Unit {memory: $memory, parent: u.parent, position: u.position + 1})
WHERE next.kind = "event"
MERGE (u)-[:NEXT]->(next)`;

export const LINK_TO_PREVIOUS = `UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
MATCH (previous:Unit {memory: $memory, parent: u.parent, position: u.position - 1})
WHERE previous.kind = "event"
MERGE (previous)-[:NEXT]->(u)`;

/** Links events to their rounds and what these show. */
export const LINK_TO_ROUNDS = `UNWIND $seqs AS seq
MATCH (e:Event {memory: $memory, seq: seq})
MATCH (r:Round {memory: $memory, seq: seq})
MERGE (e)-[:OF]->(r)
WITH e, r
MATCH (r)-[:SHOWS]->(i:Image)
MERGE (e)-[:SHOWS]->(i)`;
