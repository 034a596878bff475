import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChatCompletions } from "../../models/chat-completions.js";
import { openChatModel } from "../../models/chat-model.js";

interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const REPLY = { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Yes." } }] };
const PICTURES = async () => null;

describe("a request to a model", () => {
  let server: Server;
  let url: string;
  let asked: Asked[];
  let reply: (path: string) => { readonly status: number; readonly headers?: Record<string, string>; readonly json: unknown };

  beforeEach(async () => {
    asked = [];
    reply = () => ({ status: 200, json: REPLY });
    server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      request.on("end", () => {
        const { url: path = "", headers } = request;
        asked.push({ path, headers, body });
        const { status, headers: given = {}, json } = reply(path);
        response.writeHead(status, { "Content-Type": "application/json", ...given }).end(JSON.stringify(json));
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });

  it.each(["tiny", "o3-mini"])("of nobody who follows it is LangChain's own in every byte, for %s", async (model) => {
    const chat = new ChatCompletions({ model, apiKey: "key-1", configuration: { baseURL: url }, temperature: 0, maxTokens: 77 });
    const messages = [new SystemMessage("Answer."), new HumanMessage({ content: [{ type: "text", text: "Is it? ü" }] })];
    const call = {
      signal: new AbortController().signal,
      response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema: { type: "object" } } } as const,
    };
    await chat.invoke(messages, call);
    await chat.answer(messages, call);
    const [theirs, ours] = asked;
    expect(ours?.body).toBe(theirs?.body);
    expect(ours?.path).toBe("/v1/chat/completions");
    const { "accept-encoding": _one, "accept-language": _two, "sec-fetch-mode": _three, ...told } = theirs?.headers ?? {};
    const { "accept-encoding": _encoding, ...own } = ours?.headers ?? {};
    expect(own).toEqual(told);
  });

  it("follows the service to where it has moved", async () => {
    reply = (path) =>
      path.startsWith("/v1") ? { status: 308, headers: { Location: "/v2/chat/completions" }, json: {} } : { status: 200, json: REPLY };
    const { text } = await ask();
    expect(text).toBe("Yes.");
    expect(asked.at(-1)?.path).toBe("/v2/chat/completions");
  });

  it("takes a reply that is written in parts", async () => {
    const parts = [
      { type: "text", text: "Yes, " },
      { type: "text", text: "it is." },
    ];
    reply = () => ({
      status: 200,
      json: { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: parts } }] },
    });
    expect((await ask()).text).toBe("Yes, it is.");
  });

  it("goes where the program sends all that it fetches", async () => {
    const own = globalThis.fetch;
    const fetched: string[] = [];
    vi.stubGlobal("fetch", (address: string, options: RequestInit) => {
      fetched.push(address);
      return own(address, options);
    });
    await ask();
    expect(fetched).toEqual([`${url}/chat/completions`]);
  });

  function ask() {
    return openChatModel({ name: "tiny", apiKey: "key-1", baseUrl: url }).complete([{ role: "user", content: "Is it?" }], {
      pictures: PICTURES,
    });
  }
});
