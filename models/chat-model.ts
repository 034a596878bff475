import { setTimeout as delay } from "node:timers/promises";
import { MnemaError } from "../core/errors.js";
import { ChatCompletions } from "./chat-completions.js";
import { estimateTokens, prepare, type Prepared } from "./chat-messages.js";
import { isRouted } from "./chat-post.js";
import { openChatService, type Patience } from "./chat-service.js";
import type { ChatModel, Reply } from "./contract.js";
import { isFollowed } from "./followed.js";
import { responseFormat } from "./response-format.js";

/** Which model, and where. */
export interface ChatModelSettings {
  readonly name: string;
  readonly apiKey: string;
  /** Undefined: OpenAI's own. */
  readonly baseUrl: string | undefined;
  /** Milliseconds for one request. */
  readonly timeout?: number;
}

const OPENAI = "https://api.openai.com/v1";
const TIMEOUT_MS = 60_000;

/** Parts of a request that some endpoints refuse, and how their refusal (400, 422) names them. */
const OPTIONAL = {
  usage: /stream_options|include_usage/i,
  temperature: /temperature/i,
  limit: /max_tokens|max_completion_tokens/i,
  pictures: /image|vision|multi-?modal/i,
  schema: /./s,
} as const;
type Feature = keyof typeof OPTIONAL;

type Options = Parameters<ChatModel["complete"]>[1];

/**
 * A language model behind an OpenAI-compatible endpoint. Temperature 0. What the endpoint refuses (JSON Schema above
 * all: then plain JSON is asked for) is left out and, once that worked, for good; pictures for this call only, since it
 * may be this one picture. Faults as in chat-service.ts.
 */
export function openChatModel(settings: ChatModelSettings, patience: Partial<Patience> = {}): ChatModel {
  const request = settings.timeout ?? TIMEOUT_MS;
  const service = openChatService(
    { url: publicUrl(settings.baseUrl ?? OPENAI), model: settings.name },
    {
      request,
      call: 2 * request,
      hold: 30_000,
      now: Date.now,
      wait: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
      ...patience,
    },
  );
  const refused = new Set<Feature>();
  const clients = clientsOf(settings);

  return {
    model: settings.name,
    parameters: { temperature: 0 },
    async complete(messages, options) {
      const without = new Set(refused);
      for (;;) {
        const prepared = await prepare(messages, {
          pictures: without.has("pictures") ? async () => null : options.pictures,
          schemaInWords: without.has("schema") ? options.schema : undefined,
        });
        try {
          const reply = await service.call((signal) => send(clients, prepared, options, without, signal), options.signal);
          for (const feature of without) if (feature !== "pictures") refused.add(feature);
          return reply;
        } catch (error) {
          const feature = refusedFeature(error, options, prepared, without);
          if (feature === null) throw error;
          without.add(feature);
        }
      }
    },
  };
}

/** LangChain's model objects, by what is fixed when one is made: a token limit above all. Each keeps its client. */
type Clients = (options: Options, without: ReadonlySet<Feature>) => ChatCompletions;

/** A limit grows where a reply is cut, so that there are few of them. */
function clientsOf(settings: ChatModelSettings): Clients {
  const kept = new Map<string, ChatCompletions>();
  return (options, without) => {
    const fields = {
      streaming: options.onToken !== undefined,
      streamUsage: !without.has("usage"),
      ...(without.has("temperature") ? {} : { temperature: 0 }),
      ...(options.maxTokens === undefined || without.has("limit") ? {} : { maxTokens: options.maxTokens }),
    };
    const key = JSON.stringify(fields);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = new ChatCompletions({
      model: settings.name,
      apiKey: settings.apiKey,
      configuration: { baseURL: settings.baseUrl ?? OPENAI },
      ...fields,
    });
    kept.set(key, made);
    return made;
  };
}

/** One request. */
async function send(
  clients: Clients,
  prepared: Prepared,
  options: Options,
  without: ReadonlySet<Feature>,
  signal: AbortSignal,
): Promise<Reply> {
  const chat = clients(options, without);
  const call = {
    signal,
    ...(options.schema === undefined || without.has("schema")
      ? {}
      : { response_format: responseFormat(options.schemaName ?? "answer", options.schema) }),
  };
  if (options.onToken === undefined && !isFollowed() && !isRouted()) {
    const { choices, usage } = await chat.answer(prepared.messages, call);
    return toReply(textOf(choices[0]?.message.content), { finish_reason: choices[0]?.finish_reason, usage }, prepared);
  }
  if (options.onToken === undefined) {
    const message = await chat.invoke([...prepared.messages], call);
    return toReply(message.text, message.response_metadata, prepared);
  }
  let text = "";
  const metadata: Record<string, unknown> = {};
  for await (const chunk of await chat.stream([...prepared.messages], call)) {
    if (chunk.text !== "") options.onToken(chunk.text);
    text += chunk.text;
    for (const [name, value] of Object.entries(chunk.response_metadata)) {
      if (name !== "usage" || Object.keys(value as object).length > 0) metadata[name] = value;
    }
  }
  signal.throwIfAborted();
  if (metadata["finish_reason"] === undefined) throw new Error("the stream was cut");
  return toReply(text, metadata, prepared);
}

/** What was written: some services give it in parts, as they take it. */
function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === "string" ? content : "";
  return (content as { readonly text?: unknown }[]).map(({ text }) => (typeof text === "string" ? text : "")).join("");
}

interface Usage {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly prompt_tokens_details?: { readonly image_tokens?: number } | null;
}

function toReply(text: string, metadata: Record<string, unknown>, { tokens }: Prepared): Reply {
  const usage = (metadata["usage"] ?? {}) as Usage;
  const images = usage.prompt_tokens_details?.image_tokens;
  const reported =
    usage.prompt_tokens !== undefined && usage.completion_tokens !== undefined && (images !== undefined || tokens.images === 0);
  return {
    text,
    finish: typeof metadata["finish_reason"] === "string" ? metadata["finish_reason"] : "stop",
    tokens: {
      input: usage.prompt_tokens ?? tokens.text + tokens.images,
      output: usage.completion_tokens ?? estimateTokens(text),
      images: images ?? tokens.images,
    },
    ...(reported ? {} : { estimated: true }),
  };
}

/** The part of the request that the endpoint would not take, if it is one that may be left out. */
function refusedFeature(error: unknown, options: Options, prepared: Prepared, without: ReadonlySet<Feature>): Feature | null {
  if (!MnemaError.isInstance(error) || error.code !== "MODEL_REFUSED") return null;
  const status = (error.cause as { status?: number } | undefined)?.status;
  if (status !== 400 && status !== 422) return null;
  const used: Readonly<Record<Feature, boolean>> = {
    usage: options.onToken !== undefined,
    temperature: true,
    limit: options.maxTokens !== undefined,
    pictures: prepared.tokens.images > 0,
    schema: options.schema !== undefined,
  };
  return (
    (Object.keys(OPTIONAL) as Feature[]).find(
      (feature) => used[feature] && !without.has(feature) && OPTIONAL[feature].test(error.message),
    ) ?? null
  );
}

/** Without credentials and query, for messages. */
function publicUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname === "/" ? "" : pathname}`;
}
