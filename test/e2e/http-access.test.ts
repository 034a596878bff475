import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../memory/logger.js";
import { addKey } from "../../server/keys.js";
import { serve } from "../../server/serve.js";
import { openHashingEncoder } from "../care/ingested.js";
import { gate, rawRequest, readings, startServer, type TestServer } from "./http-server.js";

const CLOCK = () => new Date("2026-01-01T00:00:00Z");

describe("without keys", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ settings: { jsonBytes: 200_000, requestsPerMinute: 3 } });
  });
  afterAll(() => server.stop());

  it("no other web page is served", async () => {
    for (const headers of [{ Origin: "http://evil.test" }, { Origin: "null" }, { Host: "evil.test" }, { Host: "127.0.0.1.evil.test" }]) {
      for (const method of ["GET", "OPTIONS"]) {
        const reply = await rawRequest(server.url, { method, path: "/v1/memories", headers });
        expect([headers, reply.status]).toEqual([headers, 403]);
      }
    }
    const plain = await server.call("GET", "/v1/memories", undefined, { Origin: server.url });
    expect([plain.status, plain.headers.get("access-control-allow-origin")]).toEqual([200, null]);
    expect((await rawRequest(server.url, { path: "/v1/memories", headers: { Host: "localhost:1" } })).status).toBe(200);
  });

  it("no address that others reach is listened on", async () => {
    const { mnema } = server;
    await expect(serve(mnema, { host: "0.0.0.0", port: 0, logger: createLogger("silent") })).rejects.toMatchObject({ code: "USAGE" });
  });

  it("the owner is not counted, and has safe headers", async () => {
    for (let request = 0; request < 6; request++) expect((await server.call("GET", "/v1/memories")).status).toBe(200);
    const { headers } = await server.call("GET", "/docs");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(headers.get("x-powered-by")).toBeNull();
  });

  it("a body over the limit is refused before it is kept, also one without a length", async () => {
    await server.call("POST", "/v1/memories", { id: "m" });
    const headers = { "Content-Type": "application/json" };
    const text = `{"question":"${"x".repeat(150_000)}"}`;
    expect((await rawRequest(server.url, { method: "POST", path: "/v1/memories/m/chat", headers, pieces: [text] })).status).toBe(400);
    const endless = (function* () {
      yield '{"question":"';
      for (let piece = 0; piece < 16_000; piece++) yield "x".repeat(65_536);
    })();
    const reply = await rawRequest(server.url, { method: "POST", path: "/v1/memories/m/chat", headers, pieces: endless });
    expect([reply.status, JSON.parse(reply.body)]).toMatchObject([413, { code: "TOO_LARGE" }]);
  });

  it("an address that is none is a problem like any other", async () => {
    expect(await server.call("GET", "/v1/nothing")).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND", status: 404, type: "urn:mnema:error:not-found" },
    });
    expect((await server.call("GET", "/v1/memories/%E0%A4%A")).status).toBe(400);
    expect((await server.call("GET", "/v1/memories?x=1")).status).toBe(400);
  });

  it("work that takes too long is stopped", async () => {
    const inner = await openHashingEncoder();
    const held = gate();
    const encode = async (texts: readonly string[]) => held.promise.then(() => inner.encode(texts));
    const hasty = await startServer({ settings: { requestMs: 50 }, parts: { encoder: { ...inner, encode } } });
    await hasty.call("POST", "/v1/memories", { id: "m" });
    expect(await hasty.call("POST", "/v1/memories/m/chat", { question: "What is there?" })).toMatchObject({
      status: 504,
      body: { code: "TIMED_OUT" },
    });
    held.open();
    await hasty.stop();
  });
});

describe("with keys", () => {
  let server: TestServer;
  const keys: Record<string, string> = {};
  const as = (who: string) => ({ Authorization: `Bearer ${keys[who]}` });
  const get = (who: string, path: string) => server.call("GET", path, undefined, as(who));
  const post = (who: string, path: string, body: unknown) => server.call("POST", path, body, as(who));

  beforeAll(async () => {
    server = await startServer();
    for (const [memory, place] of [
      ["u1", "Oslo"],
      ["u2", "Rome"],
    ] as const) {
      await server.call("POST", "/v1/memories", { id: memory });
      await server.ingest(memory, { id: memory, sessions: [{ id: "s", rounds: [{ id: `${memory}-1`, user: `I live in ${place}.` }] }] });
    }
    const make = async (who: string, memories: string[] | null, access: "read" | "write" = "write") => {
      keys[who] = (await addKey(server.mnema.space.services, { name: who, memories, access }, CLOCK)).key;
    };
    await make("u1", ["u1"]);
    await make("reader", ["u1"], "read");
    await make("all", null);
    keys["wrong"] = `${keys["all"]}x`;
  });
  afterAll(() => server.stop());

  it("nobody comes in without one", async () => {
    for (const path of ["/v1/memories", "/v1/memories/u1", "/v1/runs/x", "/metrics", "/v1/nothing"]) {
      const none = await server.call("GET", path);
      expect([path, none.status, none.headers.get("www-authenticate")]).toEqual([path, 401, "Bearer"]);
      expect((await get("wrong", path)).status).toBe(401);
    }
    for (const path of ["/healthz", "/readyz", "/openapi.json", "/docs"]) expect((await server.call("GET", path)).status).toBe(200);
  });

  it("a key sees its own memories only", async () => {
    const seen = async (who: string) => (await get(who, "/v1/memories")).body.memories.map(({ id }: { id: string }) => id);
    expect([await seen("u1"), await seen("all")]).toEqual([["u1"], ["u1", "u2"]]);
    const models = (await get("u1", "/v1/models")).body.data;
    expect(models).toMatchObject([{ id: "mnema/u1" }]);
    expect((await post("u1", "/v1/memories", { id: "u3" })).status).toBe(404);
    expect((await post("u1", "/v1/memories", {})).status).toBe(403);
    for (const question of ["Where do I live?", "Rome", "What do you know about where I live?"]) {
      expect((await post("u1", "/v1/memories/u1/chat", { question })).text).not.toContain("live in Rome");
    }
    expect((await post("u1", "/v1/memories/u1/chat", { question: "Where do I live?" })).text).toContain("Oslo");
  });

  it("what is another's and what is not there look the same", async () => {
    const run = (await server.mnema.space.services.runs("u2"))[0]?.runId ?? "";
    const pairs: [string, string][] = [
      ...["", "/tables", "/rounds/u2-1", "/hierarchy", "/audit", "/export", "/cost", "/runs"].map((rest): [string, string] => [
        `/v1/memories/u2${rest}`,
        `/v1/memories/nx${rest}`,
      ]),
      [`/v1/runs/${run}`, `/v1/runs/${"n".repeat(run.length)}`],
      [`/v1/runs/${run}/events`, `/v1/runs/${"n".repeat(run.length)}/events`],
    ];
    for (const [foreign, missing] of pairs) {
      const [a, b] = [await get("u1", foreign), await get("u1", missing)];
      const plain = (text: string) => text.replaceAll(/u2|nx/g, "?").replaceAll(run, "run").replaceAll("n".repeat(run.length), "run");
      expect([foreign, a.status, plain(a.text)]).toEqual([foreign, 404, plain(b.text)]);
    }
    for (const path of ["/v1/memories/u2/chat", "/v1/memories/nx/chat"])
      expect((await post("u1", path, { question: "Where?" })).status).toBe(404);
    for (const model of ["mnema/u2", "mnema/nx"])
      expect((await post("u1", "/v1/chat/completions", { model, messages: [{ role: "user", content: "Where?" }] })).status).toBe(404);
    expect((await server.call("DELETE", "/v1/memories/u2", undefined, as("u1"))).status).toBe(404);
    expect((await get("all", "/v1/memories/u2")).body.rounds).toBe(1);
  });

  it("one that reads asks and looks, and changes nothing", async () => {
    expect((await get("reader", "/v1/memories/u1/rounds")).status).toBe(200);
    expect((await post("reader", "/v1/memories/u1/chat", { question: "Where do I live?" })).status).toBe(200);
    expect((await post("reader", "/v1/memories/u1/chat", { question: "Where do I live?", remember: true })).status).toBe(403);
    expect((await post("reader", "/v1/memories/u1/sessions", readings("x", 1))).status).toBe(403);
    expect((await post("reader", "/v1/memories/u1/forget", { all: true })).status).toBe(403);
    expect((await server.call("DELETE", "/v1/memories/u1", undefined, as("reader"))).status).toBe(403);
    expect((await get("u1", "/v1/memories/u1")).body.rounds).toBe(1);
  });

  it("one that is removed is refused at once; the store never held it", async () => {
    const { services } = server.mnema.space;
    const { key, record } = await addKey(services, { name: "short", memories: null, access: "read" }, CLOCK);
    keys["short"] = key;
    expect(JSON.stringify(await services.keys())).not.toContain(key.slice(20));
    expect((await get("short", "/v1/memories")).status).toBe(200);
    await services.removeKey(record.id);
    expect((await get("short", "/v1/memories")).status).toBe(401);
  });

  it("one that sends too much is told to wait, and others are not", async () => {
    const busy = await server.restart({ requestsPerMinute: 3 });
    const ask = async (who: string) => (await busy.call("GET", "/v1/memories", undefined, as(who))).status;
    expect([await ask("u1"), await ask("u1"), await ask("u1"), await ask("u1"), await ask("all")]).toEqual([200, 200, 200, 429, 200]);
    server = busy;
  });
});
