import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A chat completion request as it came in. */
export interface ServerRequest {
  /** Name of the schema asked for by `response_format`; null when none was sent. */
  readonly schemaName: string | null;
  readonly schema: unknown;
  /** 0-based number among all requests to this server. */
  readonly index: number;
  readonly model: string;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  readonly authorization: string | undefined;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  /** All text of all messages, in order. */
  readonly text: string;
  /** `data:` URLs of the pictures, in order. */
  readonly pictures: readonly string[];
  /** The body, whole. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ServerUsage {
  readonly input: number;
  readonly output: number;
  readonly images?: number;
}

/** How the server answers. A string is the reply's text; the rest is how services answer and misbehave. */
export type ServerReply =
  | string
  | { readonly json: unknown; readonly usage?: ServerUsage | null }
  | { readonly text: string | null; readonly finish?: string | null; readonly refusal?: string; readonly usage?: ServerUsage | null }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly message?: string; readonly code?: string }
  /** Takes the request and never answers. */
  | { readonly hang: true }
  /** Breaks the connection after this many characters of the reply. */
  | { readonly text: string; readonly cutAfter: number }
  /** Sends the reply a few characters at a time. */
  | { readonly text: string; readonly dripMs: number }
  /** Status 200 with this body; with `bytewise` a byte at a time. */
  | { readonly raw: string; readonly type?: string; readonly bytewise?: true };

export interface OpenAiServer {
  /** For OPENAI_BASE_URL. */
  readonly url: string;
  readonly requests: readonly ServerRequest[];
  /** Requests that wait for their answer, or the rest of it, on an open connection. */
  waiting(): number;
  close(): Promise<void>;
}

/** An OpenAI-compatible server on a free port of this machine, whose replies the test decides. */
export async function startOpenAiServer({
  reply,
}: {
  reply: (request: ServerRequest) => ServerReply | Promise<ServerReply>;
}): Promise<OpenAiServer> {
  const requests: ServerRequest[] = [];
  const sockets = new Set<Socket>();
  let waiting = 0;
  const server = createServer((incoming, response) => {
    waiting++;
    response.on("close", () => waiting--);
    serve(incoming, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else fail(response, 500, String(error));
    });
  });
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method !== "POST" || incoming.url !== "/v1/chat/completions") return fail(response, 404, "no such route");
    const request = toRequest(await read(incoming), incoming, requests.length);
    requests.push(request);
    return answer(await reply(request), request, response);
  }
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    waiting: () => waiting,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

async function read(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString() || "{}") as Record<string, unknown>;
}

interface Part {
  readonly type?: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

function toRequest(body: Record<string, unknown>, incoming: IncomingMessage, index: number): ServerRequest {
  const messages = body["messages"] as { role: string; content: string | Part[] }[];
  const parts = messages.flatMap(({ content }) =>
    typeof content === "string" ? [{ type: "text", text: content } satisfies Part] : content,
  );
  const format = body["response_format"] as { json_schema?: { name: string; schema: unknown } } | undefined;
  return {
    schemaName: format?.json_schema?.name ?? null,
    schema: format?.json_schema?.schema ?? null,
    index,
    model: String(body["model"]),
    stream: body["stream"] === true,
    maxTokens: (body["max_tokens"] ?? body["max_completion_tokens"]) as number | undefined,
    authorization: incoming.headers.authorization,
    messages,
    text: parts.map((part) => part.text ?? "").join("\n"),
    pictures: parts.flatMap((part) => (part.image_url === undefined ? [] : [part.image_url.url])),
    body,
  };
}

async function answer(reply: ServerReply, request: ServerRequest, response: ServerResponse): Promise<void> {
  if (typeof reply === "string") return complete({ text: reply }, request, response);
  if ("hang" in reply) return;
  if ("status" in reply) return fail(response, reply.status, reply.message ?? "refused by the test", reply.headers, reply.code);
  if ("raw" in reply) {
    response.writeHead(200, { "content-type": reply.type ?? "application/json" });
    if (reply.bytewise !== true) return void response.end(reply.raw);
    for (const byte of Buffer.from(reply.raw)) {
      response.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    return void response.end();
  }
  if ("json" in reply)
    return complete({ text: JSON.stringify(reply.json), ...(reply.usage === undefined ? {} : { usage: reply.usage }) }, request, response);
  return complete(reply, request, response);
}

interface Completion {
  readonly text: string | null;
  readonly finish?: string | null;
  readonly refusal?: string;
  readonly usage?: ServerUsage | null;
  readonly cutAfter?: number;
  readonly dripMs?: number;
}

/** A whole completion, or one in pieces when the request asks for a stream. */
async function complete(reply: Completion, request: ServerRequest, response: ServerResponse): Promise<void> {
  const finish = reply.finish === undefined ? "stop" : reply.finish;
  const usage = reply.usage === null ? undefined : toUsage(reply.usage ?? { input: request.text.length, output: reply.text?.length ?? 0 });
  const head = { id: `reply-${request.index}`, created: 0, model: request.model };
  const pieces: string[] = [];
  if (request.stream) {
    const chunk = (choices: unknown[], more = {}) =>
      `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...more })}\n\n`;
    pieces.push(chunk([{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }]));
    for (const part of (reply.text ?? "").match(/[\s\S]{1,8}/g) ?? [])
      pieces.push(chunk([{ index: 0, delta: { content: part }, finish_reason: null }]));
    if (reply.refusal !== undefined) pieces.push(chunk([{ index: 0, delta: { refusal: reply.refusal }, finish_reason: null }]));
    pieces.push(chunk([{ index: 0, delta: {}, finish_reason: finish }]));
    if (usage !== undefined && (request.body["stream_options"] as { include_usage?: boolean } | undefined)?.include_usage === true)
      pieces.push(chunk([], { usage }));
    pieces.push("data: [DONE]\n\n");
  } else {
    const message = { role: "assistant", content: reply.text, refusal: reply.refusal ?? null };
    pieces.push(
      ...(JSON.stringify({
        ...head,
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason: finish }],
        ...(usage === undefined ? {} : { usage }),
      }).match(/[\s\S]{1,64}/g) ?? []),
    );
  }
  response.writeHead(200, { "content-type": request.stream ? "text/event-stream" : "application/json" });
  let sent = 0;
  for (const piece of pieces) {
    if (reply.cutAfter !== undefined && sent > reply.cutAfter) return void response.destroy();
    if (response.destroyed) return;
    response.write(piece);
    sent += piece.length;
    if (reply.dripMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.dripMs));
  }
  response.end();
}

function toUsage({ input, output, images }: ServerUsage) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(images === undefined ? {} : { prompt_tokens_details: { image_tokens: images } }),
  };
}

function fail(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  code: string | null = null,
): void {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify({ error: { message, type: "test", code } }));
}
