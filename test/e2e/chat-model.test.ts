import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { decide } from "../../decisions/decide.js";
import type { Decision } from "../../decisions/decision.js";
import type { DecisionRuntime } from "../../decisions/runtime.js";
import { openChatModel } from "../../models/chat-model.js";
import { memoryLog } from "../memory-log.js";
import { startOpenAiServer, type OpenAiServer, type ServerReply, type ServerRequest } from "./openai-server.js";

const Items = z.object({ items: z.array(z.object({ attribute: z.string(), value: z.string() })) });

const listItems: Decision<{ text: string; picture?: string }, typeof Items> = {
  name: "list-items",
  version: 1,
  answer: Items,
  ask: ({ text, picture }) => [
    { role: "system", content: "List the items." },
    {
      role: "user",
      content:
        picture === undefined
          ? text
          : [
              { type: "text", text },
              { type: "picture", hash: picture },
            ],
    },
  ],
  offline: () => ({ items: [] }),
};

const CAT = { items: [{ attribute: "pet", value: "cat" }] };
const GOOD = JSON.stringify(CAT);
const FENCE = "```";

let server: OpenAiServer;
afterEach(() => server.close());

/** A runtime whose model answers as given: a list in turn (the last for ever), or a function. */
async function withModel(
  replies: readonly ServerReply[] | ((request: ServerRequest) => ServerReply),
  more: { timeout?: number; pictures?: Record<string, Buffer>; onToken?: (token: string) => void; signal?: AbortSignal } = {},
) {
  server = await startOpenAiServer({
    reply: (request) =>
      typeof replies === "function" ? replies(request) : (replies[Math.min(request.index, replies.length - 1)] as ServerReply),
  });
  const waits: number[] = [];
  const model = openChatModel(
    { name: "tiny", apiKey: "key-1", baseUrl: server.url, timeout: more.timeout ?? 20_000 },
    {
      wait: async (ms) => {
        waits.push(ms);
      },
    },
  );
  const log = memoryLog();
  const runtime: DecisionRuntime = {
    model,
    log,
    clock: () => new Date(0),
    run: "r",
    label: "",
    pictures: async (hash) => (more.pictures?.[hash] === undefined ? null : { mime: "image/unknown", bytes: more.pictures[hash] }),
    ...(more.onToken === undefined ? {} : { onToken: more.onToken }),
    ...(more.signal === undefined ? {} : { signal: more.signal }),
  };
  return { runtime, log, waits, ask: (text = "I have a cat.") => decide(listItems, { text }, runtime, [1]) };
}

describe("a model behind an OpenAI-compatible endpoint", () => {
  it("is asked with the key, temperature 0 and the schema, and its cost is recorded", async () => {
    const { ask, log } = await withModel([{ json: CAT, usage: { input: 120, output: 15 } }]);
    expect(await ask()).toEqual(CAT);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      authorization: "Bearer key-1",
      model: "tiny",
      schemaName: "list-items",
      stream: false,
      body: { temperature: 0 },
      schema: { type: "object", additionalProperties: false },
    });
    expect(server.requests[0]?.text).toBe("List the items.\nI have a cat.");
    expect(log.records).toMatchObject([
      { model: "tiny", output: CAT, attempts: 1, tokens: { input: 120, output: 15, images: 0 }, error: null },
    ]);
  });

  it.each<[string, ServerReply]>([
    ["in a code fence", `${FENCE}json\n${GOOD}\n${FENCE}`],
    ["with text around it", `Here it is:\n${FENCE}json\n${GOOD}\n${FENCE}\nHope this helps`],
    ["in prose", `Sure: ${GOOD} Anything else?`],
    ["with a trailing comma and single quotes", "{'items': [{'attribute': 'pet', 'value': 'cat'},]}"],
    ["with members nobody asked for", JSON.stringify({ thoughts: "easy", items: [{ attribute: "pet", value: "cat", why: null }] })],
    ["without usage", { json: CAT, usage: null }],
    ["without a finish reason", { text: GOOD, finish: null }],
    ["a little at a time", { text: GOOD, dripMs: 5 }],
  ])("may answer %s", async (_, reply) => {
    const { ask } = await withModel([reply]);
    expect(await ask()).toEqual(CAT);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, ServerReply, string]>([
    ["prose only", "Sure! The user likes cats.", "no complete JSON"],
    ["nothing", "", "empty"],
    ["null", { text: null }, "empty"],
    ["wrong types", '{"items":[{"attribute":"pet","value":9}]}', "items.0.value"],
    ["a list", '[{"attribute":"pet","value":"cat"}]', "expected object"],
    ["a key twice", '{"items":[{"attribute":"pet","attribute":"dog","value":"cat"}]}', "given twice"],
    ["two objects", `${GOOD}\n{"items":[]}`, "several different"],
    ["broken JSON", '{"items":[{"attribute":"role": "baker"}]}', "no complete JSON"],
  ])("is told what is wrong with %s, three attempts at most", async (_, reply, complaint) => {
    const mended = await withModel([reply, GOOD]);
    expect(await mended.ask()).toEqual(CAT);
    expect(server.requests[1]?.text).toContain(complaint);
    expect(mended.log.records).toMatchObject([{ attempts: 2, error: null }]);
    await server.close();

    const hopeless = await withModel([reply]);
    await expect(hopeless.ask()).rejects.toMatchObject({ code: "DECISION_FAILED", message: expect.stringContaining(complaint) as string });
    expect(server.requests).toHaveLength(3);
    expect(hopeless.log.records).toMatchObject([
      { attempts: 3, output: null, rounds: [1], error: expect.stringContaining(complaint) as string },
    ]);
  });

  it("is asked again with a higher limit when its reply was cut, and what it cost counts", async () => {
    const cut = { text: `${FENCE}json\n{"items":[{"attribute":"pet","value":"ca`, finish: "length", usage: { input: 100, output: 4096 } };
    const { ask, log } = await withModel([cut, { json: CAT, usage: { input: 100, output: 20 } }]);
    expect(await ask()).toEqual(CAT);
    expect(server.requests.map((request) => request.maxTokens)).toEqual([4096, 16384]);
    expect(log.records).toMatchObject([{ attempts: 2, tokens: { input: 200, output: 4116, images: 0 } }]);
  });

  it("that only ever thinks until its limit fails with the finish reason", async () => {
    const { ask } = await withModel([{ text: null, finish: "length" }]);
    await expect(ask()).rejects.toMatchObject({
      code: "DECISION_FAILED",
      message: expect.stringContaining("finish reason length") as string,
    });
    expect(server.requests).toHaveLength(3);
  });

  it.each<[string, ServerReply]>([
    ["content_filter", { text: "", finish: "content_filter" }],
    ["refusal", { text: null, refusal: "I cannot help with that." }],
  ])("that refuses (%s) is asked once more", async (finish, reply) => {
    const { ask, log } = await withModel([reply]);
    await expect(ask()).rejects.toMatchObject({ code: "DECISION_FAILED", message: expect.stringContaining(finish) as string });
    expect(server.requests).toHaveLength(2);
    expect(log.records).toMatchObject([{ attempts: 2 }]);
  });
});

describe("an endpoint that takes less than all", () => {
  it("without JSON Schema is asked for plain JSON, from then on at once", async () => {
    const { ask } = await withModel((request) =>
      request.schemaName === null ? GOOD : { status: 400, message: "'response_format' of type json_schema is not supported" },
    );
    expect(await ask("one")).toEqual(CAT);
    expect(await ask("two")).toEqual(CAT);
    expect(server.requests.map((request) => request.schemaName)).toEqual(["list-items", null, null]);
    expect(server.requests[2]?.text).toMatch(/one JSON object.*"attribute"/s);
  });

  it("that names no reason is asked for plain JSON too, but that is not remembered when it does not help", async () => {
    const { ask } = await withModel((request) =>
      request.text.includes("long") ? { status: 400, message: "maximum context length exceeded" } : GOOD,
    );
    await expect(ask("long")).rejects.toMatchObject({
      code: "DECISION_FAILED",
      cause: { code: "MODEL_REFUSED" },
      message: expect.stringContaining("context length") as string,
    });
    expect(await ask("short")).toEqual(CAT);
    expect(server.requests.map((request) => request.schemaName)).toEqual(["list-items", null, "list-items"]);
  });

  it("without a temperature is asked without one", async () => {
    const { ask } = await withModel((request) =>
      "temperature" in request.body
        ? { status: 400, message: "Unsupported value: 'temperature' does not support 0 with this model." }
        : GOOD,
    );
    expect(await ask()).toEqual(CAT);
    expect(server.requests.at(-1)?.schemaName).toBe("list-items");
  });

  it("that sees no pictures is told that there was one", async () => {
    const pictures = {
      shot: await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
        .png()
        .toBuffer(),
    };
    const { runtime } = await withModel(
      (request) => (request.pictures.length > 0 ? { status: 400, message: "image_url is not supported by this model" } : GOOD),
      { pictures },
    );
    expect(await decide(listItems, { text: "look", picture: "shot" }, runtime, [1])).toEqual(CAT);
    expect(server.requests[1]?.text).toContain("a picture that cannot be shown");
  });
});

describe("a service in trouble", () => {
  it.each<[number, string]>([
    [401, "OPENAI_API_KEY"],
    [404, "MNEMA_MODEL"],
  ])("with status %i is asked once, and the reason names %s", async (status, check) => {
    const { ask, log } = await withModel([{ status, message: "Incorrect API key provided: key-1" }]);
    await expect(ask()).rejects.toMatchObject({
      code: "DECISION_FAILED",
      message: expect.stringContaining(check) as string,
      cause: { code: "MODEL_UNREACHABLE" },
    });
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(log.records)).not.toContain("key-1");
  });

  it("waits as long as it asks for, and stores one record", async () => {
    const busy = { status: 429, headers: { "retry-after": "1" }, message: "slow down" };
    const { ask, log, waits } = await withModel([busy, busy, GOOD]);
    expect(await ask()).toEqual(CAT);
    expect(waits.every((ms) => ms > 900 && ms <= 1000)).toBe(true);
    expect(log.records).toMatchObject([{ attempts: 1, error: null }]);
  });

  it("that asks for a day is not waited for, and can be asked again later", async () => {
    const { ask, log, waits } = await withModel([{ status: 429, headers: { "retry-after": "86400" }, message: "slow down" }]);
    await expect(ask()).rejects.toMatchObject({ code: "DECISION_FAILED", cause: { code: "MODEL_UNREACHABLE" } });
    expect(waits).toEqual([]);
    expect(server.requests).toHaveLength(1);
    expect(log.records).toMatchObject([{ output: null }]);
  });

  it.each<[string, ServerReply]>([
    ["fails", { status: 500 }],
    ["is busy without saying how long", { status: 429 }],
    ["breaks off in the middle", { text: GOOD, cutAfter: 60 }],
    ["answers with a page", { raw: "<html>Bad gateway</html>", type: "text/html" }],
    ["answers with an error inside a 200", { raw: '{"error":{"message":"upstream"}}' }],
  ])("that %s is asked again, four times at most", async (_, trouble) => {
    const passing = await withModel([trouble, trouble, GOOD]);
    expect(await passing.ask()).toEqual(CAT);
    expect(passing.log.records).toMatchObject([{ attempts: 1, error: null }]);
    await server.close();

    const lasting = await withModel([trouble]);
    await expect(lasting.ask()).rejects.toMatchObject({ code: "DECISION_FAILED", cause: { code: "MODEL_UNREACHABLE" } });
    expect(server.requests).toHaveLength(4);
  });

  it.each<[string, ServerReply, boolean]>([
    ["never answers", { hang: true }, false],
    ["drips", { text: "x".repeat(4000), dripMs: 40 }, false],
    ["drips a stream", { text: "x".repeat(4000), dripMs: 40 }, true],
    ["never starts its stream", { hang: true }, true],
  ])("that %s is left within the limit, its connections closed", async (_, trouble, stream) => {
    const { ask, runtime } = await withModel([trouble], { timeout: 150, ...(stream ? { onToken: () => {} } : {}) });
    await expect(stream ? decide({ ...listItems, streams: "attribute" }, { text: "x" }, runtime, []) : ask()).rejects.toMatchObject({
      code: "DECISION_FAILED",
      message: expect.stringContaining("MNEMA_MODEL_TIMEOUT") as string,
    });
    expect(server.requests.length).toBeGreaterThan(0);
    await expect.poll(() => server.waiting()).toBe(0);
  });

  it("closes the connection when the caller cancels", async () => {
    const controller = new AbortController();
    const { ask, log } = await withModel(
      () => {
        setTimeout(() => controller.abort(), 20);
        return { hang: true };
      },
      { signal: controller.signal },
    );
    await expect(ask()).rejects.toMatchObject({ code: "CANCELLED" });
    await expect.poll(() => server.waiting()).toBe(0);
    expect(server.requests).toHaveLength(1);
    expect(log.records).toEqual([]);
  });
});

describe("a streamed answer", () => {
  const Said = z.object({ answer: z.string() });
  const say: Decision<string, typeof Said> = {
    name: "say",
    version: 1,
    answer: Said,
    streams: "answer",
    ask: (text) => [{ role: "user", content: text }],
    offline: () => ({ answer: "" }),
  };

  it("shows the text of its member as it comes, and counts its tokens", async () => {
    const tokens: string[] = [];
    const { runtime, log } = await withModel([{ json: { answer: 'A "grey" cat,\nas far as I know.' }, usage: { input: 7, output: 9 } }], {
      onToken: (token) => tokens.push(token),
    });
    expect(await decide(say, "what pet?", runtime, [])).toEqual({ answer: 'A "grey" cat,\nas far as I know.' });
    expect(server.requests[0]).toMatchObject({ stream: true, schemaName: "say" });
    expect(tokens.length).toBeGreaterThan(2);
    expect(tokens.join("")).toBe('A "grey" cat,\nas far as I know.');
    expect(log.records).toMatchObject([{ tokens: { input: 7, output: 9, images: 0 } }]);
  });

  it("that is cut is asked for again", async () => {
    const { runtime } = await withModel([{ text: '{"answer":"a long answer"}', cutAfter: 400 }, { json: { answer: "whole" } }], {
      onToken: () => {},
    });
    expect(await decide(say, "what pet?", runtime, [])).toEqual({ answer: "whole" });
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, ServerReply, string]>([
    ["refused", { text: null, refusal: "No." }, "refusal"],
    ["ended by its limit", { text: '{"answer":"a', finish: "length" }, "length"],
  ])("that was %s fails with that reason", async (_, reply, reason) => {
    const { runtime } = await withModel([reply], { onToken: () => {} });
    await expect(decide(say, "what pet?", runtime, [])).rejects.toMatchObject({ message: expect.stringContaining(reason) as string });
  });

  it("is not asked for where nothing of the answer is to be shown", async () => {
    const { ask } = await withModel([GOOD], {
      onToken: () => {
        throw new Error("not this one");
      },
    });
    expect(await ask()).toEqual(CAT);
    expect(server.requests[0]?.stream).toBe(false);
  });
});

const look = async (bytes: Buffer, usage?: { input: number; output: number; images: number }) => {
  const { runtime, log } = await withModel([{ json: CAT, ...(usage === undefined ? {} : { usage }) }], { pictures: { shot: bytes } });
  await decide(listItems, { text: "look", picture: "shot" }, runtime, [1]);
  const [url] = server.requests[0]?.pictures ?? [];
  return { log, url, sent: url === undefined ? null : await sharp(Buffer.from(url.split(",")[1] ?? "", "base64")).metadata() };
};
const wide = (format: "png" | "jpeg" | "webp") => sharp({ create: { width: 40, height: 20, channels: 3, background: "red" } })[format]();

describe("a picture in a message", () => {
  it("is sent upright and without its metadata", async () => {
    const { sent, url } = await look(
      await wide("jpeg")
        .withExif({ IFD0: { Copyright: "somebody" } })
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    );
    expect(url).toMatch(/^data:image\/jpeg;base64,/);
    expect(sent).toMatchObject({ width: 20, height: 40 });
    expect(sent?.exif).toBeUndefined();
    expect(sent?.orientation).toBeUndefined();
  });

  it("keeps what it is as PNG, and becomes JPEG from anything else", async () => {
    expect((await look(await wide("png").toBuffer())).url).toMatch(/^data:image\/png;/);
    await server.close();
    expect((await look(await wide("webp").toBuffer())).url).toMatch(/^data:image\/jpeg;/);
  });

  it("costs what the service says, else an estimate", async () => {
    expect((await look(await wide("png").toBuffer(), { input: 300, output: 5, images: 222 })).log.records).toMatchObject([
      { tokens: { input: 300, output: 5, images: 222 } },
    ]);
    await server.close();
    expect((await look(await wide("png").toBuffer())).log.records).toMatchObject([{ tokens: { images: 255, estimated: true } }]);
  });

  it("that cannot be read is named as such", async () => {
    const { url } = await look(Buffer.from("ftypheic, not really"));
    expect(url).toBeUndefined();
    expect(server.requests[0]?.text).toContain("a picture that cannot be shown");
  });
});
