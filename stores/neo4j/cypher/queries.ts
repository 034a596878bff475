import { writing } from "./memory.js";

/** Questions as they were answered. `place` is the order in which they first came. */

export const PUT_QUERY = writing(`SET m.places = m.places + 1
WITH m
MERGE (q:Query {memory: $memory, id: $id})
ON CREATE SET q.place = m.places
SET q.at = $at, q.question = $question, q.seqs = $seqs, q.record = $record`);

export const QUERY = `MATCH (q:Query {memory: $memory, id: $id})
RETURN q.record AS record`;

export const LIST_QUERIES = `MATCH (q:Query {memory: $memory})
WHERE q.id IS NOT NULL
WITH q ORDER BY q.at, q.place
RETURN q.record AS record`;

export const QUERIES_TOUCHING = `MATCH (q:Query {memory: $memory})
WHERE q.id IS NOT NULL AND any(seq IN q.seqs WHERE seq IN $seqs)
WITH q ORDER BY q.at, q.place
RETURN q.id AS id`;

export const REMOVE_QUERIES = writing(`MATCH (q:Query {memory: $memory})
WHERE q.id IN $ids
DETACH DELETE q`);
