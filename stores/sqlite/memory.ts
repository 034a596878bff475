import { join } from "node:path";
import type { MemoryInfo, MemoryStore } from "../contract.js";
import { areNews, type Encoders } from "../encoders.js";
import { fromJson } from "../json.js";
import { toOrder } from "./bytes.js";
import { addPictures } from "./backup.js";
import { scrubCheckpoints } from "./scrub-checkpoints.js";
import { openConnection, type Connection } from "./connection.js";
import { sqliteDecisions } from "./decisions.js";
import { sqliteHierarchy } from "./hierarchy.js";
import { sqliteLog } from "./log.js";
import { memoryFile, type MemoryFile } from "./memory-file.js";
import { pictureFolder, sweepPictures } from "./pictures.js";
import { sqlitePrograms } from "./programs.js";
import { sqliteQueries } from "./queries.js";
import { sqliteRules } from "./rules.js";
import { MEMORY_MIGRATIONS } from "./schema.js";
import { sqliteTables } from "./tables.js";
import { sqliteVectors } from "./vectors.js";

/** A memory on SQLite, with what its space needs besides. */
export interface SqliteMemory extends MemoryStore {
  /** Where LangGraph's checkpoints of this memory lie. */
  readonly checkpointPath: string;
  /** Writes the memory as it is at one moment, with its pictures, to a file that is not there yet; others go on working. */
  backup(file: string): Promise<void>;
  /** What was begun and held up by a reader: the memory's destruction, or a scrub after something was removed. */
  pending(): Promise<{ destroyed: boolean; unscrubbed: boolean }>;
  /** Empties the memory for good, so that no open handle can bring anything back; then as `scrub`. */
  empty(): Promise<boolean>;
}

/**
 * Opens the memory that lies in `folder`; `createdAt` is recorded when it is new, its id when it was renamed. A scrub takes in
 * `services`, whose requests and runs may have quoted it.
 */
export async function openSqliteMemory(
  memoryId: string,
  folder: string,
  createdAt: string,
  services: Pick<Connection, "vacuum">,
): Promise<SqliteMemory> {
  const connection = openConnection(join(folder, "memory.db"), MEMORY_MIGRATIONS);
  await name(connection, JSON.stringify(memoryId), createdAt);
  const file = memoryFile(connection);
  const pictures = pictureFolder(join(folder, "pictures"));
  const checkpointPath = join(folder, "checkpoints.db");

  /** Marked done only when it is: the mark itself is a write that holds nothing but the mark. */
  const scrub = async () => {
    await sweepPictures(file, pictures);
    const done = (await connection.vacuum()) && scrubCheckpoints(checkpointPath) && (await services.vacuum());
    if (done) await file.note(() => void file.sql("UPDATE memory SET unscrubbed = 0").run());
    return done;
  };

  return {
    memoryId,
    checkpointPath,
    log: sqliteLog(file, pictures),
    decisions: sqliteDecisions(file),
    vectors: sqliteVectors(file),
    tables: sqliteTables(file),
    hierarchy: sqliteHierarchy(file),
    queries: sqliteQueries(file),
    rules: sqliteRules(file),
    programs: sqlitePrograms(file),
    info: () => file.read(() => infoOf(file, memoryId)),
    waiting: () => file.read(() => countWaiting(file)),
    setEncoders: (encoders) => setEncoders(file, memoryId, encoders),
    replaceEncoders: ({ textModel, textDimension, visualModel }) =>
      file.change(() => {
        const set = file.sql(
          "UPDATE memory SET text_model = ?, text_dimension = ?, visual_model = coalesce(?, visual_model), unscrubbed = 1",
        );
        set.run(textModel, textDimension, visualModel);
        file
          .sql(
            "DELETE FROM vectors WHERE model NOT IN (SELECT text_model FROM memory UNION SELECT visual_model FROM memory WHERE visual_model IS NOT NULL)",
          )
          .run();
      }),
    ...leaseMethods(file),
    scrub,
    backup: async (to) => {
      await connection.backup(to);
      addPictures(to, pictures);
    },
    pending: () =>
      file.read(() => {
        const { destroyed, unscrubbed } = file.sql("SELECT destroyed, unscrubbed FROM memory").get() as {
          destroyed: number;
          unscrubbed: number;
        };
        return { destroyed: destroyed === 1, unscrubbed: unscrubbed === 1 };
      }),
    empty: async () => {
      await connection.write(() => emptyAll(connection));
      pictures.keepOnly([]);
      return connection.vacuum();
    },
    rest: async () => connection.rest(),
    close: async () => connection.close(),
  };
}

/** Says in a new or renamed file whose memory it is. Writes only then, so that a reader need not wait for a writer. */
async function name({ sql, read, write }: Connection, id: string, createdAt: string): Promise<void> {
  const known = await read(() => sql("SELECT id FROM memory").get() as { id: string } | undefined);
  if (known?.id === id) return;
  await write(
    () =>
      void sql("INSERT INTO memory (one, id, created_at) VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE SET id = excluded.id").run(
        id,
        createdAt,
      ),
  );
}

/** The writer's lease lies in the memory's own file, so that whoever can write the memory sees it. */
function leaseMethods({ sql, read, note }: MemoryFile): Pick<MemoryStore, "lease" | "release" | "leaseHolder"> {
  return {
    lease: (holder, now, forMs) =>
      note(() => {
        const { changes } = sql(
          `INSERT INTO lease (one, holder, until) VALUES (1, ?, ?)
           ON CONFLICT (one) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE lease.holder = excluded.holder OR lease.until <= ?`,
        ).run(holder, now + forMs, now);
        return changes > 0;
      }),
    release: (holder) => note(() => void sql("DELETE FROM lease WHERE holder = ?").run(holder)),
    leaseHolder: () => read(() => (sql("SELECT holder FROM lease").get() as { holder: string } | undefined)?.holder ?? null),
  };
}

interface MemoryRow {
  readonly created_at: string;
  readonly text_model: string | null;
  readonly text_dimension: number | null;
  readonly visual_model: string | null;
  readonly version: number;
}

function infoOf({ sql }: MemoryFile, memoryId: string): MemoryInfo {
  const row = sql("SELECT created_at, text_model, text_dimension, visual_model, version FROM memory").get() as MemoryRow;
  return {
    memoryId,
    createdAt: row.created_at,
    textModel: row.text_model,
    textDimension: row.text_dimension,
    visualModel: row.visual_model,
    version: row.version,
  };
}

/** Each of the three, of which no round is in two, is an index's range, empty when all is derived: a union would read every round. */
function countWaiting({ sql }: MemoryFile): number {
  const cursors = sql("SELECT table_cursor AS tables, hierarchy_cursor AS hierarchy FROM memory").get() as Record<string, string | null>;
  const least = Object.values(cursors).map((cursor) => (cursor === null ? "" : fromJson<string>(cursor)));
  const counted = sql(
    `SELECT (SELECT count(*) FROM rounds WHERE superseded_by IS NULL AND order_key > $cursor)
       + (SELECT count(*) FROM rounds INDEXED BY rounds_parked
          WHERE superseded_by IS NULL AND parked IS NOT NULL AND order_key <= $cursor)
       + (SELECT count(*) FROM rounds INDEXED BY rounds_counted
          WHERE superseded_by IS NULL AND observed IS NULL AND parked IS NULL AND order_key <= $cursor) AS waiting`,
  );
  const cursor = toOrder(least.reduce((one, other) => (one < other ? one : other)));
  return (counted.get({ cursor }) as { waiting: number }).waiting;
}

async function setEncoders(file: MemoryFile, memoryId: string, given: Encoders): Promise<void> {
  const isNews = () => areNews(infoOf(file, memoryId), given);
  if (!(await file.read(isNews))) return;
  await file.note(() => {
    if (!isNews()) return;
    const set = file.sql("UPDATE memory SET text_model = ?, text_dimension = ?, visual_model = coalesce(?, visual_model)");
    set.run(given.textModel, given.textDimension, given.visualModel);
  });
}

const CONTENT = [
  "rounds",
  "round_ids",
  "observations",
  "pictures",
  "round_pictures",
  "picture_texts",
  "decisions",
  "vectors",
  "tables",
  "table_rows",
  "nodes",
  "queries",
  "rules",
  "rule_steps",
  "stream_tasks",
  "replays",
  "programs",
  "program_steps",
  "program_runs",
  "lease",
];

function emptyAll({ sql }: Connection): void {
  for (const table of CONTENT) sql(`DELETE FROM ${table}`).run();
  sql("UPDATE memory SET destroyed = 1, version = version + 1, table_cursor = NULL, hierarchy_cursor = NULL, dirty_from = NULL").run();
}
