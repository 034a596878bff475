import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import type { TextEncoder } from "../../models/contract.js";
import { addKey } from "../../server/keys.js";
import { type Gate, gate, rawRequest, readEvents, readings, type ServerEvent, startServer, type TestServer } from "../e2e/http-server.js";
import { type OpenAiServer, type ServerReply, type ServerRequest, startOpenAiServer } from "../e2e/openai-server.js";
import { sensibleModel } from "../e2e/sensible-model.js";

const CLOCK = () => new Date("2026-01-01T00:00:00Z");
const JSON_TYPE = { "Content-Type": "application/json" };

/** A history of plain rounds. */
function said(id: string, ...texts: readonly string[]): unknown {
  const rounds = texts.map((user, place) => ({ id: `${id}-${place + 1}`, user }));
  return { format: "mnema-history/1", id, sessions: [{ id: "s", rounds }] };
}

describe("with a language model", () => {
  let model: OpenAiServer;
  let server: TestServer;
  let replying: (request: ServerRequest) => ServerReply | Promise<ServerReply> | null;
  const sensible = sensibleModel();
  const fresh = () => (replying = () => null);

  beforeAll(async () => {
    fresh();
    model = await startOpenAiServer({ reply: (request) => replying(request) ?? sensible(request) });
    server = await startServer({ environment: { MNEMA_MODEL: "tiny", OPENAI_API_KEY: "k", OPENAI_BASE_URL: model.url } });
    await server.call("POST", "/v1/memories", { id: "m" });
    await server.ingest("m", readings("m", 3));
  });
  afterAll(async () => {
    await server.stop();
    await model.close();
  });
  const ask = (question: string, signal?: AbortSignal) =>
    fetch(`${server.url}/v1/memories/m/chat`, {
      method: "POST",
      headers: JSON_TYPE,
      body: JSON.stringify({ question, stream: true }),
      ...(signal === undefined ? {} : { signal }),
    });
  const last = (events: readonly ServerEvent[]) => JSON.parse(events.at(-1)?.data ?? "null");

  it("HTTP-02: a client that leaves during the second tool step leaves nothing half-written, and may ask again", async () => {
    const began = gate();
    let calls = 0;
    replying = ({ schemaName }) => {
      const steps = ["first", "second"].map((goal) => ({ goal, tool: "SemanticMatch" }));
      if (schemaName === "plan") return { json: { steps } };
      if (schemaName !== "instantiate-SemanticMatch" || ++calls < 2) return null;
      began.open();
      return { hang: true };
    };
    const leaving = new AbortController();
    const asked = ask("What happened in the greenhouse?", leaving.signal).then((reply) => readEvents(reply));
    await began.promise;
    leaving.abort();
    await expect(asked).rejects.toThrow("aborted");
    await expect.poll(() => model.waiting()).toBe(0);
    const { store } = await server.mnema.memory("m");
    await expect.poll(async () => (await store.queries.list()).filter(({ answer }) => answer === null)).toEqual([]);
    fresh();
    expect(last(await readEvents(await ask("What happened in the greenhouse?")))).toMatchObject({ answer: expect.any(String) });
  });

  it("HTTP-05: a text of several lines arrives as it was, whatever ends them", async () => {
    for (const text of ["line 1\nline 2\r\nline 3\rline 4", "\n\nevent: forged\ndata: x\n\n", "\u2028a\u2029", "id: 7\r\n: comment"]) {
      replying = ({ schemaName }) => (schemaName === "answer" ? { json: { answer: text, value: null, items: [], citations: [] } } : null);
      const events = await readEvents(await ask(`What was it like, as in ${JSON.stringify(text)}?`));
      const tokens = events.filter(({ name }) => name === "token").map(({ data }) => JSON.parse(data).token);
      expect([last(events).answer, tokens.join("")]).toEqual([text.trim(), text]);
      expect(events.map(({ name }) => name)).not.toContain("forged");
    }
  });

  it("HTTP-06: a provider's stream is read whole, a byte at a time and over several data lines", async () => {
    const chunk = (content: string, finish: string | null) => ({
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "tiny",
      choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: finish }],
    });
    const reply = JSON.stringify({ answer: "é😀 – 早", value: null, items: [], citations: [] });
    const lines = (value: unknown) =>
      JSON.stringify(value, null, 1)
        .split("\n")
        .map((line) => `data: ${line}`)
        .join("\r\n");
    const halves = [reply.slice(0, 14), reply.slice(14)];
    const raw = `data: ${JSON.stringify(chunk(halves[0] ?? "", null))}\r\n\r\n${lines(chunk(halves[1] ?? "", "stop"))}\r\n\r\ndata: [DONE]\r\n\r\n`;
    replying = ({ schemaName }) => (schemaName === "answer" ? { raw, type: "text/event-stream", bytewise: true } : null);
    const { answer } = last(await readEvents(await ask("How was the letter signed?")));
    expect(answer).toBe("é😀 – 早");
  });
});

describe("a run that is stopped", () => {
  it("HTTP-03: stops its node, goes on from its last checkpoint, and does nothing twice", async () => {
    const inner = openHashingEncoder();
    let began: Gate = gate();
    let held: Promise<void> = new Promise(() => undefined);
    const encoder: TextEncoder = {
      ...inner,
      encode: async (texts) => {
        began.open();
        await held;
        return inner.encode(texts);
      },
    };
    const server = await startServer({ parts: { encoder } });
    await server.call("POST", "/v1/memories", { id: "m" });
    const { body } = await server.call("POST", "/v1/memories/m/sessions", readings("log", 6));
    await began.promise;
    const cancelled = await server.call("POST", `/v1/runs/${body.run.id}/cancel`);
    expect([cancelled.status, cancelled.body.state]).toEqual([200, "cancelled"]);
    began = gate();
    held = Promise.resolve();
    expect((await server.call("POST", `/v1/runs/${body.run.id}/resume`)).status).toBe(202);
    expect(await server.runEnded(body.run.id)).toMatchObject({ state: "done", error: null });
    expect((await server.call("GET", "/v1/memories/m")).body).toMatchObject({ rounds: 6, tables: 1, parked: 0 });
    expect((await server.call("GET", "/v1/memories/m/audit")).body).toMatchObject({ rounds: 6, represented: 6, ok: true });
    await server.stop();
  });
});

describe("without keys", () => {
  let server: TestServer;
  const LIMIT = 1024 * 1024;
  beforeAll(async () => {
    server = await startServer({ settings: { jsonBytes: LIMIT, uploadBytes: LIMIT } });
    await server.call("POST", "/v1/memories", { id: "m" });
  });
  afterAll(() => server.stop());

  it("HTTP-08: a body up to the limit is taken, over it is a 413 in JSON, however it is sent", async () => {
    const history = (bytes: number) => JSON.stringify(said("big", "x".repeat(bytes)));
    const endless = function* (bytes: number) {
      yield '{"format":"mnema-history/1","id":"';
      for (let sent = 0; sent < bytes; sent += 65_536) yield "x".repeat(65_536);
    };
    const sessions = "/v1/memories/m/sessions";
    expect((await server.call("POST", sessions, history(200_000))).status).toBe(202);
    for (const path of [sessions, "/v1/memories/m/chat", "/v1/memories", "/v1/chat/completions"]) {
      for (const pieces of [[history(LIMIT + 1)], endless(1024 * LIMIT)]) {
        const reply = await rawRequest(server.url, { method: "POST", path, headers: JSON_TYPE, pieces });
        expect([path, reply.status, JSON.parse(reply.body).code]).toEqual([path, 413, "TOO_LARGE"]);
        expect(reply.body).not.toMatch(/node_modules|\.ts:/);
      }
    }
    expect(process.memoryUsage().rss / 2 ** 20).toBeLessThan(1024);
  });

  const BAD: readonly (readonly [body: string, type: string, status: number])[] = [
    ['{"q":', "application/json", 400],
    ['"x"', "application/json", 400],
    ["null", "application/json", 400],
    ["[]", "application/json", 400],
    ["", "application/json", 400],
    ['{"question":123}', "application/json", 400],
    ['{"question":""}', "application/json", 400],
    ['{"question":"  \\n"}', "application/json", 400],
    ['{"question":null}', "application/json", 400],
    ['{"question":"x","userId":"u2"}', "application/json", 400],
    ["[".repeat(100_000), "application/json", 400],
    ["\ufeff{", "application/json", 400],
    ['{"question":"x"}', "text/plain", 415],
    ['{"question":"x"}', "application/xml", 415],
    ["question=x", "application/x-www-form-urlencoded", 415],
  ];
  it("HTTP-09: what is no question is refused in short, without a path or a stack", async () => {
    for (const [body, type, status] of BAD)
      for (const path of ["/v1/memories/m/chat", "/v1/chat/completions", "/v1/memories/m/forget"]) {
        const reply = await server.call("POST", path, body, { "Content-Type": type });
        const shown = [path, body.slice(0, 30), type];
        expect([...shown, reply.status]).toEqual([...shown, status]);
        expect(reply.headers.get("content-type")).toContain("application/problem+json");
        expect(reply.text.length).toBeLessThan(800);
        expect(reply.text).not.toMatch(/node_modules|\.ts|at \w+ \(/);
        expect(reply.text).not.toContain(server.dataFolder);
      }
  });

  it("HTTP-14: no page of another site is served, nor who calls it by another name", async () => {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      for (const headers of [
        { Origin: "http://evil.test" },
        { Origin: "null" },
        { Host: "evil.test" },
        { Host: "127.0.0.1.evil.test:80" },
      ]) {
        const reply = await fetchRaw(server, method, "/v1/memories", headers);
        expect([method, headers, reply.status]).toEqual([method, headers, 403]);
        expect(reply.allowed).toBeUndefined();
      }
    }
    expect(new URL(server.url).hostname).toBe("127.0.0.1");
  });

  it("PATH-04, PATH-05: an address in a history is noted and not fetched", async () => {
    let asked = 0;
    const target = createServer((_request, response) => {
      asked++;
      response.writeHead(302, { location: "http://127.0.0.1:9/x" }).end();
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    const port = (target.address() as AddressInfo).port;
    const urls = [
      "http://169.254.169.254/latest/",
      `http://127.0.0.1:${port}/a.png`,
      `http://[::1]:${port}/`,
      `http://0x7f000001:${port}/`,
    ];
    const content = urls.map((url) => ({ type: "image_url", image_url: { url } }));
    const { status, body } = await server.call("POST", "/v1/memories/m/sessions", [
      { id: "links", messages: [{ role: "user", content: [{ type: "text", text: "look at these" }, ...content] }] },
    ]);
    expect([status, body.warnings?.length > 0]).toEqual([202, true]);
    expect((await server.runEnded(body.run.id)).state).toBe("done");
    const { rounds } = (await server.call("GET", "/v1/memories/m/rounds")).body;
    const round = rounds.find(({ turns }: { turns: { text: string }[] }) => turns[0]?.text === "look at these");
    expect(round.turns[0].pictures).toHaveLength(urls.length);
    expect(new Set(round.turns[0].pictures.map(({ state }: { state: string }) => state))).toEqual(new Set(["refused"]));
    expect(asked).toBe(0);
    await new Promise((resolve) => target.close(resolve));
  });

  it("PATH-07: any text is the id of a memory, and none is a path", async () => {
    const ids = ["sharegpt_Ab9_0", "a/b", "../x", "...", "CON", "x".repeat(200), "😀", "%2e%2e", "a\u0000b", 'it\'s "quoted"'];
    for (const id of ids) {
      const path = `/v1/memories/${encodeURIComponent(id)}`;
      const made = await server.call("POST", "/v1/memories", { id });
      expect([id, made.status]).toEqual([id, 201]);
      await server.ingest(encodeURIComponent(id), said("h", `My code is ${Buffer.from(id).toString("hex").slice(0, 12)}.`));
      expect([id, (await server.call("GET", path)).body?.rounds]).toEqual([id, 1]);
    }
    // Every client resolves the last two away, so that nothing could be asked of such a memory.
    for (const id of ["", "x".repeat(201), ".", ".."]) expect((await server.call("POST", "/v1/memories", { id })).status).toBe(400);
    expect((await readdir(join(server.dataFolder, "memories"))).every((name) => /^[0-9a-f]{40}$/.test(name))).toBe(true);
  });

  it("PATH-08: no path of the server is read that a request names", async () => {
    for (const body of [{ path: "/etc/hosts" }, { paths: ["/etc/hosts"] }, { file: "file:///etc/hosts" }]) {
      const reply = await server.call("POST", "/v1/memories/m/sessions", body);
      expect(reply.status).toBe(400);
      expect(reply.text).not.toContain("localhost");
    }
  });

  it("DEL-08, DEL-10: rounds are edited, and attributes and tables renamed and merged; the reply tells which", async () => {
    await server.call("POST", "/v1/memories", { id: "named" });
    await server.ingest("named", readings("log", 5));
    const path = "/v1/memories/named";
    const edited = await server.call("PATCH", `${path}/rounds/log-1`, { text: "- soil temperature: 77 °C\n- humidity: 40 %" });
    expect([edited.status, edited.body]).toMatchObject([200, { round: "log-1", time: "2025-03-01", versions: 2 }]);
    expect((await server.call("GET", `${path}/rounds/log-1`)).body.observations.map(({ value }: { value: string }) => value)).toContain(
      "77 °C",
    );
    const naming = (rest: object) => ({ kind: "attribute", ...rest });
    expect((await server.call("POST", `${path}/rename`, naming({ from: "humidity", to: "soil temperature" }))).body).toMatchObject({
      code: "CONFLICT",
      status: 409,
    });
    expect((await server.call("POST", `${path}/rename`, naming({ from: "humidity", to: "moisture" }))).body).toMatchObject({
      done: "renamed",
      to: "moisture",
    });
    expect((await server.call("POST", `${path}/rename`, naming({ from: "moisture" }))).body).toMatchObject({
      done: "taken back",
      to: null,
    });
    expect((await server.call("POST", `${path}/merge`, naming({ from: "humidity", to: "nothing" }))).status).toBe(404);
    expect((await server.call("POST", `${path}/rename`, naming({ from: "", to: "x" }))).status).toBe(400);
    expect((await server.call("PATCH", `${path}/rounds/none`, { text: "x" })).status).toBe(404);
  });

  it("ING-08: two calls at once with the same session store it once", async () => {
    await server.call("POST", "/v1/memories", { id: "twice" });
    const runs = await Promise.all(Array.from({ length: 4 }, () => server.ingest("twice", readings("log", 5))));
    expect(runs.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
    expect(runs.map(({ report }) => report?.["rounds"]).toSorted()).toEqual([0, 0, 0, 5]);
    expect((await server.call("GET", "/v1/memories/twice")).body.rounds).toBe(5);
  });
});

describe("with keys", () => {
  let server: TestServer;
  const keys: Record<string, string> = {};
  const as = (who: string) => (keys[who] === undefined ? {} : { Authorization: `Bearer ${keys[who]}` });
  const get = (who: string, path: string) => server.call("GET", path, undefined, as(who));
  const post = (who: string, path: string, body: unknown) => server.call("POST", path, body, as(who));

  beforeAll(async () => {
    server = await startServer();
    for (const [memory, place] of [
      ["u1", "Oslo"],
      ["u2", "Rome"],
    ] as const) {
      await server.call("POST", "/v1/memories", { id: memory });
      const { rounds } = (readings(memory, 5, place) as { sessions: { rounds: unknown[] }[] }).sessions[0] ?? { rounds: [] };
      const home = { id: `${memory}-home`, user: `I live in ${place}. The pass phrase is ${place.toLowerCase()}lamp.` };
      await server.ingest(memory, { format: "mnema-history/1", id: memory, sessions: [{ id: "s", rounds: [home, ...rounds] }] });
    }
    for (const who of ["u1", "u2"]) {
      keys[who] = (await addKey(server.mnema.space.services, { name: who, memories: [who], access: "write" }, CLOCK)).key;
    }
    keys["wrong"] = `${keys["u1"]?.slice(0, -1)}${keys["u1"]?.endsWith("A") ? "B" : "A"}`;
  });
  afterAll(() => server.stop());

  it("HTTP-11: nobody comes in without a key, and a key opens its own memories only", async () => {
    const own = "/v1/memories/u1/chat";
    const question = { question: "Where do I live?" };
    expect([(await post("nobody", own, question)).status, (await post("wrong", own, question)).status]).toEqual([401, 401]);
    for (const header of ["Bearer", "Bearer  ", `Basic ${keys["u1"]}`, keys["u1"] ?? "", `Bearer ${keys["u1"]} x`])
      expect((await server.call("POST", own, question, { Authorization: header })).status).toBe(401);
    expect((await post("u1", own, { ...question, userId: "u2" })).status).toBe(400);
    expect((await post("u1", "/v1/memories/u2/chat", question)).status).toBe(404);
    expect((await get("u1", "/v1/memories/u2/rounds/u2-home")).status).toBe(404);
    expect((await get("u1", "/v1/memories/u1/rounds/u2-home")).status).toBe(404);
  });

  it("HTTP-12: by table, keyword, meaning and event, only what the caller's memory holds is found", async () => {
    const questions = ["Where do I live?", "Rome", "romelamp", "What is the pass phrase?", "What do you know about my home?"];
    for (const question of [...questions, "Which table has readings of the greenhouse?", "What was the highest soil temperature?"]) {
      for (const [who, other] of [
        ["u1", "Rome"],
        ["u2", "Oslo"],
      ] as const) {
        const reply = await post(who, `/v1/memories/${who}/chat`, { question });
        const evidence = JSON.stringify([reply.body.answer, reply.body.evidence, reply.body.citations]);
        expect([question, reply.status, evidence.includes(`in ${other}`)]).toEqual([question, 200, false]);
        expect(evidence).not.toContain(`${other.toLowerCase()}lamp`.concat("."));
      }
    }
    expect((await post("u1", "/v1/memories/u1/chat", { question: "Where do I live?" })).text).toContain("Oslo");
    const messages = [{ role: "user", content: "Where do I live?" }];
    for (const body of [{ messages }, { messages, model: "" }, { messages, model: "mnema/" }])
      expect((await post("u1", "/v1/chat/completions", body)).status).toBe(400);
  });

  it("HTTP-15: what is another's and what is not there cannot be told apart", async () => {
    const run = (await server.mnema.space.services.runs("u2"))[0]?.runId ?? "";
    const none = `run-${"0".repeat(run.length - 4)}`;
    const pairs: readonly (readonly [string, string, string, unknown?])[] = [
      ...["", "/tables", "/rounds", "/rounds/u2-home", "/hierarchy", "/audit", "/cost", "/decisions", "/export", "/runs"].map(
        (rest) => ["GET", `/v1/memories/u2${rest}`, `/v1/memories/u9${rest}`] as const,
      ),
      ["POST", "/v1/memories/u2/chat", "/v1/memories/u9/chat", { question: "Where?" }],
      ["POST", "/v1/memories/u2/forget", "/v1/memories/u9/forget", { all: true }],
      ["POST", "/v1/memories/u2/sessions", "/v1/memories/u9/sessions", said("x", "y")],
      ["DELETE", "/v1/memories/u2", "/v1/memories/u9"],
      ["GET", `/v1/runs/${run}`, `/v1/runs/${none}`],
      ["GET", `/v1/runs/${run}/events`, `/v1/runs/${none}/events`],
      ["POST", `/v1/runs/${run}/cancel`, `/v1/runs/${none}/cancel`],
      ["POST", `/v1/runs/${run}/resume`, `/v1/runs/${none}/resume`],
    ];
    for (const [method, foreign, missing, body] of pairs) {
      const [a, b] = [await server.call(method, foreign, body, as("u1")), await server.call(method, missing, body, as("u1"))];
      const plain = (text: string) => text.replaceAll(/u2|u9/g, "?").replaceAll(run, "run").replaceAll(none, "run");
      expect([foreign, a.status, plain(a.text)]).toEqual([foreign, 404, plain(b.text)]);
    }
    expect((await get("u2", "/v1/memories/u2")).body.rounds).toBe(6);
  });

  it("DEL-04: deleting a memory leaves nothing of it in any store, and another one whole", async () => {
    const secret = "the blue heron sings";
    const { body } = await post("u2", "/v1/memories/u2/sessions", said("more", `My pass phrase is: ${secret}.`));
    await expect.poll(async () => (await get("u2", `/v1/runs/${body.run.id}`)).body.state).toBe("done");
    await post("u2", "/v1/memories/u2/chat", { question: `Who says ${secret}?` });
    const before = (await get("u1", "/v1/memories/u1/export?canonical=true")).text;
    expect((await server.call("DELETE", "/v1/memories/u2", undefined, as("u2"))).status).toBe(204);
    const { services } = server.mnema.space;
    expect([(await services.memories()).map(({ memoryId }) => memoryId), await services.runs("u2")]).toEqual([["u1"], []]);
    for (const file of await readdir(server.dataFolder, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) expect((await readFile(join(file.parentPath, file.name))).includes("blue heron")).toBe(false);
    }
    expect((await get("u2", "/v1/memories/u2")).status).toBe(404);
    expect((await get("u1", "/v1/memories/u1/export?canonical=true")).text).toBe(before);
  });
});

describe("one compiled graph for all", () => {
  it("ING-14: fifty questions at once keep their memories apart", async () => {
    const inner = openHashingEncoder();
    // Each encoding lets the others go ahead.
    const encoder: TextEncoder = {
      ...inner,
      encode: async (texts) => new Promise((resolve) => setImmediate(resolve)).then(() => inner.encode(texts)),
    };
    const server = await startServer({ parts: { encoder } });
    const places = ["Oslo", "Rome", "Lima", "Kyiv", "Bern"];
    for (const place of places) {
      await server.call("POST", "/v1/memories", { id: place });
      await server.ingest(place, said(place, `I live in ${place}.`, "My bike is blue."));
    }
    const asked = Array.from({ length: 50 }, (_, at) => places[at % places.length] ?? "");
    const replies = await Promise.all(
      asked.map((place, at) => server.call("POST", `/v1/memories/${place}/chat`, { question: `Where do I live (${at})?` })),
    );
    replies.forEach(({ status, body, text }, at) => {
      expect([status, body.answer.includes(asked[at])]).toEqual([200, true]);
      for (const other of places) if (other !== asked[at]) expect(text).not.toContain(other);
    });
    await server.stop();
  });
});

/** A request with any Host, and what it says of other origins. */
async function fetchRaw(server: TestServer, method: string, path: string, headers: Record<string, string>) {
  const { request } = await import("node:http");
  return new Promise<{ status: number | undefined; allowed: string | undefined }>((resolve, reject) => {
    const sent = request(server.url, { method, path, headers }, (reply) => {
      reply.resume();
      resolve({ status: reply.statusCode, allowed: reply.headers["access-control-allow-origin"] });
    });
    sent.once("error", reject);
    sent.end();
  });
}
