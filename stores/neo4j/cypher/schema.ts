/**
 * Constraints and indexes, step by step; a step is never changed once released. Every index begins with the memory: what
 * one memory costs does not grow with the others.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    unique("schema", "Mnema", "one"),
    unique("registered", "Registered", "key"),
    unique("run", "Run", "space", "id"),
    unique("api_key", "ApiKey", "space", "id"),
    unique("request", "Request", "space", "key"),
    unique("memory_key", "Memory", "key"),
    unique("memory", "Memory", "uid"),
    unique("round", "Round", "memory", "seq"),
    unique("current", "Current", "memory", "key"),
    unique("source_id", "SourceId", "memory", "key"),
    unique("image", "Image", "memory", "hash"),
    unique("decision", "Decision", "memory", "key"),
    unique("vector", "Vector", "memory", "hash", "model"),
    unique("table", "Table", "memory", "id"),
    unique("row", "Row", "memory", "table", "seq"),
    unique("unit", "Unit", "memory", "id"),
    unique("query", "Query", "memory", "id"),
    index("registered_space", "Registered", "space"),
    index("run_memory", "Run", "memoryKey"),
    index("request_memory", "Request", "memoryKey"),
    index("request_at", "Request", "space", "at"),
    index("memory_destroyed", "Memory", "destroyed"),
    index("round_key", "Round", "memory", "key"),
    index("current_order", "Current", "memory", "orderHead"),
    index("current_place", "Current", "memory", "place", "position"),
    index("current_timed", "Current", "memory", "place", "timed", "position"),
    index("current_waits", "Current", "memory", "waits"),
    index("source_id_rounds", "SourceId", "memory", "rounds"),
    index("picture_text", "PictureText", "memory"),
    index("decision_run", "Decision", "memory", "run"),
    index("unit_kind", "Unit", "memory", "kind", "closed"),
    index("unit_parent", "Unit", "memory", "parent", "position"),
    index("unit_text", "Unit", "memory", "textHash"),
    index("event_round", "Event", "memory", "seq"),
    index("row_round", "Row", "memory", "seq"),
    // For people's own Cypher. It may lag behind a commit by a moment, so that ingest does not wait for it.
    `CREATE FULLTEXT INDEX mnema_words IF NOT EXISTS
FOR (n:Round|Episode|Topic|PictureText) ON EACH [n.text]
OPTIONS {indexConfig: {\`fulltext.eventually_consistent\`: true}}`,
  ],
  [
    unique("rule", "Rule", "memory", "id"),
    unique("rule_version", "RuleVersion", "memory", "rule", "version"),
    unique("rule_step", "RuleStep", "memory", "stream", "step"),
    unique("stream_task", "StreamTask", "memory", "stream", "ordinal"),
    unique("replay", "Replay", "memory", "key"),
    index("rule_stream", "Rule", "memory", "stream"),
    index("replay_stream", "Replay", "memory", "stream"),
  ],
  [
    unique("program", "Program", "memory", "search", "id"),
    unique("program_step", "ProgramStep", "memory", "search", "step"),
    unique("program_run", "ProgramRun", "memory", "key"),
    index("program_run_search", "ProgramRun", "memory", "search"),
  ],
];

export const AWAIT_INDEXES = "CALL db.awaitIndexes(300)";

export const SCHEMA_VERSION = `MATCH (s:Mnema {one: 1})
RETURN s.schema AS version`;

export const SET_SCHEMA_VERSION = `MERGE (s:Mnema {one: 1})
SET s.schema = $version`;

/** The two vector indexes: of texts by hash, and of what units show. */
export const VECTOR_INDEXES = {
  text: { name: "mnema_text", node: "(n:Vector)", property: "n.vector" },
  visual: { name: "mnema_visual", node: "(n:Unit)", property: "n.visual" },
} as const;

export type VectorIndex = keyof typeof VECTOR_INDEXES;

export const SHOW_VECTOR_INDEXES = `SHOW VECTOR INDEXES YIELD name, options
WHERE name = $name
RETURN options.indexConfig.\`vector.dimensions\` AS dimension`;

export function createVectorIndex(which: VectorIndex): string {
  const { name, node, property } = VECTOR_INDEXES[which];
  return `CREATE VECTOR INDEX ${name} IF NOT EXISTS
FOR ${node} ON ${property}
OPTIONS $options`;
}

export function dropVectorIndex(which: VectorIndex): string {
  return `DROP INDEX ${VECTOR_INDEXES[which].name} IF EXISTS`;
}

/** What the server is. */
export const COMPONENTS = `CALL dbms.components() YIELD name, versions, edition
WHERE name = "Neo4j Kernel"
RETURN versions[0] AS version, edition`;

/** Memories that would no longer be found by a vector index if it were made for other encoders. */
export const INDEXED_MEMORIES: Readonly<Record<VectorIndex, string>> = {
  text: `MATCH (m:Memory)
WHERE m.textDimension = $dimension AND m.destroyed IS NULL
RETURN m.memoryId AS memoryId, m.textModel AS model LIMIT 1`,
  visual: `MATCH (m:Memory)
WHERE m.visualModel IS NOT NULL AND m.destroyed IS NULL
RETURN m.memoryId AS memoryId, m.visualModel AS model LIMIT 1`,
};

function unique(name: string, label: string, ...properties: readonly string[]): string {
  return `CREATE CONSTRAINT mnema_${name} IF NOT EXISTS
FOR (n:${label}) REQUIRE (${properties.map((property) => `n.${property}`).join(", ")}) IS UNIQUE`;
}

function index(name: string, label: string, ...properties: readonly string[]): string {
  return `CREATE INDEX mnema_${name} IF NOT EXISTS
FOR (n:${label}) ON (${properties.map((property) => `n.${property}`).join(", ")})`;
}
