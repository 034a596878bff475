import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MnemaError } from "../../core/errors.js";
import type { TextEncoder } from "../../models/contract.js";
import { openHashingEncoder } from "../care/ingested.js";
import { TINY } from "../fixtures/pictures.js";
import { gate, readEvents, readings, startServer, type TestServer } from "./http-server.js";

let server: TestServer;
/** Set by a test that needs the encoder to fail or to wait. */
let encoding: (texts: readonly string[]) => Promise<void> = async () => undefined;

beforeAll(async () => {
  const inner = await openHashingEncoder();
  const encoder: TextEncoder = {
    ...inner,
    encode: async (texts) => {
      await encoding(texts);
      return inner.encode(texts);
    },
  };
  server = await startServer({ parts: { encoder } });
});
afterAll(() => server.stop());

const uploadsLeft = async () => readdir(join(server.dataFolder, "uploads")).catch(() => []);
const make = async (id: string) => server.call("POST", "/v1/memories", { id });

describe("memories", () => {
  it("are made, listed, counted and deleted, whatever their ids are", async () => {
    for (const id of ["plain", "a/b", "../x", "😀"]) {
      const path = `/v1/memories/${encodeURIComponent(id)}`;
      const made = await make(id);
      expect(made).toMatchObject({ status: 201, body: { id } });
      expect(made.headers.get("location")).toBe(path);
      expect((await make(id)).status).toBe(409);
      expect((await server.call("GET", path)).body).toMatchObject({ id, rounds: 0, tables: 0 });
      expect((await server.call("GET", "/v1/memories")).body.memories.map((memory: { id: string }) => memory.id)).toContain(id);
      expect((await server.call("DELETE", path)).status).toBe(204);
      expect((await server.call("GET", path)).status).toBe(404);
    }
  });

  it("get an id when none is given", async () => {
    const { body } = await server.call("POST", "/v1/memories", {});
    expect((await server.call("GET", `/v1/memories/${body.id}`)).status).toBe(200);
  });
});

describe("an upload", () => {
  it("becomes a run that is queued, works and is done, and leaves no file", async () => {
    await make("m");
    const sent = await server.call("POST", "/v1/memories/m/sessions", readings("log", 8));
    expect(sent).toMatchObject({ status: 202, body: { run: { state: "queued", memory: "m" }, warnings: [] } });
    expect(sent.headers.get("location")).toBe(`/v1/runs/${sent.body.run.id}`);
    expect(await server.runEnded(sent.body.run.id)).toMatchObject({ state: "done", report: { rounds: 8, skipped: 0, tables: 1 } });
    expect((await server.call("GET", "/v1/memories/m")).body).toMatchObject({ rounds: 8, tables: 1 });
    expect(await uploadsLeft()).toEqual([]);
  });

  it("as one JSON document brings the pictures that stand in it as data URLs, in every format that has them, and warns of the others", async () => {
    await make("pictured");
    const url = `data:image/png;base64,${Buffer.from(TINY.png).toString("base64")}`;
    const shown = { sessions: [{ id: "s", rounds: [{ id: "p1", user: "See", pictures: [{ src: url }, { src: "beside/it.png" }] }] }] };
    const messages = [
      {
        role: "user",
        content: [
          { type: "text", text: "See" },
          { type: "image_url", image_url: { url } },
        ],
      },
    ];
    const own = await server.call("POST", "/v1/memories/pictured/sessions", shown);
    expect(own.body.warnings).toMatchObject([{ code: "picture-not-stored", count: 1 }]);
    const chat = await server.call("POST", "/v1/memories/pictured/sessions?history=chat", { messages });
    expect(chat.body.warnings).toEqual([]);
    for (const { body } of [own, chat]) expect(await server.runEnded(body.run.id)).toMatchObject({ state: "done", report: { rounds: 1 } });
    const { store } = await server.mnema.memory("pictured");
    const pictures = (await store.log.history(0, 9)).flatMap(({ turns }) => turns.flatMap((turn) => turn.pictures));
    expect(pictures.map(({ state }) => state)).toEqual(["stored", "missing", "stored"]);
    expect((await store.log.picture(pictures[0]?.hash ?? ""))?.bytes).toEqual(new Uint8Array(TINY.png));
  });

  it("as a form brings pictures that the history names", async () => {
    await make("form");
    const form = new FormData();
    const rounds = [{ id: "r", user: "Look.", pictures: [{ src: "pictures/red.png" }, { src: "pictures/other.png" }] }];
    form.append("file", new Blob([JSON.stringify({ sessions: [{ id: "s", rounds }] })]), "trip.json");
    form.append("file", new Blob([new Uint8Array(TINY.png)]), "pictures/red.png");
    const sent = await fetch(`${server.url}/v1/memories/form/sessions`, { method: "POST", body: form });
    const body = (await sent.json()) as { run: { id: string }; warnings: { code: string; place: string }[] };
    expect([sent.status, body.warnings]).toMatchObject([202, [{ code: "picture-not-stored" }]]);
    expect(JSON.stringify(body)).not.toContain(server.dataFolder);
    expect(await server.runEnded(body.run.id)).toMatchObject({ state: "done", report: { rounds: 1 } });
    const { store } = await server.mnema.memory("form");
    const [round] = await store.log.find("r");
    expect(round?.history).toBe("trip");
    expect(round?.turns[0]?.pictures.map(({ state }) => state)).toEqual(["stored", "missing"]);
  });

  it("is refused at once when it is no history, and leaves nothing", async () => {
    const cases: [unknown, string][] = [
      [{ path: "/etc/hosts" }, "UNKNOWN_FORMAT"],
      ['{"sessions": [', "INVALID_INPUT"],
      [{ sessions: [] }, "INVALID_INPUT"],
      [{ sessions: [{ id: "s", rounds: [{ user: 5 }] }] }, "INVALID_INPUT"],
    ];
    for (const [body, code] of cases) {
      const reply = await server.call("POST", "/v1/memories/m/sessions", body);
      expect(reply).toMatchObject({ status: 400, body: { code } });
      expect(reply.text).not.toContain(server.dataFolder);
    }
    expect((await server.call("POST", "/v1/memories/none/sessions", readings("log", 1))).status).toBe(404);
    expect(await uploadsLeft()).toEqual([]);
  });

  it("cannot name a file outside its folder, nor one name twice", async () => {
    for (const names of [
      ["../../evil.json"],
      ["/etc/evil.json"],
      ["a/../../evil.json"],
      ["C:\\evil.json"],
      [".hidden"],
      ["x\0.json"],
      ["a.json", "a.json"],
    ]) {
      const form = names.map((name) => `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n{}\r\n`).join("");
      const reply = await fetch(`${server.url}/v1/memories/m/sessions`, {
        method: "POST",
        body: `${form}--b--\r\n`,
        headers: { "Content-Type": "multipart/form-data; boundary=b" },
      });
      expect([names, reply.status]).toEqual([names, 400]);
    }
    expect(await uploadsLeft()).toEqual([]);
  });

  it("that is cut short or too large is refused", async () => {
    const half = await fetch(`${server.url}/v1/memories/m/sessions`, {
      method: "POST",
      body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n{}',
      headers: { "Content-Type": "multipart/form-data; boundary=b" },
    });
    expect(half.status).toBe(400);
    const small = await startServer({ settings: { uploadBytes: 1000 } });
    await small.call("POST", "/v1/memories", { id: "m" });
    expect(await small.call("POST", "/v1/memories/m/sessions", readings("log", 50))).toMatchObject({
      status: 413,
      body: { code: "TOO_LARGE" },
    });
    await small.stop();
  });

  it("with an Idempotency-Key is taken once", async () => {
    await make("once");
    const send = (history: unknown) => server.call("POST", "/v1/memories/once/sessions", history, { "Idempotency-Key": "k" });
    const [first, second] = [await send(readings("log", 2)), await send(readings("log", 2))];
    expect(second).toMatchObject({ status: 202, body: first.body });
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await send(readings("log", 3))).toMatchObject({ status: 400, body: { place: "Idempotency-Key" } });
    await server.runEnded(first.body.run.id);
    expect((await server.call("GET", "/v1/memories/once/runs")).body.runs).toHaveLength(1);
  });

  it("that comes twice at the same time is stored once", async () => {
    await make("twice");
    const runs = await Promise.all([server.ingest("twice", readings("log", 5)), server.ingest("twice", readings("log", 5))]);
    expect(runs.map(({ state }) => state)).toEqual(["done", "done"]);
    expect(runs.map(({ report }) => report?.["rounds"]).toSorted()).toEqual([0, 5]);
    expect((await server.call("GET", "/v1/memories/twice")).body.rounds).toBe(5);
  });
});

describe("a run", () => {
  it("that fails does not hold up the next, says why, and can be resumed", async () => {
    await make("queue");
    encoding = async (texts) => {
      if (texts.some((text) => text.includes("first"))) throw new MnemaError("ENCODER_MISSING", `No weights in ${server.dataFolder}/w.`);
    };
    const sent = ["first", "second", "third"].map((id) => server.call("POST", "/v1/memories/queue/sessions", readings(id, 1, id)));
    const ids: string[] = (await Promise.all(sent)).map(({ body }) => body.run.id);
    const ended = await Promise.all(ids.map((id) => server.runEnded(id)));
    expect(ended.filter(({ state }) => state === "failed").length).toBeGreaterThan(0);
    expect(ended[0]).toMatchObject({ state: "failed", error: "No weights in w." });
    encoding = async () => undefined;
    for (const { id, state } of ended) {
      if (state !== "failed") continue;
      expect((await server.call("POST", `/v1/runs/${id}/resume`)).status).toBe(202);
      expect(await server.runEnded(id)).toMatchObject({ state: "done", error: null });
    }
    expect((await server.call("POST", `/v1/runs/${ids[0]}/resume`)).status).toBe(409);
    expect((await server.call("GET", "/v1/memories/queue")).body).toMatchObject({ rounds: 3, parked: 0 });
    expect(await uploadsLeft()).toEqual([]);
  });

  it("is cancelled while it works, keeps what it stored, and goes on when it is resumed", async () => {
    await make("cancel");
    const began = gate();
    const held = gate();
    encoding = async () => {
      began.open();
      await held.promise;
    };
    const { body } = await server.call("POST", "/v1/memories/cancel/sessions", readings("log", 6));
    await began.promise;
    expect(await server.call("POST", `/v1/runs/${body.run.id}/cancel`)).toMatchObject({ status: 200, body: { state: "cancelled" } });
    encoding = async () => undefined;
    held.open();
    expect((await server.call("POST", `/v1/runs/${body.run.id}/cancel`)).status).toBe(409);
    expect((await server.call("POST", `/v1/runs/${body.run.id}/resume`)).status).toBe(202);
    expect(await server.runEnded(body.run.id)).toMatchObject({ state: "done" });
    expect((await server.call("GET", "/v1/memories/cancel")).body).toMatchObject({ rounds: 6, tables: 1 });
  });

  it("tells what happens in numbered events, also from the middle on", async () => {
    await make("events");
    const { id } = await server.ingest("events", readings("log", 5));
    const all = await readEvents(await fetch(`${server.url}/v1/runs/${id}/events`));
    expect(all.map((event) => event.id)).toEqual(all.map((_, index) => String(index + 1)));
    expect([all[0]?.name, all.at(-1)?.name]).toEqual(["queued", "done"]);
    expect(all.map(({ name }) => name)).toContain("progress");
    expect(JSON.parse(all.at(-1)?.data ?? "")).toMatchObject({ rounds: 5 });
    const rest = await readEvents(await fetch(`${server.url}/v1/runs/${id}/events`, { headers: { "Last-Event-ID": "1" } }));
    expect(rest).toEqual(all.slice(1));
  });

  it("is watched while it works", async () => {
    await make("live");
    const held = gate();
    encoding = () => held.promise;
    const { body } = await server.call("POST", "/v1/memories/live/sessions", readings("log", 3));
    const watched = await fetch(`${server.url}/v1/runs/${body.run.id}/events`);
    const seen = readEvents(watched, ({ name }) => {
      if (name === "progress") held.open();
      return false;
    });
    expect((await seen).at(-1)?.name).toBe("done");
    encoding = async () => undefined;
  });

  it("of nowhere is not found", async () => {
    for (const path of ["/v1/runs/none", "/v1/runs/none/events"]) expect((await server.call("GET", path)).status).toBe(404);
    expect((await server.call("POST", "/v1/runs/none/cancel")).status).toBe(404);
  });
});

describe("deleting a memory", () => {
  it("stops its runs, and nothing of it comes back", async () => {
    await make("gone");
    await make("kept");
    await server.ingest("kept", readings("log", 2));
    const began = gate();
    const held = gate();
    encoding = async () => {
      began.open();
      await held.promise;
    };
    const { body } = await server.call("POST", "/v1/memories/gone/sessions", readings("log", 4));
    const { body: waiting } = await server.call("POST", "/v1/memories/gone/sessions", readings("more", 4));
    await began.promise;
    expect((await server.call("DELETE", "/v1/memories/gone")).status).toBe(204);
    encoding = async () => undefined;
    held.open();
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const id of [body.run.id, waiting.run.id]) expect((await server.call("GET", `/v1/runs/${id}`)).status).toBe(404);
    expect((await server.call("GET", "/v1/memories/gone")).status).toBe(404);
    const { services } = server.mnema.space;
    expect(await services.runs("gone")).toEqual([]);
    expect(await services.runEvents(body.run.id, 0)).toEqual([]);
    expect(await uploadsLeft()).toEqual([]);
    expect((await server.call("GET", "/v1/memories/kept")).body.rounds).toBe(2);
  });
});

describe("a server that is told to end", () => {
  it("leaves what works to the next one, which takes it up", async () => {
    const inner = await openHashingEncoder();
    const began = gate();
    const held = gate();
    const slow: TextEncoder = {
      ...inner,
      encode: async (texts) => {
        began.open();
        await held.promise;
        return inner.encode(texts);
      },
    };
    const first = await startServer({ parts: { encoder: slow }, settings: { drainMs: 50 } });
    await first.call("POST", "/v1/memories", { id: "m" });
    const sent = await Promise.all(["a", "b"].map((id) => first.call("POST", "/v1/memories/m/sessions", readings(id, 3, id))));
    await began.promise;
    setTimeout(held.open, 200);
    const next = await first.restart();
    for (const { body } of sent) expect(await next.runEnded(body.run.id)).toMatchObject({ state: "done" });
    expect((await next.call("GET", "/v1/memories/m")).body.rounds).toBe(6);
    await next.stop();
  });
});
