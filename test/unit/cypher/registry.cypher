// NEXT_PLACE
MERGE (s:Mnema {one: 1})
SET s.places = coalesce(s.places, 0) + 1
RETURN s.places AS place

// IS_REGISTERED
MATCH (r:Registered {key: $key})
RETURN r.createdAt AS createdAt

// REGISTER
MERGE (r:Registered {key: $key})
ON CREATE SET r.space = $space, r.memoryId = $memoryId, r.createdAt = $createdAt, r.place = $place

// REGISTERED
MATCH (r:Registered {space: $space})
RETURN r.memoryId AS memoryId, r.createdAt AS createdAt ORDER BY r.createdAt, r.place

// UNREGISTER
OPTIONAL MATCH (r:Registered {key: $key})
OPTIONAL MATCH (run:Run {memoryKey: $key})
OPTIONAL MATCH (run)-[:SAW]->(event:RunEvent)
OPTIONAL MATCH (request:Request {memoryKey: $key})
DETACH DELETE r, run, event, request

// PUT_RUN
MERGE (r:Run {space: $space, id: $id})
ON CREATE SET r.place = $place
SET r.memoryKey = $memoryKey, r.memoryId = $memoryId, r.state = $state, r.run = $run

// RUN
MATCH (r:Run {space: $space, id: $id})
RETURN r.memoryId AS memoryId, r.run AS run

// RUNS
MATCH (r:Run {memoryKey: $key})
WHERE r.state IN $states
WITH r ORDER BY r.place
RETURN r.memoryId AS memoryId, r.run AS run

// ADD_RUN_EVENT
MATCH (r:Run {space: $space, id: $id})
SET r.locked = true
WITH r
SET r.events = coalesce(r.events, 0) + 1
CREATE (r)-[:SAW]->(:RunEvent {number: r.events, event: $event})
RETURN r.events AS number

// RUN_EVENTS
MATCH (r:Run {space: $space, id: $id})-[:SAW]->(e:RunEvent)
WHERE e.number > $after
RETURN e.number AS number, e.event AS event ORDER BY number

// PUT_RUN_EVENTS
UNWIND $events AS given
MATCH (:Run {space: $space, id: $id})-[:SAW]->(e:RunEvent {number: given.number})
SET e.event = given.event

// PUT_REPLIES
MATCH (q:Request {memoryKey: $key})
WHERE q.reply IS NOT NULL
SET q.reply = $reply

// PUT_KEY
MERGE (k:ApiKey {space: $space, id: $id})
ON CREATE SET k.place = $place
SET k.key = $apiKey

// KEYS
MATCH (k:ApiKey {space: $space})
WHERE k.id IS NOT NULL
WITH k ORDER BY k.place
RETURN k.key AS apiKey

// REMOVE_KEY
MATCH (k:ApiKey {space: $space, id: $id})
DELETE k
RETURN count(k) AS removed

// FORGET_REQUESTS
MATCH (q:Request {space: $space})
WHERE q.at < $since
DELETE q

// CLAIM_REQUEST
MERGE (q:Request {space: $space, key: $key})
ON CREATE SET q.claim = $claim, q.memoryKey = $memoryKey, q.memoryId = $memoryId, q.at = $at, q.request = $request
RETURN q.claim = $claim AS free, q.memoryId AS memoryId, q.request AS request, q.reply AS reply

// ANSWER_REQUEST
MATCH (q:Request {space: $space, key: $key})
SET q.reply = $reply

// RELEASE_REQUEST
MATCH (q:Request {space: $space, key: $key})
DELETE q

// MEMORY_BY_KEY
MATCH (m:Memory {key: $key})
RETURN m.uid AS uid

// MAKE_MEMORY
MERGE (m:Memory {key: $key})
ON CREATE SET m.uid = $uid, m.memoryId = $name, m.createdAt = $createdAt, m.version = 0, m.seq = 0, m.places = 0, m.tableGeneration = 0
RETURN m.uid AS uid

// RENAME_MEMORY
MATCH (m:Memory {key: $key})
SET m.key = $newKey, m.memoryId = $name
RETURN m.createdAt AS createdAt

// CONDEMN_MEMORY
MATCH (m:Memory {key: $key})
SET m.destroyed = $key, m.version = m.version + 1
REMOVE m.key

// CONDEMNED
MATCH (m:Memory {destroyed: $key})
RETURN m.uid AS uid
