import { setTimeout } from "node:timers/promises";
import neo4j, { type Driver, type ManagedTransaction, type Neo4jError, type QueryResult } from "neo4j-driver";
import { MnemaError } from "../../core/errors.js";
import { graphErrors } from "./errors.js";
import type { Neo4jSettings } from "./settings.js";
import { toParameter } from "./values.js";

/** How long a transaction is tried again: longer than a server takes to start anew. */
const RETRY_MS = 120_000;

/** How long the driver tries a transaction by itself: it doubles its pauses, and beyond this would sleep through a server's return. */
const DRIVER_RETRY_MS = 8_000;

/** Before the driver is told to try anew. */
const PAUSE_MS = 250;

/**
 * How long memory is waited for. What others hold they soon give back; what one statement alone cannot get does not come
 * by waiting, although the driver thinks so.
 */
const MEMORY_MS = 15_000;

/** Statements at the same time. Each holds 2 MiB of the memory that the server has for transactions, however small it is. */
const CONNECTIONS = 32;

/** How long the server may take to answer a first call, so that a wrong address is told soon. */
const CONNECT_MS = 10_000;

export type Parameters = Readonly<Record<string, unknown>>;

/** Statements inside one transaction. */
export interface Transaction {
  /** Rows of a statement, under the names that it returns them by. */
  run<Row>(cypher: string, parameters?: Parameters): Promise<Row[]>;
}

/** An open database. */
export interface Graph {
  /** The server's address, for messages. */
  readonly place: string;
  /** One statement as a transaction; its rows. It is tried again while the server is down or busy. */
  query<Row>(access: "READ" | "WRITE", cypher: string, parameters?: Parameters): Promise<Row[]>;
  /** Several statements as a transaction that writes. `work` may run several times, as above. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connects to a database. STORE_UNREACHABLE when it does not answer, INVALID_CONFIG when it refuses us or the address is none. */
export async function openGraph(settings: Neo4jSettings): Promise<Graph> {
  const driver = connect(settings);
  try {
    await graphErrors(settings.uri, () => driver.verifyConnectivity(databaseOf(settings)));
  } catch (error) {
    await driver.close();
    throw error;
  }
  return graph(driver, settings);
}

function connect({ uri, user, password, retryMs = RETRY_MS }: Neo4jSettings): Driver {
  try {
    return neo4j.driver(uri, neo4j.auth.basic(user, password), {
      disableLosslessIntegers: true,
      maxTransactionRetryTime: Math.min(retryMs, DRIVER_RETRY_MS),
      connectionTimeout: CONNECT_MS,
      maxConnectionPoolSize: CONNECTIONS,
      // All that a server is asked at once takes turns.
      connectionAcquisitionTimeout: RETRY_MS,
      userAgent: "mnema",
      telemetryDisabled: true,
    });
  } catch (cause) {
    throw new MnemaError(
      "INVALID_CONFIG",
      `NEO4J_URI is no address of a Neo4j server (${String(cause)}). Write it as bolt://127.0.0.1:7687.`,
      { place: "NEO4J_URI", cause },
    );
  }
}

function graph(driver: Driver, settings: Neo4jSettings): Graph {
  let open = true;
  const whileOpen = <T>(work: () => Promise<T>): Promise<T> =>
    graphErrors(settings.uri, () =>
      patiently(settings.retryMs ?? RETRY_MS, () => {
        if (!open) throw new MnemaError("INTERNAL", "The store is closed.", { place: settings.uri });
        return work();
      }),
    );
  /** Sessions that see each other's writes, on a cluster too. */
  const shared = { ...databaseOf(settings), bookmarkManager: driver.executeQueryBookmarkManager };
  /** One statement is a transaction by itself: the server is asked once, and no commit is waited for after the rows. */
  const alone = async <Row>(access: "READ" | "WRITE", cypher: string, parameters: Parameters) => {
    const session = driver.session({ ...shared, defaultAccessMode: neo4j.session[access] });
    try {
      return rowsOf<Row>(await session.run(cypher, toParameters(parameters)));
    } finally {
      await session.close();
    }
  };
  return {
    place: settings.uri,
    query: <Row>(access: "READ" | "WRITE", cypher: string, parameters: Parameters = {}) =>
      whileOpen(() => alone<Row>(access, cypher, parameters)),
    write: (work) =>
      whileOpen(async () => {
        const session = driver.session(shared);
        try {
          return await session.executeWrite((managed) => work(statements(managed)));
        } finally {
          await session.close();
        }
      }),
    close: async () => {
      open = false;
      await driver.close();
    },
  };
}

/** Tries again what fails for the server's being down or busy, for so long. */
async function patiently<T>(retryMs: number, work: () => Promise<T>): Promise<T> {
  for (const began = performance.now(); ; await setTimeout(PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!neo4j.isRetryableError(error as Error)) throw error;
      const patience = (error as Neo4jError).code.endsWith("OutOfMemoryError") ? Math.min(retryMs, MEMORY_MS) : retryMs;
      if (performance.now() > began + patience) throw error;
    }
  }
}

function statements(managed: ManagedTransaction): Transaction {
  return {
    run: async <Row>(cypher: string, parameters: Parameters = {}) => rowsOf<Row>(await managed.run(cypher, toParameters(parameters))),
  };
}

function rowsOf<Row>({ records }: Pick<QueryResult, "records">): Row[] {
  return records.map((record) => record.toObject() as Row);
}

function toParameters(parameters: Parameters): Record<string, unknown> {
  return toParameter(parameters) as Record<string, unknown>;
}

function databaseOf({ database }: Neo4jSettings): { database?: string } {
  return database === undefined ? {} : { database };
}
