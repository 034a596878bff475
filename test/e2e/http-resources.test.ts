import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../config.js";
import { importMemory } from "../../memory/import.js";
import { openApi } from "../../server/openapi.js";
import { ROUTES } from "../../server/routes.js";
import { dataUrl, TINY } from "../fixtures/pictures.js";
import { readings, startServer, type TestServer } from "./http-server.js";

let server: TestServer;
const get = (path: string) => server.call("GET", `/v1/memories/m${path}`);

beforeAll(async () => {
  server = await startServer();
  await server.call("POST", "/v1/memories", { id: "m" });
  await server.ingest("m", readings("log", 6));
  const rounds = [
    {
      id: "look",
      time: "2025-04-01",
      user: 'A "red" square, see.',
      pictures: [{ src: dataUrl("image/png", TINY.png), caption: "a red square" }],
    },
  ];
  await server.ingest("m", { id: "trip", sessions: [{ id: "s", rounds }] });
});
afterAll(() => server.stop());

describe("tables", () => {
  it("have a schema, rows by page, and provenance of every cell", async () => {
    const [table] = (await get("/tables")).body.tables;
    expect(table).toMatchObject({ rows: 6, columns: [{ type: "number" }, { type: "number" }] });
    const path = `/tables/${encodeURIComponent(table.name)}`;
    expect((await get(path)).body).toEqual(table);
    const page = (await get(`${path}/rows?offset=4&limit=1`)).body;
    expect(page).toMatchObject({ total: 6, offset: 4, rows: [{ order: 4, round: "log-5", time: "2025-03-05" }] });
    const column = table.columns.find(({ name }: { name: string }) => name.includes("temperature")).name;
    expect(page.rows[0].cells[column]).toMatchObject({ value: "14 °C", typed: { kind: "number", number: 14 } });
    const { source, text, value } = (await get(`${path}/provenance?round=log-5&column=${encodeURIComponent(column)}`)).body;
    expect(text.slice(source.start, source.end)).toBe(value);
    expect((await get(`${path}/provenance?round=look&column=${encodeURIComponent(column)}`)).status).toBe(404);
    expect((await get("/tables/none")).body.code).toBe("UNKNOWN_TABLE");
    expect((await get(`${path}/rows?limit=0`)).status).toBe(400);
  });

  it("come as CSV", async () => {
    const [{ name, columns }] = (await get("/tables")).body.tables;
    const csv = await get(`/tables/${encodeURIComponent(name)}/rows.csv`);
    expect(csv.headers.get("content-type")).toContain("text/csv");
    const lines = csv.text.trimEnd().split("\r\n");
    expect(lines[0]).toBe(["round", "time", ...columns.map((column: { name: string }) => column.name)].join(","));
    expect(lines).toHaveLength(7);
    expect(lines[1]).toMatch(/^log-1,2025-03-01,/);
  });
});

describe("rounds", () => {
  it("come in order by page, and one by one with what was found in them", async () => {
    const ids: string[] = [];
    for (let after = ""; ;) {
      const { body } = await get(`/rounds?limit=3${after}`);
      ids.push(...body.rounds.map(({ id }: { id: string }) => id));
      if (body.next === null) break;
      after = `&after=${body.next}`;
    }
    expect(ids).toEqual(["log-1", "log-2", "log-3", "log-4", "log-5", "log-6", "look"]);
    const { round, observations } = (await get("/rounds/log%2Flog-2")).body;
    expect(round).toMatchObject({ id: "log-2", history: "log", session: "spring" });
    expect(observations.map(({ value }: { value: string }) => value).toSorted()).toEqual(["11 °C", "41 %"]);
    expect((await get("/observations?limit=2")).body.observations).toHaveLength(4);
    expect((await get("/rounds/none")).status).toBe(404);
    expect((await get("/rounds?after=%25")).status).toBe(400);
  });

  it("show their pictures", async () => {
    const { round } = (await get("/rounds/look")).body;
    const reply = await fetch(`${server.url}/v1/memories/m/pictures/${round.turns[0].pictures[0].hash}`);
    expect([reply.headers.get("content-type"), Buffer.from(await reply.arrayBuffer()).equals(TINY.png)]).toEqual(["image/png", true]);
    for (const hash of ["0".repeat(64), "..%2F..%2Fmemory.db"]) expect((await get(`/pictures/${hash}`)).status).toBe(404);
  });

  it("hang together in topics, episodes and events", async () => {
    const { topics } = (await get("/hierarchy")).body;
    const events = topics.flatMap((topic: { episodes: { events: { rounds: string[] }[] }[] }) =>
      topic.episodes.flatMap((episode) => episode.events),
    );
    expect(events.flatMap(({ rounds }: { rounds: string[] }) => rounds)).toHaveLength(7);
  });
});

describe("questions", () => {
  it("come back with how they were answered, the newest first, by page", async () => {
    for (const question of ["What was the highest humidity?", "What was the lowest humidity?"])
      await server.call("POST", "/v1/memories/m/chat", { question });
    const { total, questions } = (await get("/questions?limit=1")).body;
    expect([total, questions.length]).toEqual([2, 1]);
    expect(questions[0]).toMatchObject({ question: "What was the lowest humidity?", answer: { value: 40, citations: ["log-1"] } });
    expect(questions[0].plan[0]).toMatchObject({ tool: "Compute", error: null });
    expect(questions[0].evidence[0]).toMatchObject({ rounds: ["log-1"], pictures: [] });
    expect(questions[0].evidence[0]).not.toHaveProperty("seqs");
  });
});

describe("care", () => {
  it("accounts for rounds, decisions and their cost", async () => {
    expect((await get("/audit")).body).toMatchObject({ rounds: 7, represented: 7, ok: true });
    const { total, decisions } = (await get("/decisions?name=extract&limit=2")).body;
    expect([total, decisions.length]).toEqual([7, 2]);
    expect(decisions[0]).toMatchObject({ name: "extract", model: "offline", tokens: { input: 0 } });
    expect(decisions[0]).not.toHaveProperty("rounds");
    expect((await get("/cost")).body).toMatchObject({ failed: 0, tokens: 0, byName: { extract: { decisions: 7 } } });
  });

  it("exports what another place takes in and exports the same", async () => {
    const file = join(server.dataFolder, "copy.jsonl");
    await writeFile(file, (await get("/export")).text);
    await importMemory(server.mnema.space, file, "copy", () => new Date());
    const [own, copied] = [await get("/export?canonical=true"), await server.call("GET", "/v1/memories/copy/export?canonical=true")];
    expect(copied.text).toBe(own.text);
  });

  it("forgets a round, after saying what it would", async () => {
    const forget = (body: object) => server.call("POST", "/v1/memories/m/forget", body);
    const picture = "What does the red square look like?";
    await server.call("POST", "/v1/memories/m/chat", { question: picture });
    const asked = async () => (await get("/questions")).body.questions.map(({ question }: { question: string }) => question);
    expect(await asked()).toContain(picture);
    const { rounds: number, removes } = (await forget({ round: "look", dryRun: true })).body;
    expect(number).toBe(1);
    expect(removes).toMatchObject({ rounds: ["look"], observations: 0, rows: {}, pictures: 1 });
    // Questions whose plan was made with it in sight go too.
    expect(removes.questions).toBeGreaterThan(0);
    const before = (await asked()).length;
    expect(removes.decisions).toBeGreaterThan(0);
    const { rows } = (await forget({ session: "spring", dryRun: true })).body.removes;
    expect(Object.values(rows)).toEqual([6]);
    expect((await forget({ all: true, dryRun: true })).body.removes).toMatchObject({ observations: 12, pictures: 1, rows });
    expect((await get("/rounds/look")).status).toBe(200);
    expect((await forget({ round: "look" })).body).toMatchObject({ rounds: 1, pending: false });
    expect((await get("/rounds/look")).status).toBe(404);
    expect(await asked()).not.toContain(picture);
    expect(await asked()).toHaveLength(before - removes.questions);
    expect((await get("/export")).text).not.toContain("square");
    expect((await forget({ session: "none" })).status).toBe(404);
    expect((await forget({})).status).toBe(400);
  });
});

describe("what is open to all", () => {
  it("says how the server is", async () => {
    expect((await server.call("GET", "/healthz")).body).toEqual({ status: "ok" });
    expect((await server.call("GET", "/readyz")).body).toEqual({ status: "ready" });
  });

  it("holds the committed OpenAPI document, and a page of it", async () => {
    const { body } = await server.call("GET", "/openapi.json");
    // Run `npx tsx scripts/write-schemas.ts` when a route has changed.
    expect(JSON.parse(await readFile(join(packageRoot(), "openapi.json"), "utf8"))).toEqual(body);
    const { text } = await server.call("GET", "/docs");
    for (const { path } of ROUTES) expect(text).toContain(path.replaceAll("&", "&amp;"));
  });

  it("names every operation once, with every parameter of its path", () => {
    const { paths } = openApi(ROUTES) as {
      paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>>;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { path, parameters = [] } of operations) {
      const named = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
      expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it("counts requests for Prometheus, and names no memory", async () => {
    const { text } = await server.call("GET", "/metrics");
    expect(text).toMatch(/mnema_http_request_seconds_count\{method="GET",route="\/v1\/memories\/\{memory\}\/tables",status="200"\} [1-9]/);
    expect(text).toMatch(/mnema_runs_total\{outcome="done"\} 2/);
    expect(text).not.toContain("log-1");
  });
});
