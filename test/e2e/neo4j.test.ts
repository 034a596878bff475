import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot, readConfig } from "../../config.js";
import { audit } from "../../memory/audit.js";
import { exportMemory } from "../../memory/export.js";
import { importMemory } from "../../memory/import.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import type { Neo4jSettings } from "../../stores/neo4j/settings.js";
import { openNeo4jSpace } from "../../stores/neo4j/space.js";
import { withNeo4j } from "../contract/neo4j-server.js";
import { withServer } from "../contract/server.js";
import { journal } from "../fixtures/journal.js";
import { type Ended, ended, inFolder, mnema, startMnema } from "./command-line.js";
import { readings } from "./http-server.js";

const SERVICES = join(import.meta.dirname, "..", "..", ".services");
const SAMPLES = join(import.meta.dirname, "..", "..", "samples", "health-journal.json");
const { questions } = JSON.parse(readFileSync(SAMPLES, "utf8")) as { questions: readonly { question: string }[] };
const CLOCK = () => new Date("2026-01-01T00:00:00Z");

/** Address of a server that one of our scripts started; empty when it is not running. */
function addressOf(service: string): string {
  const file = join(SERVICES, service, "uri");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
}

/** Runs one of our scripts; what it printed. */
async function script(name: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await ended(
    spawn(process.execPath, [join(packageRoot(), "scripts", name), ...args], { stdio: ["ignore", "pipe", "pipe"] }),
  );
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

/** Waits until an ingest that runs has derived something, and not everything. */
async function untilHalfway(server: Neo4jSettings, memoryId: string, end: Promise<Ended>): Promise<void> {
  const early = end.then(({ stdout, stderr }) => Promise.reject(new Error(`It ended before it was halfway: ${stdout}${stderr}`)));
  const space = await openNeo4jSpace(server);
  const derived = async () => {
    const store = await space.open(memoryId, { create: false, now: "" }).catch(() => null);
    return store !== null && (await store.tables.cursor()) !== null;
  };
  try {
    await Promise.race([expect.poll(derived, { timeout: 120_000, interval: 50 }).toBe(true), early]);
  } finally {
    await space.close();
  }
}

async function forgetAll(folder: string, memoryId: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await mnema(["forget", "--all", "--memory", memoryId, "--data", folder], environment);
  expect(code, stderr).toBe(0);
}

/** Compares a memory of `runs.json` with one that SQLite made of it undisturbed, byte for byte. */
async function expectLikeSqlite(folder: string, memoryId: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const exported = async (id: string, at: Readonly<Record<string, string>>) => {
    const { code, stderr } = await mnema(["export", `${folder}/canonical`, "--canonical", "--memory", id, "--data", folder], at);
    expect(code, stderr).toBe(0);
    return readFileSync(`${folder}/canonical`, "utf8");
  };
  expect((await mnema(["ingest", `${folder}/runs.json`, "--memory", "undisturbed", "--data", folder])).code).toBe(0);
  expect(await exported(memoryId, environment)).toBe(await exported("undisturbed", {}));
}

type Caller = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>; // oxlint-disable-line typescript/no-explicit-any

/** `mnema serve` in a process of its own. */
async function serving(folder: string, environment: Readonly<Record<string, string>>): Promise<{ url: string; stop(): Promise<void> }> {
  const child = startMnema(["serve", "--port", "0", "--data", folder, "--json"], environment);
  const end = ended(child);
  const told = new Promise<string>((resolve) => child.stdout?.once("data", (data: Buffer) => resolve(data.toString())));
  const first = await Promise.race([told, end.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
  return {
    url: (JSON.parse(first) as { url: string }).url,
    stop: async () => {
      child.kill("SIGTERM");
      await end;
    },
  };
}

function caller(url: string): Caller {
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    const reply = await fetch(`${url}${path}`, { method, ...sent });
    const text = await reply.text();
    return { status: reply.status, body: text === "" ? null : JSON.parse(text) };
  };
}

async function runEnded(call: Caller, id: string) {
  await expect.poll(async () => (await call("GET", `/v1/runs/${id}`)).body.state, { timeout: 60_000 }).toMatch(/done|failed/);
  return (await call("GET", `/v1/runs/${id}`)).body;
}

withNeo4j(({ uri, user, password, database }) => {
  const environment = { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, NEO4J_DATABASE: database ?? "" };

  describe("Mnema on Neo4j", () => {
    const opened = async (folder: string, more: Readonly<Record<string, string>>, work: (on: Mnema) => Promise<void>) => {
      const on = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing", ...more }), { visual: null });
      await work(on).finally(() => on.close());
    };

    it("holds the same memory as SQLite, answers and forgets the same, and moves from one to the other and back", () =>
      inFolder({}, (folder) =>
        opened(folder, {}, (sqlite) =>
          opened(folder, environment, async (neo4j) => {
            const [id, moved] = [`samples ${randomUUID()}`, `moved ${randomUUID()}`];
            const canonical = async (on: Mnema, memoryId: string) => {
              await exportMemory((await on.memory(memoryId)).store, join(folder, "canonical"), { canonical: true });
              return readFileSync(join(folder, "canonical"), "utf8");
            };
            const answers = async (on: Mnema, memoryId: string) => {
              const asked = [];
              for (const { question } of questions) {
                const { answer, value, items, citations, plan, evidence } = await on.ask(memoryId, question);
                asked.push({ question, answer, value, items, citations, plan, evidence });
              }
              return asked;
            };
            try {
              const reports = [await sqlite.ingest(id, { paths: [SAMPLES] }), await neo4j.ingest(id, { paths: [SAMPLES] })].map(
                (report) => ({ ...report, ms: 0 }),
              );
              expect(reports[1]).toEqual(reports[0]);
              const expected = await canonical(sqlite, id);
              expect(await canonical(neo4j, id)).toBe(expected);
              const given = await answers(sqlite, id);
              expect(await answers(neo4j, id)).toEqual(given);
              for (const [from, to] of [
                [neo4j, sqlite],
                [sqlite, neo4j],
              ] as const) {
                await exportMemory((await from.memory(from === neo4j ? id : moved)).store, join(folder, "full"));
                await importMemory(to.space, join(folder, "full"), moved, CLOCK);
                expect(await canonical(to, moved)).toBe(expected);
                expect(await answers(to, moved)).toEqual(given);
              }
              const { store } = await neo4j.memory(moved);
              expect(await audit(store)).toMatchObject({ rounds: 72, represented: 72, ok: true });
              const [first] = await store.log.roundsAfter(null, 1);
              const session = { session: first?.session ?? "" };
              expect(await neo4j.forget(moved, session)).toEqual(await sqlite.forget(moved, session));
              expect(await canonical(neo4j, moved)).toBe(await canonical(sqlite, moved));
            } finally {
              for (const memoryId of [id, moved]) await neo4j.space.destroy(memoryId);
            }
          }),
        ),
      ));

    it("stores a history once that two servers ingest at the same time", () =>
      inFolder({ "runs.json": journal(6) }, async (folder) => {
        const id = `both ${randomUUID()}`;
        const ingest = (home: string) =>
          mnema(["ingest", `${folder}/runs.json`, "--memory", id, "--data", `${folder}/${home}`, "--json"], environment);
        const both = await Promise.all([ingest("one"), ingest("other")]);
        expect(both.map(({ code, stdout }) => [code, code === 0 ? "" : stdout])).toEqual([
          [0, ""],
          [0, ""],
        ]);
        expect(both.map(({ stdout }) => (JSON.parse(stdout) as { rounds: number }).rounds).sort((a, b) => a - b)).toEqual([0, 36]);
        const audit = await mnema(["audit", "--memory", id, "--data", folder, "--json"], environment);
        expect(JSON.parse(audit.stdout)).toMatchObject({ rounds: 36, represented: 36, ok: true });
        await forgetAll(folder, id, environment);
      }));

    withServer("PostgreSQL", "node scripts/postgres.mjs", "CHECKPOINT_URL", addressOf("postgres"), (checkpoints) => {
      it("is served by two servers at once: what one takes in both answer from, and a session that both take in is stored once", () =>
        inFolder({}, async (folder) => {
          const id = `served-${randomUUID()}`;
          const shared = { ...environment, CHECKPOINT_URL: checkpoints };
          const servers = await Promise.all(["one", "other"].map((home) => serving(`${folder}/${home}`, shared)));
          try {
            const [one, other] = servers.map(({ url }) => caller(url)) as [Caller, Caller];
            expect((await one("POST", "/v1/memories", { id })).status).toBe(201);
            const runs = await Promise.all([one, other].map((call) => call("POST", `/v1/memories/${id}/sessions`, readings("log", 6))));
            const ended = await Promise.all([one, other].map((call, at) => runEnded(call, runs[at]?.body.run.id)));
            expect(ended.map(({ state }) => state)).toEqual(["done", "done"]);
            expect(ended.map(({ report }) => report.rounds).toSorted()).toEqual([0, 6]);
            // A run is seen from the other server too, and its events from their beginning.
            expect(await runEnded(other, runs[0]?.body.run.id)).toEqual(ended[0]);
            const ask = (call: Caller) => call("POST", `/v1/memories/${id}/chat`, { question: "What was the highest soil temperature?" });
            expect([(await ask(one)).body.value, (await ask(other)).body.value]).toEqual([15, 15]);
            const { body } = await one("POST", `/v1/memories/${id}/sessions`, readings("more", 9));
            expect((await runEnded(one, body.run.id)).state).toBe("done");
            // What one has kept in its own memory it looks at anew.
            expect([(await ask(other)).body.value, (await ask(one)).body.value]).toEqual([18, 18]);
            expect((await other("POST", `/v1/memories/${id}/forget`, { round: "more/more-9" })).status).toBe(200);
            expect([(await ask(one)).body.value, (await ask(other)).body.value]).toEqual([17, 17]);
            expect((await other("GET", `/v1/memories/${id}/audit`)).body).toMatchObject({ rounds: 14, represented: 14, ok: true });
            expect((await one("DELETE", `/v1/memories/${id}`)).status).toBe(204);
            expect((await other("GET", `/v1/memories/${id}`)).status).toBe(404);
          } finally {
            for (const { stop } of servers) await stop();
          }
        }));

      it("goes on, with its checkpoints in PostgreSQL, on another server when the first is killed", () =>
        inFolder({ "runs.json": journal(12) }, async (folder) => {
          const id = `killed ${randomUUID()}`;
          const shared = { ...environment, CHECKPOINT_URL: checkpoints };
          const ingest = (home: string) => ["ingest", `${folder}/runs.json`, "--memory", id, "--data", `${folder}/${home}`, "--json"];
          const child = startMnema(ingest("first"), shared);
          const end = ended(child);
          await untilHalfway({ uri, user, password, ...(database === undefined ? {} : { database }) }, id, end);
          child.kill("SIGKILL");
          await end;
          const again = await mnema(ingest("second"), shared);
          expect(again.code, again.stdout).toBe(0);
          await expectLikeSqlite(folder, id, shared);
          await forgetAll(folder, id, shared);
        }));
    });
  });
});

withServer("Neo4j from Maven", "node scripts/neo4j.mjs --maven", "nothing", existsSync(join(SERVICES, "neo4j", "lib")) ? "yes" : "", () => {
  describe("a Neo4j that is killed in the middle of an ingest and started again", () => {
    it("costs a wait, not data", { timeout: 400_000 }, () =>
      inFolder({ "runs.json": journal(6) }, async (folder) => {
        await rm(join(SERVICES, "neo4j-restarted"), { recursive: true, force: true });
        const server = { NEO4J_URI: await script("neo4j.mjs", "--name", "neo4j-restarted") };
        try {
          const child = startMnema(["ingest", `${folder}/runs.json`, "--memory", "m", "--data", folder, "--json"], server);
          const end = ended(child);
          await untilHalfway({ uri: server.NEO4J_URI, user: "neo4j", password: "" }, "m", end);
          process.kill(Number(readFileSync(join(SERVICES, "neo4j-restarted", "pid"), "utf8")), "SIGKILL");
          await script("neo4j.mjs", "--name", "neo4j-restarted", "--port", new URL(server.NEO4J_URI).port);
          const { code, stdout } = await end;
          expect(code, stdout).toBe(0);
          await expectLikeSqlite(folder, "m", server);
        } finally {
          await script("neo4j.mjs", "--name", "neo4j-restarted", "--stop");
        }
      }),
    );
  });
});
