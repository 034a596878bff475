import { z } from "zod";
import { checkAccess, openMemory } from "../access.js";
import { type AskEvent, askWatched } from "../asking.js";
import { problemOf } from "../problem.js";
import { remember } from "../remember.js";
import { type Exchange, route, type Route } from "../route.js";
import { openEventStream } from "../sse.js";
import { InMemory } from "./shared.js";

const Chat = z.strictObject({
  question: z.string().trim().min(1).max(20_000),
  stream: z.boolean().default(false).describe("Server-sent events: plan, step, evidence, token, then answer or error."),
  remember: z.boolean().default(false).describe("Take the exchange into the memory."),
  session: z.string().min(1).max(200).optional().describe("Session that a remembered exchange belongs to; the day when left out."),
});
export const Call = z.looseObject({ goal: z.string(), tool: z.string(), arguments: z.record(z.string(), z.unknown()) });
export const Evidence = z.object({ kind: z.string(), rounds: z.array(z.string()), score: z.number().nullable(), text: z.string() });
export const Answer = z.object({
  answer: z.string(),
  value: z.number().nullable().describe("The number when the answer is one."),
  items: z.array(z.string()),
  citations: z.array(z.string()).describe("Ids of the rounds that the answer rests on."),
  queryId: z.string(),
  plan: z.array(Call),
  evidence: z.array(Evidence),
  waiting: z.int().describe("Rounds that tables and topics do not hold yet: the answer may be without them."),
  note: z.string().nullable().describe("Says so in words."),
  tokens: z.int(),
  ms: z.int(),
  run: z.string().nullable().describe("The run that takes the exchange in, when it is remembered."),
});

export const chatRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/memories/{memory}/chat",
    tag: "chat",
    summary: "Ask a memory; the work stops when the client leaves",
    access: "read",
    params: InMemory,
    body: Chat,
    replies: { 200: { says: "The answer with its plan, evidence and citations; with `stream` as text/event-stream.", schema: Answer } },
    handle: async ({ params, body }, exchange) => {
      if (body.remember) checkAccess(exchange.caller, params.memory, "write");
      await openMemory(exchange.service, params.memory);
      const ask = async (onEvent?: (event: AskEvent) => void) => {
        const result = await askWatched(exchange, params.memory, body.question, onEvent);
        return { ...result, run: body.remember ? await remember(exchange.service, params.memory, body, result) : null };
      };
      return body.stream ? streamed(exchange, ask) : { body: await ask() };
    },
  }),
];

async function streamed(exchange: Exchange, ask: (onEvent: (event: AskEvent) => void) => Promise<unknown>): Promise<void> {
  const stream = openEventStream(exchange.response);
  try {
    stream.send("answer", await ask(({ name, data }) => stream.send(name, data)));
  } catch (error) {
    if (exchange.response.destroyed) return;
    stream.send("error", problemOf(error, exchange.service.secrets));
  }
  stream.end();
}
