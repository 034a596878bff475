import { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import { checkAccess, memoriesOf, openMemory } from "../access.js";
import { askWatched } from "../asking.js";
import { problemOf } from "../problem.js";
import { type Exchange, route, type Route } from "../route.js";
import { openEventStream } from "../sse.js";

const TextPart = z.looseObject({ type: z.literal("text"), text: z.string() });
const ChatMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: z.union([z.string(), z.array(z.union([TextPart, z.looseObject({ type: z.string() })]))]).nullish(),
});
const Completion = z.looseObject({
  model: z
    .string()
    .regex(/^mnema\/./, "is mnema/ and the id of a memory")
    .describe("`mnema/<memory>`"),
  messages: z.array(ChatMessage).min(1).describe("The last user message is the question; the memory itself is the context."),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
});
const Completed = z.looseObject({
  id: z.string(),
  object: z.literal("chat.completion"),
  model: z.string(),
  choices: z.array(z.looseObject({ index: z.int() })),
});

export const completionRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/chat/completions",
    tag: "chat",
    summary: "Ask a memory as any OpenAI-compatible chat client does",
    access: "read",
    body: Completion,
    replies: {
      200: { says: "The answer as the assistant's message, with `citations` beside it; with `stream` as chunks.", schema: Completed },
    },
    handle: async ({ body }, exchange) => {
      const memoryId = body.model.slice("mnema/".length);
      checkAccess(exchange.caller, memoryId, "read");
      await openMemory(exchange.service, memoryId);
      const question = questionOf(body.messages);
      if (body.stream === true) return streamed(exchange, memoryId, body, question);
      const { queryId, answer, citations } = await askWatched(exchange, memoryId, question);
      const message = { role: "assistant", content: answer, refusal: null };
      const usage = await usageOf(exchange, memoryId, queryId);
      const choices = [{ index: 0, message, logprobs: null, finish_reason: "stop" }];
      return { body: { ...headOf(exchange, body.model, queryId), object: "chat.completion", choices, usage, citations } };
    },
  }),
  route({
    method: "get",
    path: "/v1/models",
    tag: "chat",
    summary: "Memories as models, for chat clients that list them",
    access: "read",
    replies: {
      200: { says: "Models.", schema: z.object({ object: z.literal("list"), data: z.array(z.looseObject({ id: z.string() })) }) },
    },
    handle: async (_, { service, caller }) => {
      const seen = await memoriesOf(service, caller);
      const created = (createdAt: string) => Math.floor(Date.parse(createdAt) / 1000) || 0;
      return {
        body: {
          object: "list",
          data: seen.map(({ memoryId, createdAt }) => ({
            id: `mnema/${memoryId}`,
            object: "model",
            created: created(createdAt),
            owned_by: "mnema",
          })),
        },
      };
    },
  }),
];

function questionOf(messages: readonly z.output<typeof ChatMessage>[]): string {
  const last = messages.findLast(({ role }) => role === "user");
  const parts = typeof last?.content === "string" ? [{ type: "text", text: last.content }] : (last?.content ?? []);
  const place = { place: "body.messages" };
  if (parts.some(({ type }) => type !== "text"))
    throw new MnemaError("INVALID_INPUT", "A question is text. Pictures come in with a session.", place);
  const question = parts
    .map(({ text }) => String(text))
    .join("\n")
    .trim();
  if (question === "") throw new MnemaError("INVALID_INPUT", "There is no question: the last user message is empty or missing.", place);
  return question;
}

async function streamed(
  exchange: Exchange,
  memoryId: string,
  { model, stream_options }: z.output<typeof Completion>,
  question: string,
): Promise<void> {
  const stream = openEventStream(exchange.response);
  const head = { ...headOf(exchange, model, `chatcmpl-${exchange.service.clock().getTime()}`), object: "chat.completion.chunk" };
  const send = (delta: object, finish: string | null, more: object = {}) =>
    stream.sendBare(JSON.stringify({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...more }));
  try {
    send({ role: "assistant", content: "" }, null);
    let told = "";
    const { answer, citations, queryId } = await askWatched(exchange, memoryId, question, ({ name, data }) => {
      if (name !== "token") return;
      const { token } = data as { token: string };
      told += token;
      send({ content: token }, null);
    });
    // What was told and then mended cannot be taken back: the mended answer follows.
    if (told.trim() !== answer.trim()) send({ content: `\n\n${answer}` }, null);
    send({}, "stop", { citations });
    if (stream_options?.include_usage === true)
      stream.sendBare(JSON.stringify({ ...head, choices: [], usage: await usageOf(exchange, memoryId, queryId) }));
    stream.sendBare("[DONE]");
  } catch (error) {
    if (exchange.response.destroyed) return;
    const { detail, title, code } = problemOf(error, exchange.service.secrets);
    stream.sendBare(JSON.stringify({ error: { message: detail, type: title, code } }));
  }
  stream.end();
}

function headOf({ service }: Exchange, model: string, id: string) {
  return { id, created: Math.floor(service.clock().getTime() / 1000), model };
}

async function usageOf({ service }: Exchange, memoryId: string, queryId: string) {
  const { store } = await openMemory(service, memoryId);
  const records = await store.decisions.list({ run: queryId });
  const sum = (side: "input" | "output") => records.reduce((total, { tokens }) => total + tokens[side], 0);
  const [prompt, completion] = [sum("input"), sum("output")];
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
