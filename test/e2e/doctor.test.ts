import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withNeo4j } from "../contract/neo4j-server.js";
import { withServer } from "../contract/server.js";
import { inFolder, mnema } from "./command-line.js";

const file = join(import.meta.dirname, "..", "..", ".services", "postgres", "uri");
const postgres = process.env.CHECKPOINT_URL || (existsSync(file) ? readFileSync(file, "utf8").trim() : "");

interface Told {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly advice: string | null;
}

/** What `mnema doctor` says of the services, by name. */
async function services(environment: Readonly<Record<string, string>>) {
  let told: { code: number; neo4j: Told; checkpoints: Told } | undefined;
  await inFolder({}, async (folder) => {
    const { code, stdout } = await mnema(["doctor", "--data", folder, "--json"], { NEO4J_URI: "", CHECKPOINT_URL: "", ...environment });
    const { checks } = JSON.parse(stdout) as { checks: Told[] };
    const [neo4j, checkpoints] = ["neo4j", "checkpoints"].map((name) => checks.find((check) => check.name === name) as Told);
    told = { code: code ?? -1, neo4j: neo4j as Told, checkpoints: checkpoints as Told };
  });
  return told as { code: number; neo4j: Told; checkpoints: Told };
}

describe("mnema doctor", () => {
  it("says that Neo4j and PostgreSQL are not configured, and how they would be", async () => {
    const { neo4j, checkpoints } = await services({});
    expect(neo4j).toMatchObject({ state: "off", advice: expect.stringContaining("NEO4J_URI") });
    expect(checkpoints).toMatchObject({ state: "off", advice: expect.stringContaining("CHECKPOINT_URL") });
  });

  it("says so when they do not answer, without the password, and fails", async () => {
    const { code, neo4j, checkpoints } = await services({
      NEO4J_URI: "bolt://127.0.0.1:9",
      NEO4J_PASSWORD: "hush-hush",
      CHECKPOINT_URL: "postgresql://me:hush-hush@127.0.0.1:9/x",
    });
    expect([code, neo4j.state, checkpoints.state]).toEqual([1, "missing", "missing"]);
    expect(neo4j.detail).toContain("bolt://127.0.0.1:9");
    expect(checkpoints.detail).toContain("127.0.0.1:9/x");
    expect(JSON.stringify([neo4j, checkpoints])).not.toContain("hush-hush");
  });
});

withNeo4j(({ uri, user, password }) => {
  it("doctor names the Neo4j that is there", async () => {
    const { neo4j } = await services({ NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password });
    expect(neo4j).toMatchObject({ state: "ok", advice: null });
    expect(neo4j.detail).toMatch(/^Neo4j 5\.\S+ (community|enterprise) at /);
  });
});

withServer("PostgreSQL", "node scripts/postgres.mjs", "CHECKPOINT_URL", postgres, (url) => {
  it("doctor names the PostgreSQL that is there", async () => {
    const { checkpoints } = await services({ CHECKPOINT_URL: url });
    expect(checkpoints).toMatchObject({ state: "ok", advice: null });
    expect(checkpoints.detail).toMatch(/^PostgreSQL \d+/);
  });
});
