import { writing } from "./memory.js";

/**
 * The log. A `:Round` is a version of a round; the one that counts is a `:Current` too. Predicates such as
 * `IS NOT NULL` on an indexed property say nothing new: an index over several is used only where all are named.
 */

const PLACE = `r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
  r.zone AS zone, r.order AS order`;

const ROUND = `${PLACE}, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
  r.ids AS ids, r.turns AS turns`;

const PLACED = `${PLACE}, r.ids[0] AS id`;

export const ROUNDS_AFTER = `MATCH (r:Current {memory: $memory})
WHERE r.orderHead >= $head AND r.order > $after
WITH r ORDER BY r.orderHead, r.order LIMIT $limit
RETURN ${ROUND}`;

/** The same rounds, only their places. */
export const KEYS_AFTER = `MATCH (r:Current {memory: $memory})
WHERE r.orderHead >= $head AND r.order > $after
RETURN r.seq AS seq, r.order AS order ORDER BY r.orderHead, order LIMIT $limit`;

export const ROUNDS_BY_SEQ = `MATCH (r:Round {memory: $memory})
WHERE r.seq IN $seqs AND r.supersededBy IS NULL
WITH r ORDER BY r.order
RETURN ${ROUND}`;

/** Candidates: (key of a source id, the history it is in or null). */
export const ROUNDS_BY_ID = `UNWIND $candidates AS candidate
MATCH (s:SourceId {memory: $memory, key: candidate.key})-[:NAMES]->(r:Round)
WHERE candidate.history IS NULL OR r.history = candidate.history
WITH DISTINCT r ORDER BY r.order
RETURN ${ROUND}`;

export const AMBIGUOUS_IDS = `MATCH (s:SourceId {memory: $memory})
WHERE s.rounds > 1
RETURN s.id AS id`;

export const COUNT_ROUNDS = `MATCH (r:Current {memory: $memory})
WHERE r.orderHead IS NOT NULL
RETURN count(r) AS rounds, count(r.parked) AS parked, coalesce(sum(r.observed), 0) AS observations`;

/** Rounds that are not derived from: all of them, or those after a place, parked, or not extracted from. */
export const COUNT_WAITING = `MATCH (r:Current {memory: $memory})
WHERE r.orderHead IS NOT NULL AND ($after IS NULL OR r.order > $after OR r.parked IS NOT NULL OR r.observed IS NULL)
RETURN count(r) AS waiting`;

export const PARKED_ROUNDS = `MATCH (r:Current {memory: $memory, waits: true})
WITH r ORDER BY r.order
RETURN ${ROUND}`;

export const HISTORY = `MATCH (r:Round {memory: $memory})
WHERE r.seq > $after
WITH r ORDER BY r.seq LIMIT $limit
RETURN ${ROUND}`;

export const KNOWN_SEQS = `MATCH (r:Round {memory: $memory})
WHERE r.seq IN $seqs
RETURN r.seq AS seq`;

/** Current versions of the rounds with these keys. */
export const CURRENT_BY_KEY = `MATCH (r:Current {memory: $memory})
WHERE r.key IN $keys
RETURN r.key AS key, r.digest AS digest, ${PLACED}`;

/** All versions of the rounds that these seqs are versions of. */
export const VERSIONS = `MATCH (given:Round {memory: $memory})
WHERE given.seq IN $seqs
WITH DISTINCT given.key AS key
MATCH (r:Round {memory: $memory, key: key})
RETURN r.supersededBy AS supersededBy, r.ids AS ids, r.pictures AS pictures, ${PLACED}`;

/**
 * Current rounds that a window of positions in a session depends on or that depend on it: from the last one before it
 * that has a time to the first one after it that has.
 */
export const ROUNDS_AROUND = `UNWIND $windows AS window
CALL (window) {
  OPTIONAL MATCH (before:Current {memory: $memory, place: window.place, timed: true})
  WHERE before.position < window.low
  RETURN before.position AS low ORDER BY low DESC LIMIT 1
}
CALL (window) {
  OPTIONAL MATCH (after:Current {memory: $memory, place: window.place, timed: true})
  WHERE after.position > window.high
  RETURN after.position AS high ORDER BY high LIMIT 1
}
MATCH (r:Current {memory: $memory, place: window.place})
WHERE r.position >= coalesce(low, window.low) AND r.position <= coalesce(high, $last)
RETURN ${PLACED}`;

/** Stores versions; those that nothing supersedes are current. */
export const CREATE_ROUNDS = `UNWIND $rounds AS round
CREATE (r:Round {memory: $memory})
SET r += round
WITH r WHERE r.supersededBy IS NULL
SET r:Current`;

export const SUPERSEDE_ROUNDS = `UNWIND $superseded AS superseded
MATCH (r:Round {memory: $memory, seq: superseded.seq})
SET r.supersededBy = superseded.by
REMOVE r:Current
WITH r
MATCH (:SourceId)-[name:NAMES]->(r)
DELETE name`;

export const MOVE_ROUNDS = `UNWIND $moved AS moved
MATCH (r:Round {memory: $memory, seq: moved.seq})
SET r.position = moved.position, r.order = moved.order, r.orderHead = moved.orderHead`;

export const DELETE_ROUNDS = `MATCH (r:Round {memory: $memory})
WHERE r.seq IN $seqs
DETACH DELETE r`;

export const NAME_ROUNDS = `UNWIND $names AS name
MATCH (r:Round {memory: $memory, seq: name.seq})
MERGE (s:SourceId {memory: $memory, key: name.key})
ON CREATE SET s.id = name.id
CREATE (s)-[:NAMES]->(r)`;

/** Counts the rounds that source ids name; one that names none goes. */
export const COUNT_NAMED = `UNWIND $keys AS key
MATCH (s:SourceId {memory: $memory, key: key})
SET s.rounds = COUNT { (s)-[:NAMES]->() }
WITH s WHERE s.rounds = 0
DELETE s`;

/** What was parked for before, and where it stands; the rest of a round stays. */
export const PARK_ROUND = `MATCH (r:Round {memory: $memory, seq: $seq})
WITH r, r.parked AS before
SET r.parked = $reason, r.waits = CASE WHEN $reason IS NULL THEN null ELSE true END
RETURN before, r.order AS order`;

/** The observations as JSON, and beside it as lists for people: attributes and values of equal place. */
export const PUT_OBSERVATIONS = writing(`MATCH (r:Round {memory: $memory, seq: $seq})
SET r.observed = $observed, r.observations = $observations, r.attributes = $attributes, r.values = $values`);

/** Gives the place of each round that had been seen. */
export const DROP_OBSERVATIONS = `MATCH (r:Round {memory: $memory})
WHERE r.seq IN $seqs AND r.observations IS NOT NULL
SET r.observed = null, r.observations = null, r.attributes = null, r.values = null
RETURN r.order AS order`;

export const OBSERVATIONS = `MATCH (r:Round {memory: $memory})
WHERE r.seq IN $seqs AND r.observations IS NOT NULL
RETURN r.seq AS seq, r.observations AS observations`;

/** What the last append stored, and what that superseded, in its order. */
export const APPENDED_AFTER = `MATCH (r:Round {memory: $memory})
WHERE r.seq > $after
OPTIONAL MATCH (old:Round {memory: $memory, key: r.key})
WHERE old.supersededBy = r.seq
WITH r, old ORDER BY r.seq
RETURN r.seq AS seq, old.seq AS superseded`;
