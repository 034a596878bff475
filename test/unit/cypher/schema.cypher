CREATE CONSTRAINT mnema_schema IF NOT EXISTS
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
OPTIONS {indexConfig: {`fulltext.eventually_consistent`: true}}

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
RETURN options.indexConfig.`vector.dimensions` AS dimension

MATCH (m:Memory)
WHERE m.textDimension = $dimension AND m.destroyed IS NULL
RETURN m.memoryId AS memoryId, m.textModel AS model LIMIT 1

MATCH (m:Memory)
WHERE m.visualModel IS NOT NULL AND m.destroyed IS NULL
RETURN m.memoryId AS memoryId, m.visualModel AS model LIMIT 1
