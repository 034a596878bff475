import { ChatOpenAICompletions, type OpenAIClient } from "@langchain/openai";

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
  override completionWithRetry(request: Streamed, options?: OpenAIClient.RequestOptions): Promise<AsyncIterable<Chunk>>;
  override completionWithRetry(request: Whole, options?: OpenAIClient.RequestOptions): Promise<Completion>;
  override async completionWithRetry(
    request: Streamed | Whole,
    options?: OpenAIClient.RequestOptions,
  ): Promise<AsyncIterable<Chunk> | Completion> {
    // oxlint-disable-next-line no-underscore-dangle -- the library makes its client there
    const settings = this._getClientOptions(options);
    if (request.stream === true) return refusalsAsText(await this.client.chat.completions.create(request, settings));
    const completion = await this.client.chat.completions.create(request as Whole, settings);
    if (!Array.isArray(completion.choices) || completion.choices.length === 0) throw new Error("the reply held no choices");
    return { ...completion, choices: completion.choices.map(refusalAsText) };
  }
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
