import { CONTENT_LABELS, type ContentLabel } from "../labels.js";
import { removing } from "./memory.js";

/** Memories as a whole. Keys hold the space, so that nothing crosses from one to another. */

export const MEMORY_BY_KEY = `MATCH (m:Memory {key: $key})
RETURN m.uid AS uid`;

/** Makes a memory unless it is there. */
export const MAKE_MEMORY = `MERGE (m:Memory {key: $key})
ON CREATE SET m.uid = $uid, m.memoryId = $name, m.createdAt = $createdAt, m.version = 0, m.seq = 0, m.places = 0, m.tableGeneration = 0
RETURN m.uid AS uid`;

export const RENAME_MEMORY = `MATCH (m:Memory {key: $key})
SET m.key = $newKey, m.memoryId = $name
RETURN m.createdAt AS createdAt`;

/** From here on no handle can write, and the name is free. The content goes in pieces. */
export const CONDEMN_MEMORY = `MATCH (m:Memory {key: $key})
SET m.destroyed = $key, m.version = m.version + 1
REMOVE m.key`;

/** Memories of this name whose destruction has begun, by a process that may have been killed. */
export const CONDEMNED = `MATCH (m:Memory {destroyed: $key})
RETURN m.uid AS uid`;

/** Removes up to `$limit` nodes of one label; says how many there were. */
export function deleteContent(label: ContentLabel): string {
  const named = CONTENT_LABELS[label].map((property) => ` AND n.${property} IS NOT NULL`).join("");
  return removing(`n:${label}`, `n.memory = $memory${named}`);
}

export const DELETE_MEMORY = `MATCH (m:Memory {uid: $memory})
DETACH DELETE m`;
