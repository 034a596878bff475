/** The registry: memories, runs, API keys and idempotent requests of a space. */

/** The next number of an order of arrival. Locks the counter until the transaction ends. */
export const NEXT_PLACE = `MERGE (s:Mnema {one: 1})
SET s.places = coalesce(s.places, 0) + 1
RETURN s.places AS place`;

export const IS_REGISTERED = `MATCH (r:Registered {key: $key})
RETURN r.createdAt AS createdAt`;

export const REGISTER = `MERGE (r:Registered {key: $key})
ON CREATE SET r.space = $space, r.memoryId = $memoryId, r.createdAt = $createdAt, r.place = $place`;

export const REGISTERED = `MATCH (r:Registered {space: $space})
RETURN r.memoryId AS memoryId, r.createdAt AS createdAt ORDER BY r.createdAt, r.place`;

/** With its runs, their events and its requests. */
export const UNREGISTER = `OPTIONAL MATCH (r:Registered {key: $key})
OPTIONAL MATCH (run:Run {memoryKey: $key})
OPTIONAL MATCH (run)-[:SAW]->(event:RunEvent)
OPTIONAL MATCH (request:Request {memoryKey: $key})
DETACH DELETE r, run, event, request`;

export const PUT_RUN = `MERGE (r:Run {space: $space, id: $id})
ON CREATE SET r.place = $place
SET r.memoryKey = $memoryKey, r.memoryId = $memoryId, r.state = $state, r.run = $run`;

export const RUN = `MATCH (r:Run {space: $space, id: $id})
RETURN r.memoryId AS memoryId, r.run AS run`;

/** A memory's runs in these states. */
export const RUNS = `MATCH (r:Run {memoryKey: $key})
WHERE r.state IN $states
WITH r ORDER BY r.place
RETURN r.memoryId AS memoryId, r.run AS run`;

/** The run is locked first, so that events added at the same time get numbers of their own. */
export const ADD_RUN_EVENT = `MATCH (r:Run {space: $space, id: $id})
SET r.locked = true
WITH r
SET r.events = coalesce(r.events, 0) + 1
CREATE (r)-[:SAW]->(:RunEvent {number: r.events, event: $event})
RETURN r.events AS number`;

export const RUN_EVENTS = `MATCH (r:Run {space: $space, id: $id})-[:SAW]->(e:RunEvent)
WHERE e.number > $after
RETURN e.number AS number, e.event AS event ORDER BY number`;

/** Replaces events by others of their numbers. */
export const PUT_RUN_EVENTS = `UNWIND $events AS given
MATCH (:Run {space: $space, id: $id})-[:SAW]->(e:RunEvent {number: given.number})
SET e.event = given.event`;

/** Replaces the replies to a memory's requests. */
export const PUT_REPLIES = `MATCH (q:Request {memoryKey: $key})
WHERE q.reply IS NOT NULL
SET q.reply = $reply`;

export const PUT_KEY = `MERGE (k:ApiKey {space: $space, id: $id})
ON CREATE SET k.place = $place
SET k.key = $apiKey`;

export const KEYS = `MATCH (k:ApiKey {space: $space})
WHERE k.id IS NOT NULL
WITH k ORDER BY k.place
RETURN k.key AS apiKey`;

export const REMOVE_KEY = `MATCH (k:ApiKey {space: $space, id: $id})
DELETE k
RETURN count(k) AS removed`;

export const FORGET_REQUESTS = `MATCH (q:Request {space: $space})
WHERE q.at < $since
DELETE q`;

/** Takes a key unless it is held. The claim is this call's own, so that one that is tried again knows its own. */
export const CLAIM_REQUEST = `MERGE (q:Request {space: $space, key: $key})
ON CREATE SET q.claim = $claim, q.memoryKey = $memoryKey, q.memoryId = $memoryId, q.at = $at, q.request = $request
RETURN q.claim = $claim AS free, q.memoryId AS memoryId, q.request AS request, q.reply AS reply`;

export const ANSWER_REQUEST = `MATCH (q:Request {space: $space, key: $key})
SET q.reply = $reply`;

export const RELEASE_REQUEST = `MATCH (q:Request {space: $space, key: $key})
DELETE q`;
