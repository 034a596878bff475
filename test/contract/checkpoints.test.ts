import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { openCheckpointPlace, sqliteCheckpoints } from "../../stores/checkpoints.js";
import { postgresCheckpoints } from "../../stores/postgres-checkpoints.js";
import { checkpointsContract } from "./checkpoints.js";
import { withServer } from "./server.js";

checkpointsContract("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mnema-checkpoints-"));
  return { open: () => sqliteCheckpoints(folder), dispose: () => rm(folder, { recursive: true, force: true }) };
});

withServer("PostgreSQL", "node scripts/postgres.mjs", "CHECKPOINT_URL", postgresUrl(), (url) => {
  checkpointsContract("PostgreSQL", async () => {
    const database = `mnema_test_${process.pid}_${Date.now()}`;
    await administer(url, `CREATE DATABASE ${database}`);
    const own = Object.assign(new URL(url), { pathname: `/${database}` }).href;
    return { open: () => postgresCheckpoints(own), dispose: () => administer(url, `DROP DATABASE ${database} WITH (FORCE)`) };
  });
});

describe("checkpoints", () => {
  it("of a server that is not there are an error that says so, without its password", async () => {
    const place = await openCheckpointPlace({ dataFolder: "/nowhere", checkpointUrl: "postgresql://ann:secret@127.0.0.1:1/x" });
    await expect(place.open("m")).rejects.toMatchObject({ code: "STORE_UNREACHABLE", message: expect.not.stringContaining("secret") });
    await place.close();
  });
});

function postgresUrl(): string {
  const file = join(import.meta.dirname, "..", "..", ".services", "postgres", "uri");
  return process.env.CHECKPOINT_URL || (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
