import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOpenAiServer, type OpenAiServer, type ServerReply, type ServerRequest } from "./openai-server.js";
import { gate, readEvents, readings, type ServerEvent, startServer, type TestServer } from "./http-server.js";
import { sensibleModel } from "./sensible-model.js";

const QUESTION = "What was the highest soil temperature?";
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  for (const [memory, days] of [
    ["m", 8],
    ["other", 5],
  ] as const) {
    await server.call("POST", "/v1/memories", { id: memory });
    await server.ingest(memory, readings(memory, days));
  }
});
afterAll(() => server.stop());

const stream = (body: object, memory = "m") =>
  fetch(`${server.url}/v1/memories/${memory}/chat`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ stream: true, ...body }),
  });
const parsed = ({ data }: ServerEvent) => JSON.parse(data);

describe("chat", () => {
  it("answers with plan, evidence and citations, each memory from its own rounds", async () => {
    const reply = await server.call("POST", "/v1/memories/m/chat", { question: QUESTION });
    expect(reply).toMatchObject({ status: 200, body: { value: 17, citations: ["m-8"], run: null } });
    expect(reply.body.plan[0]).toMatchObject({ tool: expect.any(String), result: expect.anything() });
    expect((await server.call("POST", "/v1/memories/other/chat", { question: QUESTION })).body).toMatchObject({
      value: 14,
      citations: ["other-5"],
    });
    expect((await server.call("POST", "/v1/memories/none/chat", { question: QUESTION })).status).toBe(404);
  });

  it("streams the plan, each call, its evidence and the answer, in that order", async () => {
    const events = await readEvents(await stream({ question: QUESTION }));
    const names = events.map(({ name }) => name);
    expect([...new Set(names)]).toEqual(["plan", "step", "evidence", "token", "answer"]);
    const whole = (await server.call("POST", "/v1/memories/m/chat", { question: QUESTION })).body;
    const answer = parsed(events.at(-1) as ServerEvent);
    expect(answer).toMatchObject({ answer: whole.answer, citations: whole.citations, plan: whole.plan });
    const token = events.filter(({ name }) => name === "token").map((event) => parsed(event).token);
    expect(token.join("")).toBe(answer.answer);
    expect(events.filter(({ name }) => name === "step").map(parsed)).toEqual(answer.plan);
  });

  it("takes the exchange in when it is told to remember", async () => {
    await server.call("POST", "/v1/memories", { id: "diary" });
    const said = "Please keep in mind that the spare key is under the blue pot.";
    const { body } = await server.call("POST", "/v1/memories/diary/chat", { question: said, remember: true, session: "talk" });
    expect(await server.runEnded(body.run)).toMatchObject({ state: "done", report: { rounds: 1 } });
    const { rounds } = (await server.call("GET", "/v1/memories/diary/rounds")).body;
    expect(rounds).toMatchObject([{ history: "chat", session: "talk", turns: [{ text: said }, { text: body.answer }] }]);
  });

  it("refuses what is no question, in short and without a stack", async () => {
    const cases: [string | undefined, string, number][] = [
      ['{"q":', "application/json", 400],
      ['"x"', "application/json", 400],
      ["", "application/json", 400],
      ['{"question":123}', "application/json", 400],
      ['{"question":""}', "application/json", 400],
      ['{"question":"x","more":1}', "application/json", 400],
      ["[".repeat(100_000), "application/json", 400],
      ['{"question":"x"}', "text/plain", 415],
    ];
    for (const [body, type, status] of cases) {
      const reply = await server.call("POST", "/v1/memories/m/chat", body, { "Content-Type": type });
      expect([body?.slice(0, 20), reply.status]).toEqual([body?.slice(0, 20), status]);
      expect(reply.headers.get("content-type")).toContain("application/problem+json");
      expect(reply.text.length).toBeLessThan(500);
      expect(reply.text).not.toMatch(/node_modules|\.ts|at /);
    }
  });
});

describe("with a language model", () => {
  let model: OpenAiServer;
  let modelled: TestServer;
  let answering: (request: ServerRequest) => ServerReply | Promise<ServerReply>;
  const sensible = sensibleModel();

  beforeAll(async () => {
    answering = sensible;
    model = await startOpenAiServer({ reply: (request) => (request.schemaName === "answer" ? answering(request) : sensible(request)) });
    modelled = await startServer({ environment: { MNEMA_MODEL: "tiny", OPENAI_API_KEY: "k", OPENAI_BASE_URL: model.url } });
    await modelled.call("POST", "/v1/memories", { id: "m" });
    await modelled.ingest("m", readings("m", 3));
  });
  afterAll(async () => {
    await modelled.stop();
    await model.close();
  });
  /** Another question each time: one that was answered is answered from the record. */
  const ask = (question: string, signal?: AbortSignal) =>
    fetch(`${modelled.url}/v1/memories/m/chat`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ question, stream: true }),
      ...(signal === undefined ? {} : { signal }),
    });

  it("gives the client the words as the model wrote them, whatever they are", async () => {
    const text = "line 1\nline 2\r\nline 3\rline 4 é😀\n\ndata: no";
    answering = () => ({ json: { answer: text, value: null, items: [], citations: [] } });
    const events = await readEvents(await ask("What was it like?"));
    expect(parsed(events.at(-1) as ServerEvent).answer).toBe(text);
    const tokens = events.filter(({ name }) => name === "token").map((event) => parsed(event).token);
    expect(tokens.join("")).toBe(text);
  });

  it("stops when the client leaves, keeps no half question, and can be asked again", async () => {
    const began = gate();
    answering = () => {
      began.open();
      return { hang: true };
    };
    const leaving = new AbortController();
    const asked = ask("How did it go?", leaving.signal).then((reply) => readEvents(reply));
    await began.promise;
    leaving.abort();
    await expect(asked).rejects.toThrow("aborted");
    const { store } = await modelled.mnema.memory("m");
    await expect.poll(() => model.waiting()).toBe(0);
    await expect.poll(async () => (await store.queries.list()).filter(({ answer }) => answer === null)).toEqual([]);
    answering = () => ({ json: { answer: "Again.", value: null, items: [], citations: [] } });
    const events = await readEvents(await ask("How did it go?"));
    expect(parsed(events.at(-1) as ServerEvent).answer).toBe("Again.");
  });

  it("ends a stream with an error when the model gives none", async () => {
    answering = () => ({ status: 400, message: "no" });
    const events = await readEvents(await ask("Why is that?"));
    expect(parsed(events.at(-1) as ServerEvent)).toMatchObject({ status: 502, code: "DECISION_FAILED" });
    expect(events.at(-1)?.name).toBe("error");
  });
});

describe("the openai package", () => {
  const client = () => new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "none", maxRetries: 0 });
  const question = {
    model: "mnema/m",
    messages: [
      { role: "system" as const, content: "Be short." },
      { role: "user" as const, content: QUESTION },
    ],
  };

  it("gets a memory's answer as a completion", async () => {
    const { choices, usage } = await client().chat.completions.create(question);
    expect(choices[0]).toMatchObject({ finish_reason: "stop", message: { role: "assistant" } });
    expect(choices[0]?.message.content).toContain("17");
    expect(usage?.total_tokens).toBe(0);
  });

  it("gets the same as a stream, with usage when it asks for it", async () => {
    const { choices } = await client().chat.completions.create(question);
    const chunks = [];
    for await (const chunk of await client().chat.completions.create({
      ...question,
      stream: true,
      stream_options: { include_usage: true },
    }))
      chunks.push(chunk);
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("")).toBe(choices[0]?.message.content);
    expect(chunks.find((chunk) => chunk.choices[0]?.finish_reason === "stop")).toBeDefined();
    expect(chunks.at(-1)?.usage?.total_tokens).toBe(0);
  });

  it("lists memories as models", async () => {
    const { data } = await client().models.list();
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(["mnema/m", "mnema/other"]));
  });

  it("gets errors that it understands", async () => {
    await expect(client().chat.completions.create({ ...question, model: "mnema/none" })).rejects.toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
    await expect(client().chat.completions.create({ ...question, model: "gpt" })).rejects.toMatchObject({
      status: 400,
      code: "INVALID_INPUT",
    });
    await expect(client().chat.completions.create({ ...question, messages: [] })).rejects.toMatchObject({ status: 400 });
  });
});
