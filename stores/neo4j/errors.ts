import { MnemaError, type MnemaErrorCode } from "../../core/errors.js";

/** What a person can do about it, by the beginning of Neo4j's or the driver's code. The first that fits counts. */
const REASONS: readonly (readonly [string, MnemaErrorCode, string])[] = [
  ["ServiceUnavailable", "STORE_UNREACHABLE", "Neo4j cannot be reached. Start it (`npm run neo4j`), or check NEO4J_URI."],
  ["SessionExpired", "STORE_UNREACHABLE", "The connection to Neo4j was lost. Try again when the server is up."],
  ["Neo.ClientError.Security", "INVALID_CONFIG", "Neo4j refused the login. Check NEO4J_USER and NEO4J_PASSWORD."],
  ["Neo.ClientError.Database.DatabaseNotFound", "INVALID_CONFIG", "There is no such database. Check NEO4J_DATABASE."],
  [
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
    "STORE_FULL",
    "Neo4j has too little memory for this. Give it more (dbms.memory.transaction.total.max, and its heap).",
  ],
  ["Neo.TransientError.General.OutOfMemoryError", "STORE_FULL", "Neo4j has too little memory for this. Give its heap more."],
  ["Neo.TransientError", "STORE_LOCKED", "Neo4j is busy or starting. Try again when it is done."],
  ["Neo.DatabaseError.Transaction.TransactionCommitFailed", "STORE_FULL", "Neo4j could not write. Check its disk and its log."],
];

/** Runs `work`; the errors of Neo4j and its driver come out as ours, with what to do. `place` is the server's address. */
export async function graphErrors<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (MnemaError.isInstance(error)) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const [, ours, advice] = REASONS.find(([prefix]) => code.startsWith(prefix)) ?? [
      "",
      "INTERNAL" as const,
      "The store failed. Please report this.",
    ];
    const told = error instanceof Error ? error.message : String(error);
    throw new MnemaError(ours, `${advice} (${code === "" ? told : `${code}: ${told}`}; ${place})`, { place, cause: error });
  }
}
