import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { stubReply, type ChatRequest } from "./stub-answers.js";

/**
 * A model that answers at once, as an OpenAI-compatible service in a process of its own: what it takes is not what the systems
 * take that ask it. `GET /calls` says how often it was asked. Ends when whoever started it does.
 */
let calls = 0;
const server = createServer((request, response) => void serve(request, response));
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }));
process.on("disconnect", () => process.exit());

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET") return json(response, { calls });
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
  calls++;
  const asked = JSON.parse(body) as ChatRequest & { readonly model?: string };
  const reply = stubReply(asked);
  const called =
    "tool" in reply ? [{ id: `call_${calls}`, type: "function", function: { name: reply.tool, arguments: reply.arguments } }] : [];
  json(response, {
    id: `stub-${calls}`,
    object: "chat.completion",
    created: 0,
    model: asked.model ?? "stub",
    choices: [
      {
        index: 0,
        finish_reason: called.length > 0 ? "tool_calls" : "stop",
        message: {
          role: "assistant",
          content: "content" in reply ? reply.content : null,
          ...(called.length > 0 ? { tool_calls: called } : {}),
        },
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
}

function json(response: ServerResponse, value: unknown): void {
  const text = JSON.stringify(value);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }).end(text);
}
