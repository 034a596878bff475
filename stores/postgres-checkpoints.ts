import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";
import { sha256 } from "../core/canonical.js";
import { MnemaError } from "../core/errors.js";
import type { Checkpoints } from "./checkpoints-contract.js";

/** Connections that one process holds at most, and how long one may take to be made. */
const CONNECTIONS = 8;
const CONNECT_MS = 10_000;

/** Tables of LangGraph's PostgresSaver that hold what threads said. */
const TABLES = ["checkpoint_writes", "checkpoint_blobs", "checkpoints"] as const;

/** Checkpoints in PostgreSQL, a schema for each memory, so that any server can take up a run. STORE_UNREACHABLE without it. */
export function postgresCheckpoints(url: string): Checkpoints {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, connectionTimeoutMillis: CONNECT_MS });
  // A connection that is lost while nobody uses it is replaced by the next call; unheard, the event would end the process.
  pool.on("error", () => undefined);
  const open = new Map<string, Promise<PostgresSaver>>();
  const saver = (memoryId: string) => {
    const known = open.get(memoryId) ?? setUp(pool, schemaOf(memoryId), url);
    open.set(memoryId, known);
    known.catch(() => open.delete(memoryId));
    return known;
  };
  return {
    open: saver,
    clear: async (memoryId) => {
      await saver(memoryId);
      for (const table of TABLES) await pool.query(`DELETE FROM "${schemaOf(memoryId)}".${table}`);
    },
    release: async (memoryId) => void open.delete(memoryId),
    close: () => pool.end(),
  };
}

/** An id may be any text, so its hash names the schema; over UTF-16, where no two texts are the same bytes. */
function schemaOf(memoryId: string): string {
  return `mnema_${sha256(Buffer.from(memoryId, "utf16le")).slice(0, 40)}`;
}

/** Makes schema and tables unless they are there, one process at a time: the lock is a connection's own. */
async function setUp(pool: pg.Pool, schema: string, url: string): Promise<PostgresSaver> {
  const saver = new PostgresSaver(pool, undefined, { schema });
  const lock = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  try {
    await lock.connect();
    await lock.query("SELECT pg_advisory_lock(hashtext($1))", [schema]);
    await saver.setup();
    return saver;
  } catch (cause) {
    throw unusable(url, cause);
  } finally {
    await lock.end().catch(() => undefined);
  }
}

/** Asks a server what it is and whether checkpoints can be kept there, and writes nothing. STORE_UNREACHABLE when not. */
export async function probePostgres(url: string): Promise<{ version: string; place: string }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; may: boolean }>(
      "SELECT current_setting('server_version') AS version, has_database_privilege(current_database(), 'CREATE') AS may",
    );
    const [{ version, may } = { version: "unknown", may: false }] = rows;
    if (!may) throw new Error("this user may not create schemas");
    return { version, place: placeOf(url) };
  } catch (cause) {
    throw unusable(url, cause);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function unusable(url: string, cause: unknown): MnemaError {
  const place = placeOf(url);
  return new MnemaError(
    "STORE_UNREACHABLE",
    `Checkpoints cannot be kept in ${place}; a run could not be resumed. Check CHECKPOINT_URL and the server. (${String(cause)})`,
    { place, cause },
  );
}

/** The address without user and password. */
function placeOf(url: string): string {
  return url.replace(/\/\/[^@/]*@/, "//");
}
