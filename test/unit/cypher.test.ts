import { describe, expect, it } from "vitest";
import * as schema from "../../stores/neo4j/cypher/schema.js";
import { statements } from "./statements.js";

const LABELS = [
  "Memory",
  "Round",
  "Current",
  "SourceId",
  "Image",
  "PictureText",
  "Decision",
  "Vector",
  "Table",
  "Row",
  "Unit",
  "Topic",
  "Episode",
  "Event",
  "Query",
  "Rule",
  "RuleVersion",
  "RuleStep",
  "StreamTask",
  "Replay",
  "Program",
  "ProgramStep",
  "ProgramRun",
  "Mnema",
  "Registered",
  "Run",
  "RunEvent",
  "ApiKey",
  "Request",
  "HAS",
  "CONTAINS",
  "NEXT",
  "SHOWS",
  "HAS_ROW",
  "FROM",
  "OF",
  "NAMES",
  "READ_AS",
  "SAW",
  "VERSION",
];

describe("Cypher", () => {
  const { content, space } = statements();
  const all = { ...content, ...space };

  it("is what it was when it was last looked at", () => {
    expect(
      Object.entries(content)
        .map(([name, text]) => `${name}\n${text}`)
        .join("\n\n"),
    ).toMatchInlineSnapshot(`
      "FIND_DECISIONS
      UNWIND $keys AS key
      MATCH (d:Decision {memory: $memory, key: key})
      WHERE NOT d.failed
      RETURN d.key AS key, d.record AS record, d.rounds AS rounds

      FIND_FAILURE
      MATCH (d:Decision {memory: $memory, key: $key})
      WHERE d.failed
      RETURN d.record AS record, d.rounds AS rounds

      RECORD_DECISIONS
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

      LIST_DECISIONS
      MATCH (d:Decision {memory: $memory})
      WHERE d.key IS NOT NULL AND ($name IS NULL OR d.name = $name) AND ($run IS NULL OR d.run = $run)
        AND ($rounds IS NULL OR any(seq IN d.rounds WHERE seq IN $rounds))
      WITH d ORDER BY d.at, d.key
      RETURN d.record AS record, d.rounds AS rounds

      COST_OF_ALL
      MATCH (d:Decision {memory: $memory})
      WHERE d.key IS NOT NULL
      RETURN d.name AS name, count(*) AS decisions, sum(CASE WHEN d.failed THEN 1 ELSE 0 END) AS failed, sum(d.tokens) AS tokens, sum(d.ms) AS ms
      ORDER BY name

      COST_OF_RUN
      MATCH (d:Decision {memory: $memory, run: $run})
      RETURN d.name AS name, count(*) AS decisions, sum(CASE WHEN d.failed THEN 1 ELSE 0 END) AS failed, sum(d.tokens) AS tokens, sum(d.ms) AS ms
      ORDER BY name

      DECISIONS_TOUCHING
      MATCH (d:Decision {memory: $memory})
      WHERE d.key IS NOT NULL AND any(seq IN d.rounds WHERE seq IN $seqs)
      RETURN d.key AS key ORDER BY key

      REMOVE_DECISIONS
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

      UNIT_BY_ID
      MATCH (u:Unit {memory: $memory, id: $id})
      RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.text AS text, u.seq AS seq, u.textHash AS textHash,
        u.visual AS visual, u.from AS from, u.to AS to, u.closed AS closed

      UNITS_OF_KIND
      MATCH (u:Unit {memory: $memory, kind: $kind})
      WHERE u.closed IS NOT NULL
      WITH u ORDER BY u.parent IS NOT NULL, u.parent, u.position, u.id
      RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.text AS text, u.seq AS seq, u.textHash AS textHash,
        u.visual AS visual, u.from AS from, u.to AS to, u.closed AS closed

      CHILDREN
      MATCH (u:Unit {memory: $memory, parent: $id})
      WHERE u.position IS NOT NULL
      WITH u ORDER BY u.position, u.id
      RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.text AS text, u.seq AS seq, u.textHash AS textHash,
        u.visual AS visual, u.from AS from, u.to AS to, u.closed AS closed

      OPEN_EPISODES
      MATCH (u:Unit {memory: $memory, kind: "episode", closed: false})
      WHERE u.parent IS NULL
      WITH u ORDER BY u.id LIMIT 1
      RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.text AS text, u.seq AS seq, u.textHash AS textHash,
        u.visual AS visual, u.from AS from, u.to AS to, u.closed AS closed

      UNIT_PLACES
      MATCH (u:Unit {memory: $memory})
      WHERE u.id IN $ids
      RETURN u.id AS id, u.kind AS kind, u.parent AS parent, u.position AS position, u.seq AS seq

      REMOVE_UNITS
      MATCH (u:Unit {memory: $memory})
      WHERE u.id IN $ids
      DETACH DELETE u

      UNLINK_UNITS
      UNWIND $ids AS id
      MATCH (u:Unit {memory: $memory, id: id})
      OPTIONAL MATCH (u)<-[above:HAS|CONTAINS]-()
      OPTIONAL MATCH (u)-[beside:NEXT]-()
      OPTIONAL MATCH (u)-[origin:OF|SHOWS]->()
      OPTIONAL MATCH (u)<-[row:FROM]-()
      DELETE above, beside, origin, row

      LINK_TOPICS
      MATCH (m:Memory {uid: $memory})
      UNWIND $ids AS id
      MATCH (u:Unit {memory: $memory, id: id})
      MERGE (m)-[:HAS]->(u)

      LINK_TO_PARENTS
      UNWIND $ids AS id
      MATCH (u:Unit {memory: $memory, id: id})
      MATCH (parent:Unit {memory: $memory, id: u.parent})
      MERGE (parent)-[:CONTAINS]->(u)

      LINK_TO_CHILDREN
      UNWIND $ids AS id
      MATCH (u:Unit {memory: $memory, id: id})
      MATCH (child:Unit {memory: $memory, parent: id})
      WHERE child.position IS NOT NULL
      MERGE (u)-[:CONTAINS]->(child)

      LINK_TO_NEXT
      UNWIND $ids AS id
      MATCH (u:Unit {memory: $memory, id: id})
      MATCH (next:Unit {memory: $memory, parent: u.parent, position: u.position + 1})
      WHERE next.kind = "event"
      MERGE (u)-[:NEXT]->(next)

      LINK_TO_PREVIOUS
      UNWIND $ids AS id
      MATCH (u:Unit {memory: $memory, id: id})
      MATCH (previous:Unit {memory: $memory, parent: u.parent, position: u.position - 1})
      WHERE previous.kind = "event"
      MERGE (previous)-[:NEXT]->(u)

      LINK_TO_ROUNDS
      UNWIND $seqs AS seq
      MATCH (e:Event {memory: $memory, seq: seq})
      MATCH (r:Round {memory: $memory, seq: seq})
      MERGE (e)-[:OF]->(r)
      WITH e, r
      MATCH (r)-[:SHOWS]->(i:Image)
      MERGE (e)-[:SHOWS]->(i)

      LOCK_MEMORY
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m WHERE m.destroyed IS NULL
      SET m.version = m.version + $raise
      RETURN m.seq AS seq, m.places AS places, m.dirtyFrom AS dirtyFrom, m.lastAppend AS lastAppend, m.lastAppendAfter AS lastAppendAfter,
        {tables: m.tablesClearing IS NOT NULL, hierarchy: m.hierarchyClearing IS NOT NULL} AS clearing

      MEMORY_INFO
      MATCH (m:Memory {uid: $memory})
      RETURN m.createdAt AS createdAt, m.textModel AS textModel, m.textDimension AS textDimension, m.visualModel AS visualModel, m.version AS version,
        m.dirtyFrom AS dirtyFrom, m.tableCursor AS tableCursor, m.tableGeneration AS tableGeneration, m.hierarchyCursor AS hierarchyCursor,
        m.leaseHolder AS leaseHolder, m.leaseUntil AS leaseUntil

      SET_MEMORY
      MATCH (m:Memory {uid: $memory})
      SET m += $properties

      CLEAR_DIRTY
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m WHERE m.destroyed IS NULL
      SET m.version = m.version + $raise
      WITH m
      CALL (m) {
        SET m.dirtyFrom = null
      }
      RETURN m.uid AS uid

      PUT_PICTURE
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

      PICTURE
      MATCH (i:Image {memory: $memory, hash: $hash})
      WHERE i.mime IS NOT NULL
      RETURN i.mime AS mime, i.bytes AS bytes

      PUT_PICTURE_TEXT
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

      PICTURE_TEXTS
      MATCH (:Image {memory: $memory, hash: $hash})-[:READ_AS]->(t:PictureText)
      RETURN t.reader AS reader, t.text AS text ORDER BY reader

      SHOW_PICTURES
      UNWIND $shown AS shown
      MATCH (r:Round {memory: $memory, seq: shown.seq})
      MERGE (i:Image {memory: $memory, hash: shown.hash})
      MERGE (r)-[:SHOWS]->(i)

      DROP_UNSHOWN
      UNWIND $hashes AS hash
      MATCH (i:Image {memory: $memory, hash: hash})
      WHERE NOT EXISTS { (i)<-[:SHOWS]-(:Round) }
      OPTIONAL MATCH (i)-[:READ_AS]->(t:PictureText)
      DETACH DELETE t, i

      PROGRAMS
      MATCH (p:Program {memory: $memory, search: $search})
      WHERE p.id IS NOT NULL
      WITH p ORDER BY p.id
      RETURN p.record AS record

      PROGRAM
      MATCH (p:Program {memory: $memory, search: $search, id: $id})
      RETURN p.record AS record

      SEARCHES
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

      PROGRAM_STEP
      MATCH (s:ProgramStep {memory: $memory, search: $search, step: $step})
      RETURN s.step AS step

      PROGRAM_STEPS
      MATCH (s:ProgramStep {memory: $memory, search: $search})
      WHERE s.step IS NOT NULL
      WITH s ORDER BY s.place
      RETURN s.step AS step

      PUT_PROGRAM_STEPS
      UNWIND $steps AS step
      MERGE (s:ProgramStep {memory: $memory, search: step.search, step: step.step})
      ON CREATE SET s.place = step.place

      PUT_PROGRAMS
      UNWIND $programs AS program
      MATCH (m:Memory {uid: $memory})
      MERGE (p:Program {memory: $memory, search: program.search, id: program.id})
      SET p += program.properties
      MERGE (m)-[:HAS]->(p)

      LINK_PROGRAMS
      UNWIND $programs AS program
      MATCH (p:Program {memory: $memory, search: program.search, id: program.id})
      MATCH (parent:Program {memory: $memory, search: program.search, id: program.parent})
      MERGE (p)-[:FROM]->(parent)

      PROGRAM_RUN
      MATCH (r:ProgramRun {memory: $memory, key: $key})
      RETURN r.record AS record, r.payload AS payload, r.trajectory AS trajectory

      PROGRAM_RUNS
      MATCH (r:ProgramRun {memory: $memory, search: $search})
      WITH r ORDER BY r.place
      RETURN r.record AS record

      PUT_PROGRAM_RUN
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

      PROGRAMS_VERSION
      MATCH (m:Memory {uid: $memory})
      RETURN coalesce(m.programsVersion, 0) AS version

      RAISE_PROGRAMS_VERSION
      MATCH (m:Memory {uid: $memory})
      SET m.programsVersion = coalesce(m.programsVersion, 0) + 1

      PUT_QUERY
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

      QUERY
      MATCH (q:Query {memory: $memory, id: $id})
      RETURN q.record AS record

      LIST_QUERIES
      MATCH (q:Query {memory: $memory})
      WHERE q.id IS NOT NULL
      WITH q ORDER BY q.at, q.place
      RETURN q.record AS record

      QUERIES_TOUCHING
      MATCH (q:Query {memory: $memory})
      WHERE q.id IS NOT NULL AND any(seq IN q.seqs WHERE seq IN $seqs)
      WITH q ORDER BY q.at, q.place
      RETURN q.id AS id

      REMOVE_QUERIES
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

      ROUNDS_AFTER
      MATCH (r:Current {memory: $memory})
      WHERE r.orderHead >= $head AND r.order > $after
      WITH r ORDER BY r.orderHead, r.order LIMIT $limit
      RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
        r.zone AS zone, r.order AS order, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
        r.ids AS ids, r.turns AS turns

      KEYS_AFTER
      MATCH (r:Current {memory: $memory})
      WHERE r.orderHead >= $head AND r.order > $after
      RETURN r.seq AS seq, r.order AS order ORDER BY r.orderHead, order LIMIT $limit

      ROUNDS_BY_SEQ
      MATCH (r:Round {memory: $memory})
      WHERE r.seq IN $seqs AND r.supersededBy IS NULL
      WITH r ORDER BY r.order
      RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
        r.zone AS zone, r.order AS order, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
        r.ids AS ids, r.turns AS turns

      ROUNDS_BY_ID
      UNWIND $candidates AS candidate
      MATCH (s:SourceId {memory: $memory, key: candidate.key})-[:NAMES]->(r:Round)
      WHERE candidate.history IS NULL OR r.history = candidate.history
      WITH DISTINCT r ORDER BY r.order
      RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
        r.zone AS zone, r.order AS order, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
        r.ids AS ids, r.turns AS turns

      AMBIGUOUS_IDS
      MATCH (s:SourceId {memory: $memory})
      WHERE s.rounds > 1
      RETURN s.id AS id

      COUNT_ROUNDS
      MATCH (r:Current {memory: $memory})
      WHERE r.orderHead IS NOT NULL
      RETURN count(r) AS rounds, count(r.parked) AS parked, coalesce(sum(r.observed), 0) AS observations

      COUNT_WAITING
      MATCH (r:Current {memory: $memory})
      WHERE r.orderHead IS NOT NULL AND ($after IS NULL OR r.order > $after OR r.parked IS NOT NULL OR r.observed IS NULL)
      RETURN count(r) AS waiting

      PARKED_ROUNDS
      MATCH (r:Current {memory: $memory, waits: true})
      WITH r ORDER BY r.order
      RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
        r.zone AS zone, r.order AS order, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
        r.ids AS ids, r.turns AS turns

      HISTORY
      MATCH (r:Round {memory: $memory})
      WHERE r.seq > $after
      WITH r ORDER BY r.seq LIMIT $limit
      RETURN r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
        r.zone AS zone, r.order AS order, r.key AS key, r.digest AS digest, r.recordedAt AS recordedAt, r.supersededBy AS supersededBy, r.parked AS parked,
        r.ids AS ids, r.turns AS turns

      KNOWN_SEQS
      MATCH (r:Round {memory: $memory})
      WHERE r.seq IN $seqs
      RETURN r.seq AS seq

      CURRENT_BY_KEY
      MATCH (r:Current {memory: $memory})
      WHERE r.key IN $keys
      RETURN r.key AS key, r.digest AS digest, r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
        r.zone AS zone, r.order AS order, r.ids[0] AS id

      VERSIONS
      MATCH (given:Round {memory: $memory})
      WHERE given.seq IN $seqs
      WITH DISTINCT given.key AS key
      MATCH (r:Round {memory: $memory, key: key})
      RETURN r.supersededBy AS supersededBy, r.ids AS ids, r.pictures AS pictures, r.seq AS seq, r.history AS history, r.session AS session, r.position AS position, r.time AS time, r.precision AS precision,
        r.zone AS zone, r.order AS order, r.ids[0] AS id

      ROUNDS_AROUND
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

      CREATE_ROUNDS
      UNWIND $rounds AS round
      CREATE (r:Round {memory: $memory})
      SET r += round
      WITH r WHERE r.supersededBy IS NULL
      SET r:Current

      SUPERSEDE_ROUNDS
      UNWIND $superseded AS superseded
      MATCH (r:Round {memory: $memory, seq: superseded.seq})
      SET r.supersededBy = superseded.by
      REMOVE r:Current
      WITH r
      MATCH (:SourceId)-[name:NAMES]->(r)
      DELETE name

      MOVE_ROUNDS
      UNWIND $moved AS moved
      MATCH (r:Round {memory: $memory, seq: moved.seq})
      SET r.position = moved.position, r.order = moved.order, r.orderHead = moved.orderHead

      DELETE_ROUNDS
      MATCH (r:Round {memory: $memory})
      WHERE r.seq IN $seqs
      DETACH DELETE r

      NAME_ROUNDS
      UNWIND $names AS name
      MATCH (r:Round {memory: $memory, seq: name.seq})
      MERGE (s:SourceId {memory: $memory, key: name.key})
      ON CREATE SET s.id = name.id
      CREATE (s)-[:NAMES]->(r)

      COUNT_NAMED
      UNWIND $keys AS key
      MATCH (s:SourceId {memory: $memory, key: key})
      SET s.rounds = COUNT { (s)-[:NAMES]->() }
      WITH s WHERE s.rounds = 0
      DELETE s

      PARK_ROUND
      MATCH (r:Round {memory: $memory, seq: $seq})
      WITH r, r.parked AS before
      SET r.parked = $reason, r.waits = CASE WHEN $reason IS NULL THEN null ELSE true END
      RETURN before, r.order AS order

      PUT_OBSERVATIONS
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

      OBSERVATIONS
      MATCH (r:Round {memory: $memory})
      WHERE r.seq IN $seqs AND r.observations IS NOT NULL
      RETURN r.seq AS seq, r.observations AS observations

      APPENDED_AFTER
      MATCH (r:Round {memory: $memory})
      WHERE r.seq > $after
      OPTIONAL MATCH (old:Round {memory: $memory, key: r.key})
      WHERE old.supersededBy = r.seq
      WITH r, old ORDER BY r.seq
      RETURN r.seq AS seq, old.seq AS superseded

      RULES
      MATCH (r:Rule {memory: $memory, stream: $stream})
      MATCH (v:RuleVersion {memory: $memory, rule: r.id})
      WHERE v.version IS NOT NULL
      WITH r, v ORDER BY v.version
      WITH r, collect(v.record) AS versions ORDER BY r.place
      RETURN r.stream AS stream, r.record AS record, versions

      RULE
      MATCH (r:Rule {memory: $memory, id: $id})
      MATCH (v:RuleVersion {memory: $memory, rule: r.id})
      WHERE v.version IS NOT NULL
      WITH r, v ORDER BY v.version
      WITH r, collect(v.record) AS versions ORDER BY r.place
      RETURN r.stream AS stream, r.record AS record, versions

      STREAMS
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

      RULE_STEP
      MATCH (s:RuleStep {memory: $memory, stream: $stream, step: $step})
      RETURN s.step AS step

      RULE_STEPS
      MATCH (s:RuleStep {memory: $memory, stream: $stream})
      WHERE s.step IS NOT NULL
      RETURN s.step AS step

      PUT_STEPS
      UNWIND $steps AS step
      MERGE (s:RuleStep {memory: $memory, stream: step.stream, step: step.step})

      PUT_RULES
      UNWIND $rules AS rule
      MATCH (m:Memory {uid: $memory})
      MERGE (r:Rule {memory: $memory, id: rule.id})
      ON CREATE SET r.place = rule.place, r.stream = rule.stream
      SET r += rule.properties
      MERGE (m)-[:HAS]->(r)

      PUT_VERSIONS
      UNWIND $versions AS version
      MATCH (r:Rule {memory: $memory, id: version.rule})
      MERGE (v:RuleVersion {memory: $memory, rule: version.rule, version: version.version})
      SET v += version.properties
      MERGE (r)-[:VERSION]->(v)

      LINK_VERSIONS
      UNWIND $versions AS version
      MATCH (v:RuleVersion {memory: $memory, rule: version.rule, version: version.version})
      MATCH (parent:RuleVersion {memory: $memory, rule: version.rule, version: version.parent})
      MERGE (v)-[:FROM]->(parent)

      STREAM_TASKS
      MATCH (t:StreamTask {memory: $memory, stream: $stream})
      WHERE t.ordinal IS NOT NULL
      WITH t ORDER BY t.ordinal
      RETURN t.record AS record

      PUT_STREAM_TASKS
      UNWIND $tasks AS task
      MERGE (t:StreamTask {memory: $memory, stream: task.stream, ordinal: task.ordinal})
      ON CREATE SET t.task = task.task, t.score = task.score, t.record = task.record

      REPLAY
      MATCH (p:Replay {memory: $memory, key: $key})
      RETURN p.record AS record, p.trajectory AS trajectory

      REPLAYS
      MATCH (p:Replay {memory: $memory, stream: $stream})
      WITH p ORDER BY p.place
      RETURN p.record AS record

      PUT_REPLAY
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

      RULES_VERSION
      MATCH (m:Memory {uid: $memory})
      RETURN coalesce(m.rulesVersion, 0) AS version

      RAISE_RULES_VERSION
      MATCH (m:Memory {uid: $memory})
      SET m.rulesVersion = coalesce(m.rulesVersion, 0) + 1

      TABLES
      MATCH (t:Table {memory: $memory})
      WHERE t.id IS NOT NULL
      WITH t ORDER BY t.order, t.place
      RETURN t.table AS table

      ROWS
      MATCH (row:Row {memory: $memory, table: $table})
      WHERE row.seq IS NOT NULL
      OPTIONAL MATCH (r:Round {memory: $memory, seq: row.seq})
      WITH row, r ORDER BY r.order IS NOT NULL, r.order, row.seq
      RETURN row.seq AS seq, row.cells AS cells

      COLUMNS
      MATCH (t:Table {memory: $memory})
      WHERE t.id IN $tables
      RETURN t.id AS id, t.attributes AS attributes

      ROWS_OF
      MATCH (row:Row {memory: $memory})
      WHERE row.table IN $tables AND row.seq IS NOT NULL
      RETURN row.table AS table, row.seq AS seq, row.cells AS cells

      CLEAR_ROWS
      MATCH (row:Row {memory: $memory, table: $table})
      WHERE row.seq IS NOT NULL AND NOT row.seq IN $written
      DETACH DELETE row

      DROP_TABLES
      MATCH (t:Table {memory: $memory})
      WHERE t.id IN $tables
      DETACH DELETE t

      PUT_TABLES
      UNWIND $tables AS table
      MATCH (m:Memory {uid: $memory})
      MERGE (t:Table {memory: $memory, id: table.id})
      ON CREATE SET t.place = table.place
      SET t += table.properties
      MERGE (m)-[:HAS]->(t)

      PUT_ROWS
      UNWIND $rows AS properties
      MERGE (row:Row {memory: $memory, table: properties.table, seq: properties.seq})
      SET row = properties, row.memory = $memory
      WITH row
      MATCH (t:Table {memory: $memory, id: row.table})
      MERGE (t)-[:HAS_ROW]->(row)

      LINK_ROWS
      UNWIND $seqs AS seq
      MATCH (e:Event {memory: $memory, seq: seq})
      MATCH (row:Row {memory: $memory, seq: seq})
      MERGE (row)-[:FROM]->(e)

      VECTORS
      MATCH (v:Vector {memory: $memory, model: $model})
      WHERE v.hash IN $hashes
      RETURN v.hash AS hash, v.vector AS vector

      PUT_VECTORS
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

      REMOVE_VECTORS
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

      VECTOR_HASHES
      MATCH (v:Vector {memory: $memory})
      WHERE v.hash IS NOT NULL AND v.model IS NOT NULL
      RETURN v.hash AS hash, v.model AS model ORDER BY hash, model

      putUnits(topic)
      UNWIND $units AS unit
      MERGE (u:Unit {memory: $memory, id: unit.id})
      SET u = unit, u.memory = $memory
      SET u:Topic
      REMOVE u:Episode:Event

      putUnits(episode)
      UNWIND $units AS unit
      MERGE (u:Unit {memory: $memory, id: unit.id})
      SET u = unit, u.memory = $memory
      SET u:Episode
      REMOVE u:Topic:Event

      putUnits(event)
      UNWIND $units AS unit
      MERGE (u:Unit {memory: $memory, id: unit.id})
      SET u = unit, u.memory = $memory
      SET u:Event
      REMOVE u:Topic:Episode

      deleteContent(Round)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Round)
      WHERE n.memory = $memory AND n.seq IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(SourceId)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:SourceId)
      WHERE n.memory = $memory AND n.key IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(Image)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Image)
      WHERE n.memory = $memory AND n.hash IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(PictureText)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:PictureText)
      WHERE n.memory = $memory
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(Decision)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Decision)
      WHERE n.memory = $memory AND n.key IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(Vector)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Vector)
      WHERE n.memory = $memory AND n.hash IS NOT NULL AND n.model IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(Table)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Table)
      WHERE n.memory = $memory AND n.id IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(Row)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Row)
      WHERE n.memory = $memory AND n.table IS NOT NULL AND n.seq IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(Unit)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Unit)
      WHERE n.memory = $memory AND n.id IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(Query)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Query)
      WHERE n.memory = $memory AND n.id IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(Rule)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Rule)
      WHERE n.memory = $memory AND n.id IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(RuleVersion)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:RuleVersion)
      WHERE n.memory = $memory AND n.rule IS NOT NULL AND n.version IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(RuleStep)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:RuleStep)
      WHERE n.memory = $memory AND n.stream IS NOT NULL AND n.step IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(StreamTask)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:StreamTask)
      WHERE n.memory = $memory AND n.stream IS NOT NULL AND n.ordinal IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(Replay)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Replay)
      WHERE n.memory = $memory AND n.key IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(Program)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Program)
      WHERE n.memory = $memory AND n.search IS NOT NULL AND n.id IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(ProgramStep)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:ProgramStep)
      WHERE n.memory = $memory AND n.search IS NOT NULL AND n.step IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      deleteContent(ProgramRun)
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:ProgramRun)
      WHERE n.memory = $memory AND n.key IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      DERIVED.tables.begin
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m WHERE m.destroyed IS NULL
      SET m.version = m.version + $raise
      WITH m
      CALL (m) {
        SET m.tableCursor = null, m.tableGeneration = m.tableGeneration + 1, m.tablesClearing = true
      }
      RETURN m.uid AS uid

      DERIVED.tables.end
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m WHERE m.destroyed IS NULL
      SET m.version = m.version + $raise
      WITH m
      CALL (m) {
        SET m.tablesClearing = null
      }
      RETURN m.uid AS uid

      DERIVED.hierarchy.begin
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m WHERE m.destroyed IS NULL
      SET m.version = m.version + $raise
      WITH m
      CALL (m) {
        SET m.hierarchyCursor = null, m.hierarchyClearing = true
      }
      RETURN m.uid AS uid

      DERIVED.hierarchy.end
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m WHERE m.destroyed IS NULL
      SET m.version = m.version + $raise
      WITH m
      CALL (m) {
        SET m.hierarchyClearing = null
      }
      RETURN m.uid AS uid

      REMOVE_STREAM[0]
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:RuleStep {memory: $memory, stream: $stream})
      WHERE n.step IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      REMOVE_STREAM[1]
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:StreamTask {memory: $memory, stream: $stream})
      WHERE n.ordinal IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      REMOVE_STREAM[2]
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Replay {memory: $memory, stream: $stream})
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      REMOVE_STREAM[3]
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

      REMOVE_SEARCH[0]
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:ProgramStep {memory: $memory, search: $search})
      WHERE n.step IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      REMOVE_SEARCH[1]
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:ProgramRun {memory: $memory, search: $search})
      WHERE n.key IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      REMOVE_SEARCH[2]
      MATCH (m:Memory {uid: $memory})
      SET m.locked = true
      WITH m
      MATCH (n:Program {memory: $memory, search: $search})
      WHERE n.id IS NOT NULL
      WITH n LIMIT $limit
      DETACH DELETE n
      RETURN count(n) AS deleted

      DELETE_MEMORY
      MATCH (m:Memory {uid: $memory})
      DETACH DELETE m"
    `);
    expect(
      Object.entries(space)
        .map(([name, text]) => `${name}\n${text}`)
        .join("\n\n"),
    ).toMatchInlineSnapshot(`
      "NEXT_PLACE
      MERGE (s:Mnema {one: 1})
      SET s.places = coalesce(s.places, 0) + 1
      RETURN s.places AS place

      IS_REGISTERED
      MATCH (r:Registered {key: $key})
      RETURN r.createdAt AS createdAt

      REGISTER
      MERGE (r:Registered {key: $key})
      ON CREATE SET r.space = $space, r.memoryId = $memoryId, r.createdAt = $createdAt, r.place = $place

      REGISTERED
      MATCH (r:Registered {space: $space})
      RETURN r.memoryId AS memoryId, r.createdAt AS createdAt ORDER BY r.createdAt, r.place

      UNREGISTER
      OPTIONAL MATCH (r:Registered {key: $key})
      OPTIONAL MATCH (run:Run {memoryKey: $key})
      OPTIONAL MATCH (run)-[:SAW]->(event:RunEvent)
      OPTIONAL MATCH (request:Request {memoryKey: $key})
      DETACH DELETE r, run, event, request

      PUT_RUN
      MERGE (r:Run {space: $space, id: $id})
      ON CREATE SET r.place = $place
      SET r.memoryKey = $memoryKey, r.memoryId = $memoryId, r.state = $state, r.run = $run

      RUN
      MATCH (r:Run {space: $space, id: $id})
      RETURN r.memoryId AS memoryId, r.run AS run

      RUNS
      MATCH (r:Run {memoryKey: $key})
      WHERE r.state IN $states
      WITH r ORDER BY r.place
      RETURN r.memoryId AS memoryId, r.run AS run

      ADD_RUN_EVENT
      MATCH (r:Run {space: $space, id: $id})
      SET r.locked = true
      WITH r
      SET r.events = coalesce(r.events, 0) + 1
      CREATE (r)-[:SAW]->(:RunEvent {number: r.events, event: $event})
      RETURN r.events AS number

      RUN_EVENTS
      MATCH (r:Run {space: $space, id: $id})-[:SAW]->(e:RunEvent)
      WHERE e.number > $after
      RETURN e.number AS number, e.event AS event ORDER BY number

      PUT_RUN_EVENTS
      UNWIND $events AS given
      MATCH (:Run {space: $space, id: $id})-[:SAW]->(e:RunEvent {number: given.number})
      SET e.event = given.event

      PUT_REPLIES
      MATCH (q:Request {memoryKey: $key})
      WHERE q.reply IS NOT NULL
      SET q.reply = $reply

      PUT_KEY
      MERGE (k:ApiKey {space: $space, id: $id})
      ON CREATE SET k.place = $place
      SET k.key = $apiKey

      KEYS
      MATCH (k:ApiKey {space: $space})
      WHERE k.id IS NOT NULL
      WITH k ORDER BY k.place
      RETURN k.key AS apiKey

      REMOVE_KEY
      MATCH (k:ApiKey {space: $space, id: $id})
      DELETE k
      RETURN count(k) AS removed

      FORGET_REQUESTS
      MATCH (q:Request {space: $space})
      WHERE q.at < $since
      DELETE q

      CLAIM_REQUEST
      MERGE (q:Request {space: $space, key: $key})
      ON CREATE SET q.claim = $claim, q.memoryKey = $memoryKey, q.memoryId = $memoryId, q.at = $at, q.request = $request
      RETURN q.claim = $claim AS free, q.memoryId AS memoryId, q.request AS request, q.reply AS reply

      ANSWER_REQUEST
      MATCH (q:Request {space: $space, key: $key})
      SET q.reply = $reply

      RELEASE_REQUEST
      MATCH (q:Request {space: $space, key: $key})
      DELETE q

      MEMORY_BY_KEY
      MATCH (m:Memory {key: $key})
      RETURN m.uid AS uid

      MAKE_MEMORY
      MERGE (m:Memory {key: $key})
      ON CREATE SET m.uid = $uid, m.memoryId = $name, m.createdAt = $createdAt, m.version = 0, m.seq = 0, m.places = 0, m.tableGeneration = 0
      RETURN m.uid AS uid

      RENAME_MEMORY
      MATCH (m:Memory {key: $key})
      SET m.key = $newKey, m.memoryId = $name
      RETURN m.createdAt AS createdAt

      CONDEMN_MEMORY
      MATCH (m:Memory {key: $key})
      SET m.destroyed = $key, m.version = m.version + 1
      REMOVE m.key

      CONDEMNED
      MATCH (m:Memory {destroyed: $key})
      RETURN m.uid AS uid"
    `);
  });

  it("of the schema is what it was when it was last looked at", () => {
    const vector = [
      schema.createVectorIndex("text"),
      schema.createVectorIndex("visual"),
      schema.dropVectorIndex("text"),
      schema.SHOW_VECTOR_INDEXES,
    ];
    expect([...schema.MIGRATIONS.flat(), ...vector, ...Object.values(schema.INDEXED_MEMORIES)].join("\n\n")).toMatchInlineSnapshot(`
      "CREATE CONSTRAINT mnema_schema IF NOT EXISTS
      FOR (n:Mnema) REQUIRE (n.one) IS UNIQUE

      CREATE CONSTRAINT mnema_registered IF NOT EXISTS
      FOR (n:Registered) REQUIRE (n.key) IS UNIQUE

      CREATE CONSTRAINT mnema_run IF NOT EXISTS
      FOR (n:Run) REQUIRE (n.space, n.id) IS UNIQUE

      CREATE CONSTRAINT mnema_api_key IF NOT EXISTS
      FOR (n:ApiKey) REQUIRE (n.space, n.id) IS UNIQUE

      CREATE CONSTRAINT mnema_request IF NOT EXISTS
      FOR (n:Request) REQUIRE (n.space, n.key) IS UNIQUE

      CREATE CONSTRAINT mnema_memory_key IF NOT EXISTS
      FOR (n:Memory) REQUIRE (n.key) IS UNIQUE

      CREATE CONSTRAINT mnema_memory IF NOT EXISTS
      FOR (n:Memory) REQUIRE (n.uid) IS UNIQUE

      CREATE CONSTRAINT mnema_round IF NOT EXISTS
      FOR (n:Round) REQUIRE (n.memory, n.seq) IS UNIQUE

      CREATE CONSTRAINT mnema_current IF NOT EXISTS
      FOR (n:Current) REQUIRE (n.memory, n.key) IS UNIQUE

      CREATE CONSTRAINT mnema_source_id IF NOT EXISTS
      FOR (n:SourceId) REQUIRE (n.memory, n.key) IS UNIQUE

      CREATE CONSTRAINT mnema_image IF NOT EXISTS
      FOR (n:Image) REQUIRE (n.memory, n.hash) IS UNIQUE

      CREATE CONSTRAINT mnema_decision IF NOT EXISTS
      FOR (n:Decision) REQUIRE (n.memory, n.key) IS UNIQUE

      CREATE CONSTRAINT mnema_vector IF NOT EXISTS
      FOR (n:Vector) REQUIRE (n.memory, n.hash, n.model) IS UNIQUE

      CREATE CONSTRAINT mnema_table IF NOT EXISTS
      FOR (n:Table) REQUIRE (n.memory, n.id) IS UNIQUE

      CREATE CONSTRAINT mnema_row IF NOT EXISTS
      FOR (n:Row) REQUIRE (n.memory, n.table, n.seq) IS UNIQUE

      CREATE CONSTRAINT mnema_unit IF NOT EXISTS
      FOR (n:Unit) REQUIRE (n.memory, n.id) IS UNIQUE

      CREATE CONSTRAINT mnema_query IF NOT EXISTS
      FOR (n:Query) REQUIRE (n.memory, n.id) IS UNIQUE

      CREATE INDEX mnema_registered_space IF NOT EXISTS
      FOR (n:Registered) ON (n.space)

      CREATE INDEX mnema_run_memory IF NOT EXISTS
      FOR (n:Run) ON (n.memoryKey)

      CREATE INDEX mnema_request_memory IF NOT EXISTS
      FOR (n:Request) ON (n.memoryKey)

      CREATE INDEX mnema_request_at IF NOT EXISTS
      FOR (n:Request) ON (n.space, n.at)

      CREATE INDEX mnema_memory_destroyed IF NOT EXISTS
      FOR (n:Memory) ON (n.destroyed)

      CREATE INDEX mnema_round_key IF NOT EXISTS
      FOR (n:Round) ON (n.memory, n.key)

      CREATE INDEX mnema_current_order IF NOT EXISTS
      FOR (n:Current) ON (n.memory, n.orderHead)

      CREATE INDEX mnema_current_place IF NOT EXISTS
      FOR (n:Current) ON (n.memory, n.place, n.position)

      CREATE INDEX mnema_current_timed IF NOT EXISTS
      FOR (n:Current) ON (n.memory, n.place, n.timed, n.position)

      CREATE INDEX mnema_current_waits IF NOT EXISTS
      FOR (n:Current) ON (n.memory, n.waits)

      CREATE INDEX mnema_source_id_rounds IF NOT EXISTS
      FOR (n:SourceId) ON (n.memory, n.rounds)

      CREATE INDEX mnema_picture_text IF NOT EXISTS
      FOR (n:PictureText) ON (n.memory)

      CREATE INDEX mnema_decision_run IF NOT EXISTS
      FOR (n:Decision) ON (n.memory, n.run)

      CREATE INDEX mnema_unit_kind IF NOT EXISTS
      FOR (n:Unit) ON (n.memory, n.kind, n.closed)

      CREATE INDEX mnema_unit_parent IF NOT EXISTS
      FOR (n:Unit) ON (n.memory, n.parent, n.position)

      CREATE INDEX mnema_unit_text IF NOT EXISTS
      FOR (n:Unit) ON (n.memory, n.textHash)

      CREATE INDEX mnema_event_round IF NOT EXISTS
      FOR (n:Event) ON (n.memory, n.seq)

      CREATE INDEX mnema_row_round IF NOT EXISTS
      FOR (n:Row) ON (n.memory, n.seq)

      CREATE FULLTEXT INDEX mnema_words IF NOT EXISTS
      FOR (n:Round|Episode|Topic|PictureText) ON EACH [n.text]
      OPTIONS {indexConfig: {\`fulltext.eventually_consistent\`: true}}

      CREATE CONSTRAINT mnema_rule IF NOT EXISTS
      FOR (n:Rule) REQUIRE (n.memory, n.id) IS UNIQUE

      CREATE CONSTRAINT mnema_rule_version IF NOT EXISTS
      FOR (n:RuleVersion) REQUIRE (n.memory, n.rule, n.version) IS UNIQUE

      CREATE CONSTRAINT mnema_rule_step IF NOT EXISTS
      FOR (n:RuleStep) REQUIRE (n.memory, n.stream, n.step) IS UNIQUE

      CREATE CONSTRAINT mnema_stream_task IF NOT EXISTS
      FOR (n:StreamTask) REQUIRE (n.memory, n.stream, n.ordinal) IS UNIQUE

      CREATE CONSTRAINT mnema_replay IF NOT EXISTS
      FOR (n:Replay) REQUIRE (n.memory, n.key) IS UNIQUE

      CREATE INDEX mnema_rule_stream IF NOT EXISTS
      FOR (n:Rule) ON (n.memory, n.stream)

      CREATE INDEX mnema_replay_stream IF NOT EXISTS
      FOR (n:Replay) ON (n.memory, n.stream)

      CREATE CONSTRAINT mnema_program IF NOT EXISTS
      FOR (n:Program) REQUIRE (n.memory, n.search, n.id) IS UNIQUE

      CREATE CONSTRAINT mnema_program_step IF NOT EXISTS
      FOR (n:ProgramStep) REQUIRE (n.memory, n.search, n.step) IS UNIQUE

      CREATE CONSTRAINT mnema_program_run IF NOT EXISTS
      FOR (n:ProgramRun) REQUIRE (n.memory, n.key) IS UNIQUE

      CREATE INDEX mnema_program_run_search IF NOT EXISTS
      FOR (n:ProgramRun) ON (n.memory, n.search)

      CREATE VECTOR INDEX mnema_text IF NOT EXISTS
      FOR (n:Vector) ON n.vector
      OPTIONS $options

      CREATE VECTOR INDEX mnema_visual IF NOT EXISTS
      FOR (n:Unit) ON n.visual
      OPTIONS $options

      DROP INDEX mnema_text IF EXISTS

      SHOW VECTOR INDEXES YIELD name, options
      WHERE name = $name
      RETURN options.indexConfig.\`vector.dimensions\` AS dimension

      MATCH (m:Memory)
      WHERE m.textDimension = $dimension AND m.destroyed IS NULL
      RETURN m.memoryId AS memoryId, m.textModel AS model LIMIT 1

      MATCH (m:Memory)
      WHERE m.visualModel IS NOT NULL AND m.destroyed IS NULL
      RETURN m.memoryId AS memoryId, m.visualModel AS model LIMIT 1"
    `);
  });

  it("stays inside one memory wherever it touches what a memory holds", () => {
    for (const [name, text] of Object.entries(content)) expect([name, text]).toEqual([name, expect.stringContaining("$memory")]);
    const nodes = Object.entries(content).flatMap(([name, text]) =>
      [...text.matchAll(/\(\w*:(\w+)( \{[^}]*\})?\)/g)].map(([pattern, label]) => ({ name, pattern, label })),
    );
    // A node without the memory in its pattern is bound by another one that has it, or is checked in WHERE.
    const unbound = nodes.filter(({ pattern }) => !pattern?.includes("$memory")).map(({ name, pattern }) => `${name} ${pattern}`);
    expect(unbound).toMatchInlineSnapshot(`
      [
        "LINK_TO_ROUNDS (i:Image)",
        "PICTURE_TEXTS (t:PictureText)",
        "DROP_UNSHOWN (:Round)",
        "DROP_UNSHOWN (t:PictureText)",
        "ROUNDS_BY_ID (r:Round)",
        "SUPERSEDE_ROUNDS (:SourceId)",
        "deleteContent(Round) (n:Round)",
        "deleteContent(SourceId) (n:SourceId)",
        "deleteContent(Image) (n:Image)",
        "deleteContent(PictureText) (n:PictureText)",
        "deleteContent(Decision) (n:Decision)",
        "deleteContent(Vector) (n:Vector)",
        "deleteContent(Table) (n:Table)",
        "deleteContent(Row) (n:Row)",
        "deleteContent(Unit) (n:Unit)",
        "deleteContent(Query) (n:Query)",
        "deleteContent(Rule) (n:Rule)",
        "deleteContent(RuleVersion) (n:RuleVersion)",
        "deleteContent(RuleStep) (n:RuleStep)",
        "deleteContent(StreamTask) (n:StreamTask)",
        "deleteContent(Replay) (n:Replay)",
        "deleteContent(Program) (n:Program)",
        "deleteContent(ProgramStep) (n:ProgramStep)",
        "deleteContent(ProgramRun) (n:ProgramRun)",
      ]
    `);
  });

  it("has labels and relationship types of a closed list, and no values but parameters and constants", () => {
    for (const [name, text] of Object.entries(all)) {
      const used = [...text.matchAll(/(?<=[\w([]):([A-Z]\w*(?:[:|][A-Z]\w*)*)/g)].flatMap(([, labels]) => labels?.split(/[:|]/) ?? []);
      expect([name, used.filter((label) => !LABELS.includes(label))]).toEqual([name, []]);
      const constants = [...text.matchAll(/"[^"]*"|'[^']*'/g)].map(([constant]) => constant);
      expect([name, constants.filter((constant) => !['"episode"', '"event"'].includes(constant))]).toEqual([name, []]);
    }
  });
});
