/**
 * Schema of a memory's file, step by step; a step is never changed once released. Texts of any kind are JSON; ids that
 * are searched for are plain; order keys are UTF-16 bytes (see `toOrder`). Rows that may be long come last, so that
 * the columns before them are read without their overflow pages.
 */
export const MEMORY_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE memory (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    text_model TEXT,
    text_dimension INTEGER,
    visual_model TEXT,
    version INTEGER NOT NULL DEFAULT 0,
    -- Deleted text may still be in the file or its WAL.
    unscrubbed INTEGER NOT NULL DEFAULT 0,
    -- Set before the files are removed, so that another process's open handle cannot write into the void.
    destroyed INTEGER NOT NULL DEFAULT 0,
    dirty_from BLOB,
    table_cursor TEXT,
    table_generation INTEGER NOT NULL DEFAULT 0,
    hierarchy_cursor TEXT
  );
  CREATE TABLE lease (one INTEGER PRIMARY KEY CHECK (one = 1), holder TEXT NOT NULL, until INTEGER NOT NULL);

  CREATE TABLE rounds (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,
    digest TEXT NOT NULL,
    history TEXT NOT NULL,
    session TEXT NOT NULL,
    position INTEGER NOT NULL,
    time TEXT,
    recorded_at TEXT NOT NULL,
    superseded_by INTEGER,
    order_key BLOB NOT NULL,
    -- Number of observations; null until extraction has seen the round.
    observed INTEGER,
    parked TEXT,
    round TEXT NOT NULL
  );
  CREATE INDEX rounds_by_key ON rounds (key);
  CREATE UNIQUE INDEX rounds_current_key ON rounds (key) WHERE superseded_by IS NULL;
  CREATE INDEX rounds_current_order ON rounds (order_key) WHERE superseded_by IS NULL;
  CREATE INDEX rounds_current_place ON rounds (history, session, position) WHERE superseded_by IS NULL;
  CREATE INDEX rounds_timed ON rounds (history, session, position) WHERE superseded_by IS NULL AND time IS NOT NULL;
  CREATE INDEX rounds_parked ON rounds (order_key) WHERE superseded_by IS NULL AND parked IS NOT NULL;
  -- All that counting looks at, so that it does not read the rounds themselves.
  CREATE INDEX rounds_counted ON rounds (observed, parked, superseded_by) WHERE superseded_by IS NULL;
  -- Of current rounds only.
  CREATE TABLE round_ids (id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (id, seq)) WITHOUT ROWID;

  CREATE TABLE observations (seq INTEGER PRIMARY KEY, list TEXT NOT NULL);

  CREATE TABLE pictures (hash TEXT PRIMARY KEY, mime TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE round_pictures (hash TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (hash, seq)) WITHOUT ROWID;
  CREATE TABLE picture_texts (hash TEXT NOT NULL, reader TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (hash, reader));

  CREATE TABLE decisions (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    run TEXT NOT NULL,
    at TEXT NOT NULL,
    failed INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    ms REAL NOT NULL,
    rounds TEXT NOT NULL,
    record TEXT NOT NULL
  );
  CREATE INDEX decisions_by_run ON decisions (run);

  CREATE TABLE vectors (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, model TEXT NOT NULL, vector BLOB NOT NULL, UNIQUE (hash, model));

  CREATE TABLE tables (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, discovered_at BLOB NOT NULL, "table" TEXT NOT NULL);
  CREATE TABLE table_rows (place INTEGER PRIMARY KEY, table_id TEXT NOT NULL, seq INTEGER NOT NULL, cells TEXT NOT NULL, UNIQUE (table_id, seq));

  CREATE TABLE nodes (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    parent TEXT,
    position INTEGER NOT NULL,
    seq INTEGER,
    text_hash TEXT NOT NULL,
    "from" TEXT,
    "to" TEXT,
    closed INTEGER NOT NULL,
    text TEXT NOT NULL,
    visual BLOB
  );
  CREATE INDEX nodes_by_kind ON nodes (kind, parent, position, id);
  CREATE INDEX nodes_by_parent ON nodes (parent, position, id);

  CREATE TABLE queries (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at TEXT NOT NULL, seqs TEXT NOT NULL, record TEXT NOT NULL);
  `,
  `
  ALTER TABLE memory ADD COLUMN rules_version INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE rules (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, stream TEXT NOT NULL, rule TEXT NOT NULL);
  CREATE INDEX rules_by_stream ON rules (stream, place);
  CREATE TABLE rule_steps (stream TEXT NOT NULL, step TEXT NOT NULL, PRIMARY KEY (stream, step)) WITHOUT ROWID;
  CREATE TABLE stream_tasks (stream TEXT NOT NULL, ordinal INTEGER NOT NULL, task TEXT NOT NULL, PRIMARY KEY (stream, ordinal));
  CREATE TABLE replays (place INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, stream TEXT NOT NULL, run TEXT NOT NULL, trajectory TEXT NOT NULL);
  CREATE INDEX replays_by_stream ON replays (stream, place);
  `,
  `
  ALTER TABLE memory ADD COLUMN programs_version INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE programs (search TEXT NOT NULL, id INTEGER NOT NULL, program TEXT NOT NULL, PRIMARY KEY (search, id));
  CREATE TABLE program_steps (place INTEGER PRIMARY KEY, search TEXT NOT NULL, step TEXT NOT NULL, UNIQUE (search, step));
  CREATE TABLE program_runs (
    place INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    search TEXT NOT NULL,
    run TEXT NOT NULL,
    payload TEXT NOT NULL,
    trajectory TEXT NOT NULL
  );
  CREATE INDEX program_runs_by_search ON program_runs (search, place);
  `,
  // Nodes of a kind are sorted when they are read: an index in that order holds every id once more. The open episode is looked
  // for by every slice.
  `
  DROP INDEX nodes_by_kind;
  CREATE INDEX nodes_of_kind ON nodes (kind);
  CREATE INDEX nodes_open ON nodes (id) WHERE kind = 'episode' AND parent IS NULL AND closed = 0;
  `,
];

/** Schema of the registry of a data folder. */
export const SERVICE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE memories (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL);
  CREATE TABLE runs (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, memory_id TEXT NOT NULL, state TEXT NOT NULL, run TEXT NOT NULL);
  CREATE INDEX runs_by_memory ON runs (memory_id, state);
  `,
  `
  CREATE TABLE run_events (run_id TEXT NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL, PRIMARY KEY (run_id, number)) WITHOUT ROWID;
  CREATE TABLE keys (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL);
  CREATE TABLE requests (key TEXT PRIMARY KEY, memory_id TEXT NOT NULL, at TEXT NOT NULL, request TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX requests_by_memory ON requests (memory_id);
  CREATE INDEX requests_by_time ON requests (at);
  `,
];
