import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Neo4jSettings } from "../../stores/neo4j/settings.js";
import { withServer } from "./server.js";

/** Runs tests with the Neo4j of the environment, else the one that `npm run neo4j` started. */
export function withNeo4j(run: (server: Neo4jSettings) => void): void {
  const file = join(import.meta.dirname, "..", "..", ".services", "neo4j", "uri");
  const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE } = process.env;
  const uri = NEO4J_URI || (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
  withServer("Neo4j", "npm run neo4j", "NEO4J_URI", uri, () =>
    run({ uri, user: NEO4J_USER || "neo4j", password: NEO4J_PASSWORD || "", ...(NEO4J_DATABASE ? { database: NEO4J_DATABASE } : {}) }),
  );
}
