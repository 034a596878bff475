import type { BaseMessage } from "@langchain/core/messages";
import { ChatOpenAICompletions, convertMessagesToCompletionsMessageParams, OpenAIClient } from "@langchain/openai";
import { post, type Posted } from "./chat-post.js";

type Completion = OpenAIClient.Chat.ChatCompletion;
type Choice = Completion["choices"][number];
type Chunk = OpenAIClient.Chat.ChatCompletionChunk;
type Whole = OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming;
type Streamed = OpenAIClient.Chat.ChatCompletionCreateParamsStreaming;

/**
 * LangChain's chat model with two of its habits removed. Asked for structured output it parses the reply itself, which
 * fails on fenced JSON and, for a cut reply, loses what it cost; and it drops refusals. Here replies come as they
 * are, a refusal as its text with the finish reason `refusal`, and every request is made once.
 */
export class ChatCompletions extends ChatOpenAICompletions {
  /** Where requests go, with the headers of LangChain's client. */
  private head: Promise<Head> | null = null;

  /**
   * One completion, not streamed, without LangChain's run around it and without `fetch`: for nobody who follows the run they are
   * three quarters of what a call takes here. The request is the same, byte for byte, as are errors.
   */
  async answer(messages: readonly BaseMessage[], call: this["ParsedCallOptions"] & { readonly signal: AbortSignal }): Promise<Completion> {
    const request = {
      ...this.invocationParams(call),
      stream: false,
      messages: convertMessagesToCompletionsMessageParams({ messages: [...messages], model: this.model }),
    };
    const { url, headers } = await (this.head ??= this.makeHead());
    const reply = await post(url, headers, JSON.stringify(request), call.signal);
    if (reply.status >= 300 && reply.status < 400) return this.completionWithRetry(request as Whole, { signal: call.signal });
    if (reply.status < 200 || reply.status > 299) throw refusalOf(reply);
    return checked(JSON.parse(reply.text) as Completion);
  }

  private async makeHead(): Promise<Head> {
    // oxlint-disable-next-line no-underscore-dangle -- the library makes its client there
    this._getClientOptions(undefined);
    const { url, req } = await this.client.buildRequest({ method: "post", path: "/chat/completions", body: {} });
    return { url: new URL(url), headers: Object.fromEntries(req.headers) };
  }

  override completionWithRetry(request: Streamed, options?: OpenAIClient.RequestOptions): Promise<AsyncIterable<Chunk>>;
  override completionWithRetry(request: Whole, options?: OpenAIClient.RequestOptions): Promise<Completion>;
  override async completionWithRetry(
    request: Streamed | Whole,
    options?: OpenAIClient.RequestOptions,
  ): Promise<AsyncIterable<Chunk> | Completion> {
    // oxlint-disable-next-line no-underscore-dangle -- the library makes its client there
    const settings = this._getClientOptions(options);
    if (request.stream === true) return refusalsAsText(await this.client.chat.completions.create(request, settings));
    return checked(await this.client.chat.completions.create(request as Whole, settings));
  }
}

interface Head {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** What went wrong by the service's own account, as its client puts it. */
function refusalOf({ status, headers, text }: Posted): Error {
  const told = jsonOf(text);
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return OpenAIClient.APIError.generate(status, told, told === undefined ? text : undefined, new Headers(given));
}

function jsonOf(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function checked(completion: Completion): Completion {
  if (!Array.isArray(completion.choices) || completion.choices.length === 0) throw new Error("the reply held no choices");
  return { ...completion, choices: completion.choices.map(refusalAsText) };
}

function refusalAsText(choice: Choice): Choice {
  const message = { ...choice.message, role: "assistant" as const };
  if (!message.refusal) return { ...choice, message };
  return { ...choice, message: { ...message, content: message.refusal }, finish_reason: "refusal" as Choice["finish_reason"] };
}

async function* refusalsAsText(chunks: AsyncIterable<Chunk>): AsyncIterable<Chunk> {
  let refused = false;
  for await (const chunk of chunks) {
    const [choice] = chunk.choices ?? [];
    if (choice?.delta?.refusal) {
      refused = true;
      choice.delta.content = choice.delta.refusal;
    }
    if (refused && choice?.finish_reason) choice.finish_reason = "refusal" as Choice["finish_reason"];
    yield chunk;
  }
}
