// FIND_DECISIONS
UNWIND $keys AS key
MATCH (d:Decision {memory: $memory, key: key})
WHERE NOT d.failed
RETURN d.key AS key, d.record AS record, d.rounds AS rounds

// FIND_FAILURE
MATCH (d:Decision {memory: $memory, key: $key})
WHERE d.failed
RETURN d.record AS record, d.rounds AS rounds

// RECORD_DECISIONS
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  UNWIND $decisions AS decision
  MERGE (d:Decision {memory: $memory, key: decision.key})
  WITH d, decision WHERE coalesce(d.failed, true) OR NOT decision.failed
  SET d = decision, d.memory = $memory
}
RETURN m.uid AS uid

// LIST_DECISIONS
MATCH (d:Decision {memory: $memory})
WHERE d.key IS NOT NULL AND ($name IS NULL OR d.name = $name) AND ($run IS NULL OR d.run = $run)
  AND ($rounds IS NULL OR any(seq IN d.rounds WHERE seq IN $rounds))
WITH d ORDER BY d.at, d.key
RETURN d.record AS record, d.rounds AS rounds

// COUNT_DECISIONS
MATCH (d:Decision {memory: $memory})
WHERE d.key IS NOT NULL
RETURN count(d) AS decisions

// COST_OF_ALL
MATCH (d:Decision {memory: $memory})
WHERE d.key IS NOT NULL
RETURN d.name AS name, count(*) AS decisions, sum(CASE WHEN d.failed THEN 1 ELSE 0 END) AS failed, sum(d.tokens) AS tokens, sum(d.ms) AS ms
ORDER BY name

// COST_OF_RUN
MATCH (d:Decision {memory: $memory, run: $run})
RETURN d.name AS name, count(*) AS decisions, sum(CASE WHEN d.failed THEN 1 ELSE 0 END) AS failed, sum(d.tokens) AS tokens, sum(d.ms) AS ms
ORDER BY name

// DECISIONS_TOUCHING
MATCH (d:Decision {memory: $memory})
WHERE d.key IS NOT NULL AND any(seq IN d.rounds WHERE seq IN $seqs)
RETURN d.key AS key ORDER BY key

// REMOVE_DECISIONS
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  MATCH (d:Decision {memory: $memory})
  WHERE d.key IN $keys
  DETACH DELETE d
}
RETURN m.uid AS uid

// UNIT_BY_ID
MATCH (u:Unit {memory: $memory, id: $id})
RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.text AS text, u.seq AS seq, u.textHash AS textHash,
  u.visual AS visual, u.from AS from, u.to AS to, u.closed AS closed

// UNITS_OF_KIND
MATCH (u:Unit {memory: $memory, kind: $kind})
WHERE u.closed IS NOT NULL
WITH u ORDER BY u.parent IS NOT NULL, u.parent, u.position, u.id
RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.text AS text, u.seq AS seq, u.textHash AS textHash,
  u.visual AS visual, u.from AS from, u.to AS to, u.closed AS closed

// COUNT_UNITS
MATCH (u:Unit {memory: $memory, kind: $kind})
WHERE u.closed IS NOT NULL
RETURN count(u) AS units

// CHILDREN
MATCH (u:Unit {memory: $memory, parent: $id})
WHERE u.position IS NOT NULL
WITH u ORDER BY u.position, u.id
RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.text AS text, u.seq AS seq, u.textHash AS textHash,
  u.visual AS visual, u.from AS from, u.to AS to, u.closed AS closed

// OPEN_EPISODES
MATCH (u:Unit {memory: $memory, kind: "episode", closed: false})
WHERE u.parent IS NULL
WITH u ORDER BY u.id LIMIT 1
RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.text AS text, u.seq AS seq, u.textHash AS textHash,
  u.visual AS visual, u.from AS from, u.to AS to, u.closed AS closed

// UNIT_PLACES
MATCH (u:Unit {memory: $memory})
WHERE u.id IN $ids
RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.seq AS seq

// REMOVE_UNITS
MATCH (u:Unit {memory: $memory})
WHERE u.id IN $ids
DETACH DELETE u

// UNLINK_UNITS
UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
OPTIONAL MATCH (u)<-[above:HAS|CONTAINS]-()
OPTIONAL MATCH (u)-[beside:NEXT]-()
OPTIONAL MATCH (u)-[origin:OF|SHOWS]->()
OPTIONAL MATCH (u)<-[row:FROM]-()
DELETE above, beside, origin, row

// LINK_TOPICS
MATCH (m:Memory {uid: $memory})
UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
MERGE (m)-[:HAS]->(u)

// LINK_TO_PARENTS
UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
MATCH (parent:Unit {memory: $memory, id: u.parent})
MERGE (parent)-[:CONTAINS]->(u)

// LINK_TO_CHILDREN
UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
MATCH (child:Unit {memory: $memory, parent: id})
WHERE child.position IS NOT NULL
MERGE (u)-[:CONTAINS]->(child)

// LINK_TO_NEXT
UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
MATCH (next:Unit {memory: $memory, parent: u.parent, position: u.position + 1})
WHERE next.kind = "event"
MERGE (u)-[:NEXT]->(next)

// LINK_TO_PREVIOUS
UNWIND $ids AS id
MATCH (u:Unit {memory: $memory, id: id})
MATCH (previous:Unit {memory: $memory, parent: u.parent, position: u.position - 1})
WHERE previous.kind = "event"
MERGE (previous)-[:NEXT]->(u)

// LINK_TO_ROUNDS
UNWIND $seqs AS seq
MATCH (e:Event {memory: $memory, seq: seq})
MATCH (r:Round {memory: $memory, seq: seq})
MERGE (e)-[:OF]->(r)
WITH e, r
MATCH (r)-[:SHOWS]->(i:Image)
MERGE (e)-[:SHOWS]->(i)

// LOCK_MEMORY
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
RETURN m.seq AS seq, m.places AS places, m.dirtyFrom AS dirtyFrom, m.lastAppend AS lastAppend, m.lastAppendAfter AS lastAppendAfter,
  {tables: m.tablesClearing IS NOT NULL, hierarchy: m.hierarchyClearing IS NOT NULL} AS clearing

// MEMORY_INFO
MATCH (m:Memory {uid: $memory})
RETURN m.createdAt AS createdAt, m.textModel AS textModel, m.textDimension AS textDimension, m.visualModel AS visualModel, m.version AS version,
  m.dirtyFrom AS dirtyFrom, m.tableCursor AS tableCursor, m.tableGeneration AS tableGeneration, m.hierarchyCursor AS hierarchyCursor,
  m.leaseHolder AS leaseHolder, m.leaseUntil AS leaseUntil

// SET_MEMORY
MATCH (m:Memory {uid: $memory})
SET m += $properties

// CLEAR_DIRTY
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  SET m.dirtyFrom = CASE WHEN $was IS NULL OR m.dirtyFrom = $was THEN null ELSE m.dirtyFrom END
}
RETURN m.uid AS uid

// PUT_PICTURE
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  MERGE (i:Image {memory: $memory, hash: $hash})
  WITH i WHERE i.mime IS NULL
  SET i.mime = $mime, i.bytes = $bytes
}
RETURN m.uid AS uid

// PICTURE
MATCH (i:Image {memory: $memory, hash: $hash})
WHERE i.mime IS NOT NULL
RETURN i.mime AS mime, i.bytes AS bytes

// PUT_PICTURE_TEXT
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  MERGE (i:Image {memory: $memory, hash: $hash})
  MERGE (i)-[:READ_AS]->(t:PictureText {memory: $memory, reader: $reader})
  SET t.text = $text
}
RETURN m.uid AS uid

// PICTURE_TEXTS
MATCH (:Image {memory: $memory, hash: $hash})-[:READ_AS]->(t:PictureText)
RETURN t.reader AS reader, t.text AS text ORDER BY reader

// SHOW_PICTURES
UNWIND $shown AS shown
MATCH (r:Round {memory: $memory, seq: shown.seq})
MERGE (i:Image {memory: $memory, hash: shown.hash})
MERGE (r)-[:SHOWS]->(i)

// DROP_UNSHOWN
UNWIND $hashes AS hash
MATCH (i:Image {memory: $memory, hash: hash})
WHERE NOT EXISTS { (i)<-[:SHOWS]-(:Round) }
OPTIONAL MATCH (i)-[:READ_AS]->(t:PictureText)
DETACH DELETE t, i

// PROGRAMS
MATCH (p:Program {memory: $memory, search: $search})
WHERE p.id IS NOT NULL
WITH p ORDER BY p.id
RETURN p.record AS record

// PROGRAM
MATCH (p:Program {memory: $memory, search: $search, id: $id})
RETURN p.record AS record

// SEARCHES
CALL () {
  MATCH (p:Program {memory: $memory})
  WHERE p.search IS NOT NULL AND p.id IS NOT NULL
  RETURN p.search AS search
  UNION
  MATCH (s:ProgramStep {memory: $memory})
  WHERE s.search IS NOT NULL AND s.step IS NOT NULL
  RETURN s.search AS search
  UNION
  MATCH (r:ProgramRun {memory: $memory})
  WHERE r.search IS NOT NULL
  RETURN r.search AS search
}
RETURN DISTINCT search

// PROGRAM_STEP
MATCH (s:ProgramStep {memory: $memory, search: $search, step: $step})
RETURN s.step AS step

// PROGRAM_STEPS
MATCH (s:ProgramStep {memory: $memory, search: $search})
WHERE s.step IS NOT NULL
WITH s ORDER BY s.place
RETURN s.step AS step

// PUT_PROGRAM_STEPS
UNWIND $steps AS step
MERGE (s:ProgramStep {memory: $memory, search: step.search, step: step.step})
ON CREATE SET s.place = step.place

// PUT_PROGRAMS
UNWIND $programs AS program
MATCH (m:Memory {uid: $memory})
MERGE (p:Program {memory: $memory, search: program.search, id: program.id})
SET p += program.properties
MERGE (m)-[:HAS]->(p)

// LINK_PROGRAMS
UNWIND $programs AS program
MATCH (p:Program {memory: $memory, search: program.search, id: program.id})
MATCH (parent:Program {memory: $memory, search: program.search, id: program.parent})
MERGE (p)-[:FROM]->(parent)

// PROGRAM_RUN
MATCH (r:ProgramRun {memory: $memory, key: $key})
RETURN r.record AS record, r.payload AS payload, r.trajectory AS trajectory

// PROGRAM_RUNS
MATCH (r:ProgramRun {memory: $memory, search: $search})
WITH r ORDER BY r.place
RETURN r.record AS record

// PUT_PROGRAM_RUN
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  SET m.programsVersion = coalesce(m.programsVersion, 0) + 1, m.places = m.places + 1
  WITH m
  MERGE (r:ProgramRun {memory: $memory, key: $key})
  ON CREATE SET r.place = m.places, r += $properties
}
RETURN m.uid AS uid

// PROGRAMS_VERSION
MATCH (m:Memory {uid: $memory})
RETURN coalesce(m.programsVersion, 0) AS version

// RAISE_PROGRAMS_VERSION
MATCH (m:Memory {uid: $memory})
SET m.programsVersion = coalesce(m.programsVersion, 0) + 1

// PUT_QUERY
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  SET m.places = m.places + 1
  WITH m
  MERGE (q:Query {memory: $memory, id: $id})
  ON CREATE SET q.place = m.places
  SET q.at = $at, q.question = $question, q.seqs = $seqs, q.record = $record
}
RETURN m.uid AS uid

// QUERY
MATCH (q:Query {memory: $memory, id: $id})
RETURN q.record AS record

// LIST_QUERIES
MATCH (q:Query {memory: $memory})
WHERE q.id IS NOT NULL
WITH q ORDER BY q.at, q.place
RETURN q.record AS record

// QUERIES_TOUCHING
MATCH (q:Query {memory: $memory})
WHERE q.id IS NOT NULL AND any(seq IN q.seqs WHERE seq IN $seqs)
WITH q ORDER BY q.at, q.place
RETURN q.id AS id

// REMOVE_QUERIES
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  MATCH (q:Query {memory: $memory})
  WHERE q.id IN $ids
  DETACH DELETE q
}
RETURN m.uid AS uid

// ROUNDS_AFTER
MATCH (r:Current {memory: $memory})
WHERE r.orderHead >= $head AND r.order > $after
WITH r ORDER BY r.orderHead, r.order LIMIT $limit
RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
  r.zone AS zone, r.order AS order, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
  r.ids AS ids, r.turns AS turns

// KEYS_AFTER
MATCH (r:Current {memory: $memory})
WHERE r.orderHead >= $head AND r.order > $after
RETURN r.seq AS seq, r.order AS order ORDER BY r.orderHead, order LIMIT $limit

// ROUNDS_BY_SEQ
MATCH (r:Round {memory: $memory})
WHERE r.seq IN $seqs AND r.supersededBy IS NULL
WITH r ORDER BY r.order
RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
  r.zone AS zone, r.order AS order, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
  r.ids AS ids, r.turns AS turns

// ROUNDS_BY_ID
UNWIND $candidates AS candidate
MATCH (s:SourceId {memory: $memory, key: candidate.key})-[:NAMES]->(r:Round)
WHERE candidate.history IS NULL OR r.history = candidate.history
WITH DISTINCT r ORDER BY r.order
RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
  r.zone AS zone, r.order AS order, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
  r.ids AS ids, r.turns AS turns

// AMBIGUOUS_IDS
MATCH (s:SourceId {memory: $memory})
WHERE s.rounds > 1
RETURN s.id AS id

// COUNT_ROUNDS
MATCH (r:Current {memory: $memory})
WHERE r.orderHead IS NOT NULL
RETURN count(r) AS rounds, count(r.parked) AS parked, coalesce(sum(r.observed), 0) AS observations

// COUNT_WAITING
MATCH (r:Current {memory: $memory})
WHERE r.orderHead IS NOT NULL AND ($after IS NULL OR r.order > $after OR r.parked IS NOT NULL OR r.observed IS NULL)
RETURN count(r) AS waiting

// PARKED_ROUNDS
MATCH (r:Current {memory: $memory, waits: true})
WITH r ORDER BY r.order
RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
  r.zone AS zone, r.order AS order, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
  r.ids AS ids, r.turns AS turns

// HISTORY
MATCH (r:Round {memory: $memory})
WHERE r.seq > $after
WITH r ORDER BY r.seq LIMIT $limit
RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
  r.zone AS zone, r.order AS order, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
  r.ids AS ids, r.turns AS turns

// KNOWN_SEQS
MATCH (r:Round {memory: $memory})
WHERE r.seq IN $seqs
RETURN r.seq AS seq

// CURRENT_BY_KEY
MATCH (r:Current {memory: $memory})
WHERE r.key IN $keys
RETURN r.key AS key, r.digest AS digest, r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
  r.zone AS zone, r.order AS order, r.ids[0] AS id

// VERSIONS
MATCH (given:Round {memory: $memory})
WHERE given.seq IN $seqs
WITH DISTINCT given.key AS key
MATCH (r:Round {memory: $memory, key: key})
RETURN r.supersededBy AS supersededBy, r.ids AS ids, r.pictures AS pictures, r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
  r.zone AS zone, r.order AS order, r.ids[0] AS id

// ROUNDS_AROUND
UNWIND $windows AS window
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
RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
  r.zone AS zone, r.order AS order, r.ids[0] AS id

// CREATE_ROUNDS
UNWIND $rounds AS round
CREATE (r:Round {memory: $memory})
SET r += round
WITH r WHERE r.supersededBy IS NULL
SET r:Current

// SUPERSEDE_ROUNDS
UNWIND $superseded AS superseded
MATCH (r:Round {memory: $memory, seq: superseded.seq})
SET r.supersededBy = superseded.by
REMOVE r:Current
WITH r
MATCH (:SourceId)-[name:NAMES]->(r)
DELETE name

// MOVE_ROUNDS
UNWIND $moved AS moved
MATCH (r:Round {memory: $memory, seq: moved.seq})
SET r.position = moved.position, r.order = moved.order, r.orderHead = moved.orderHead

// DELETE_ROUNDS
MATCH (r:Round {memory: $memory})
WHERE r.seq IN $seqs
DETACH DELETE r

// NAME_ROUNDS
UNWIND $names AS name
MATCH (r:Round {memory: $memory, seq: name.seq})
MERGE (s:SourceId {memory: $memory, key: name.key})
ON CREATE SET s.id = name.id
CREATE (s)-[:NAMES]->(r)

// COUNT_NAMED
UNWIND $keys AS key
MATCH (s:SourceId {memory: $memory, key: key})
SET s.rounds = COUNT { (s)-[:NAMES]->() }
WITH s WHERE s.rounds = 0
DELETE s

// PARK_ROUND
MATCH (r:Round {memory: $memory, seq: $seq})
WITH r, r.parked AS before
SET r.parked = $reason, r.waits = CASE WHEN $reason IS NULL THEN null ELSE true END
RETURN before, r.order AS order

// PUT_OBSERVATIONS
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  MATCH (r:Round {memory: $memory, seq: $seq})
  SET r.observed = $observed, r.observations = $observations, r.attributes = $attributes, r.values = $values
}
RETURN m.uid AS uid

// DROP_OBSERVATIONS
MATCH (r:Round {memory: $memory})
WHERE r.seq IN $seqs AND r.observations IS NOT NULL
SET r.observed = null, r.observations = null, r.attributes = null, r.values = null
RETURN r.order AS order

// OBSERVATIONS
MATCH (r:Round {memory: $memory})
WHERE r.seq IN $seqs AND r.observations IS NOT NULL
RETURN r.seq AS seq, r.observations AS observations

// APPENDED_AFTER
MATCH (r:Round {memory: $memory})
WHERE r.seq > $after
OPTIONAL MATCH (old:Round {memory: $memory, key: r.key})
WHERE old.supersededBy = r.seq
WITH r, old ORDER BY r.seq
RETURN r.seq AS seq, old.seq AS superseded

// RULES
MATCH (r:Rule {memory: $memory, stream: $stream})
MATCH (v:RuleVersion {memory: $memory, rule: r.id})
WHERE v.version IS NOT NULL
WITH r, v ORDER BY v.version
WITH r, collect(v.record) AS versions ORDER BY r.place
RETURN r.stream AS stream, r.record AS record, versions

// RULE
MATCH (r:Rule {memory: $memory, id: $id})
MATCH (v:RuleVersion {memory: $memory, rule: r.id})
WHERE v.version IS NOT NULL
WITH r, v ORDER BY v.version
WITH r, collect(v.record) AS versions ORDER BY r.place
RETURN r.stream AS stream, r.record AS record, versions

// STREAMS
CALL () {
  MATCH (r:Rule {memory: $memory})
  WHERE r.stream IS NOT NULL
  RETURN r.stream AS stream
  UNION
  MATCH (s:RuleStep {memory: $memory})
  WHERE s.stream IS NOT NULL AND s.step IS NOT NULL
  RETURN s.stream AS stream
  UNION
  MATCH (t:StreamTask {memory: $memory})
  WHERE t.stream IS NOT NULL AND t.ordinal IS NOT NULL
  RETURN t.stream AS stream
  UNION
  MATCH (p:Replay {memory: $memory})
  WHERE p.stream IS NOT NULL
  RETURN p.stream AS stream
}
RETURN DISTINCT stream

// RULE_STEP
MATCH (s:RuleStep {memory: $memory, stream: $stream, step: $step})
RETURN s.step AS step

// RULE_STEPS
MATCH (s:RuleStep {memory: $memory, stream: $stream})
WHERE s.step IS NOT NULL
RETURN s.step AS step

// PUT_STEPS
UNWIND $steps AS step
MERGE (s:RuleStep {memory: $memory, stream: step.stream, step: step.step})

// PUT_RULES
UNWIND $rules AS rule
MATCH (m:Memory {uid: $memory})
MERGE (r:Rule {memory: $memory, id: rule.id})
ON CREATE SET r.place = rule.place, r.stream = rule.stream
SET r += rule.properties
MERGE (m)-[:HAS]->(r)

// PUT_VERSIONS
UNWIND $versions AS version
MATCH (r:Rule {memory: $memory, id: version.rule})
MERGE (v:RuleVersion {memory: $memory, rule: version.rule, version: version.version})
SET v += version.properties
MERGE (r)-[:VERSION]->(v)

// LINK_VERSIONS
UNWIND $versions AS version
MATCH (v:RuleVersion {memory: $memory, rule: version.rule, version: version.version})
MATCH (parent:RuleVersion {memory: $memory, rule: version.rule, version: version.parent})
MERGE (v)-[:FROM]->(parent)

// STREAM_TASKS
MATCH (t:StreamTask {memory: $memory, stream: $stream})
WHERE t.ordinal IS NOT NULL
WITH t ORDER BY t.ordinal
RETURN t.record AS record

// PUT_STREAM_TASKS
UNWIND $tasks AS task
MERGE (t:StreamTask {memory: $memory, stream: task.stream, ordinal: task.ordinal})
ON CREATE SET t.task = task.task, t.score = task.score, t.record = task.record

// REPLAY
MATCH (p:Replay {memory: $memory, key: $key})
RETURN p.record AS record, p.trajectory AS trajectory

// REPLAYS
MATCH (p:Replay {memory: $memory, stream: $stream})
WITH p ORDER BY p.place
RETURN p.record AS record

// PUT_REPLAY
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  SET m.rulesVersion = coalesce(m.rulesVersion, 0) + 1, m.places = m.places + 1
  WITH m
  MERGE (p:Replay {memory: $memory, key: $key})
  ON CREATE SET p.place = m.places, p += $properties
}
RETURN m.uid AS uid

// RULES_VERSION
MATCH (m:Memory {uid: $memory})
RETURN coalesce(m.rulesVersion, 0) AS version

// RAISE_RULES_VERSION
MATCH (m:Memory {uid: $memory})
SET m.rulesVersion = coalesce(m.rulesVersion, 0) + 1

// TABLES
MATCH (t:Table {memory: $memory})
WHERE t.id IS NOT NULL
WITH t ORDER BY t.order, t.place
RETURN t.table AS table

// ROWS
MATCH (row:Row {memory: $memory, table: $table})
WHERE row.seq IS NOT NULL
OPTIONAL MATCH (r:Round {memory: $memory, seq: row.seq})
WITH row, r ORDER BY r.order IS NOT NULL, r.order, row.seq
RETURN row.seq AS seq, row.cells AS cells

// COLUMNS
MATCH (t:Table {memory: $memory})
WHERE t.id IN $tables
RETURN t.id AS id, t.attributes AS attributes

// ROWS_OF
MATCH (row:Row {memory: $memory})
WHERE row.table IN $tables AND row.seq IS NOT NULL
RETURN row.table AS table, row.seq AS seq, row.cells AS cells

// CLEAR_ROWS
MATCH (row:Row {memory: $memory, table: $table})
WHERE row.seq IS NOT NULL AND NOT row.seq IN $written
DETACH DELETE row

// DROP_TABLES
MATCH (t:Table {memory: $memory})
WHERE t.id IN $tables
DETACH DELETE t

// PUT_TABLES
UNWIND $tables AS table
MATCH (m:Memory {uid: $memory})
MERGE (t:Table {memory: $memory, id: table.id})
ON CREATE SET t.place = table.place
SET t += table.properties
MERGE (m)-[:HAS]->(t)

// PUT_ROWS
UNWIND $rows AS properties
MERGE (row:Row {memory: $memory, table: properties.table, seq: properties.seq})
SET row = properties, row.memory = $memory
WITH row
MATCH (t:Table {memory: $memory, id: row.table})
MERGE (t)-[:HAS_ROW]->(row)

// LINK_ROWS
UNWIND $seqs AS seq
MATCH (e:Event {memory: $memory, seq: seq})
MATCH (row:Row {memory: $memory, seq: seq})
MERGE (row)-[:FROM]->(e)

// VECTORS
MATCH (v:Vector {memory: $memory, model: $model})
WHERE v.hash IN $hashes
RETURN v.hash AS hash, v.vector AS vector

// PUT_VECTORS
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  UNWIND $vectors AS vector
  MERGE (v:Vector {memory: $memory, hash: vector.hash, model: $model})
  SET v.vector = vector.vector
}
RETURN m.uid AS uid

// REMOVE_VECTORS
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  MATCH (v:Vector {memory: $memory})
  WHERE v.hash IN $hashes AND v.model IS NOT NULL
  DETACH DELETE v
}
RETURN m.uid AS uid

// REMOVE_OTHER_VECTORS
MATCH (v:Vector {memory: $memory})
WHERE v.hash IS NOT NULL AND v.model IS NOT NULL AND NOT v.model IN $models
DETACH DELETE v

// VECTOR_HASHES
MATCH (v:Vector {memory: $memory})
WHERE v.hash IS NOT NULL AND v.model IS NOT NULL
RETURN v.hash AS hash, v.model AS model ORDER BY hash, model

// putUnits(topic)
UNWIND $units AS unit
MERGE (u:Unit {memory: $memory, id: unit.id})
SET u = unit, u.memory = $memory
SET u:Topic
REMOVE u:Episode:Event

// putUnits(episode)
UNWIND $units AS unit
MERGE (u:Unit {memory: $memory, id: unit.id})
SET u = unit, u.memory = $memory
SET u:Episode
REMOVE u:Topic:Event

// putUnits(event)
UNWIND $units AS unit
MERGE (u:Unit {memory: $memory, id: unit.id})
SET u = unit, u.memory = $memory
SET u:Event
REMOVE u:Topic:Episode

// deleteContent(Round)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Round)
WHERE n.memory = $memory AND n.seq IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(SourceId)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:SourceId)
WHERE n.memory = $memory AND n.key IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(Image)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Image)
WHERE n.memory = $memory AND n.hash IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(PictureText)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:PictureText)
WHERE n.memory = $memory
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(Decision)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Decision)
WHERE n.memory = $memory AND n.key IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(Vector)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Vector)
WHERE n.memory = $memory AND n.hash IS NOT NULL AND n.model IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(Table)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Table)
WHERE n.memory = $memory AND n.id IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(Row)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Row)
WHERE n.memory = $memory AND n.table IS NOT NULL AND n.seq IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(Unit)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Unit)
WHERE n.memory = $memory AND n.id IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(Query)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Query)
WHERE n.memory = $memory AND n.id IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(Rule)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Rule)
WHERE n.memory = $memory AND n.id IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(RuleVersion)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:RuleVersion)
WHERE n.memory = $memory AND n.rule IS NOT NULL AND n.version IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(RuleStep)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:RuleStep)
WHERE n.memory = $memory AND n.stream IS NOT NULL AND n.step IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(StreamTask)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:StreamTask)
WHERE n.memory = $memory AND n.stream IS NOT NULL AND n.ordinal IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(Replay)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Replay)
WHERE n.memory = $memory AND n.key IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(Program)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Program)
WHERE n.memory = $memory AND n.search IS NOT NULL AND n.id IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(ProgramStep)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:ProgramStep)
WHERE n.memory = $memory AND n.search IS NOT NULL AND n.step IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// deleteContent(ProgramRun)
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:ProgramRun)
WHERE n.memory = $memory AND n.key IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// DERIVED.tables.begin
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  SET m.tableCursor = null, m.tableGeneration = m.tableGeneration + 1, m.tablesClearing = true
}
RETURN m.uid AS uid

// DERIVED.tables.end
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  SET m.tablesClearing = null
}
RETURN m.uid AS uid

// DERIVED.hierarchy.begin
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  SET m.hierarchyCursor = null, m.hierarchyClearing = true
}
RETURN m.uid AS uid

// DERIVED.hierarchy.end
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  SET m.hierarchyClearing = null
}
RETURN m.uid AS uid

// REMOVE_STREAM[0]
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:RuleStep {memory: $memory, stream: $stream})
WHERE n.step IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// REMOVE_STREAM[1]
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:StreamTask {memory: $memory, stream: $stream})
WHERE n.ordinal IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// REMOVE_STREAM[2]
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Replay {memory: $memory, stream: $stream})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// REMOVE_STREAM[3]
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Rule {memory: $memory, stream: $stream})
WITH n LIMIT $limit
OPTIONAL MATCH (n)-[:VERSION]->(v)
WITH n, collect(v) AS versions
FOREACH (v IN versions | DETACH DELETE v)
DETACH DELETE n
RETURN count(n) AS deleted

// REMOVE_SEARCH[0]
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:ProgramStep {memory: $memory, search: $search})
WHERE n.step IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// REMOVE_SEARCH[1]
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:ProgramRun {memory: $memory, search: $search})
WHERE n.key IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// REMOVE_SEARCH[2]
MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (n:Program {memory: $memory, search: $search})
WHERE n.id IS NOT NULL
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted

// DELETE_MEMORY
MATCH (m:Memory {uid: $memory})
DETACH DELETE m
