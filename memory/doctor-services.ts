import type { Config } from "../config.js";
import { MnemaError } from "../core/errors.js";

/** One thing that Mnema needs or can use, and what to do when it is not in order. */
export interface Check {
  readonly name: string;
  readonly state: "ok" | "off" | "missing";
  readonly detail: string;
  /** Null when nothing need be done. */
  readonly advice: string | null;
}

/** The servers that the configuration names: each is asked, and nothing is written to it. */
export async function serviceChecks(config: Config): Promise<Check[]> {
  return Promise.all([neo4jCheck(config), postgresCheck(config)]);
}

async function neo4jCheck({ neo4j, dataFolder }: Config): Promise<Check> {
  const name = "neo4j";
  if (neo4j === null) {
    return {
      name,
      state: "off",
      detail: `memories lie in ${dataFolder}`,
      advice: "Set NEO4J_URI to keep them in Neo4j, so that several servers share them.",
    };
  }
  const advice = "Check NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD and that the server runs; `npm run neo4j` starts one.";
  return asked(name, advice, async () => {
    // Loaded only where it is used: the driver costs every command a tenth of a second else.
    const { probeNeo4j } = await import("../stores/neo4j/probe.js");
    const { version, edition } = await probeNeo4j(neo4j);
    return `Neo4j ${version} ${edition} at ${neo4j.uri}`;
  });
}

async function postgresCheck({ checkpointUrl }: Config): Promise<Check> {
  const name = "checkpoints";
  if (checkpointUrl === null) {
    return {
      name,
      state: "off",
      detail: "checkpoints of runs lie beside the memories",
      advice: "Set CHECKPOINT_URL to a PostgreSQL so that another server can take up a run.",
    };
  }
  const advice = "Check CHECKPOINT_URL and that the server runs, and let its user create schemas.";
  return asked(name, advice, async () => {
    const { probePostgres } = await import("../stores/postgres-checkpoints.js");
    const { version, place } = await probePostgres(checkpointUrl);
    return `PostgreSQL ${version} at ${place}`;
  });
}

async function asked(name: string, advice: string, ask: () => Promise<string>): Promise<Check> {
  try {
    return { name, state: "ok", detail: await ask(), advice: null };
  } catch (error) {
    if (!MnemaError.isInstance(error)) throw error;
    return { name, state: "missing", detail: error.message, advice };
  }
}
