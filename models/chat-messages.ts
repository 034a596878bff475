import { AIMessage, HumanMessage, SystemMessage, type BaseMessage, type ContentBlock } from "@langchain/core/messages";
import { preparePicture } from "./chat-pictures.js";
import type { ChatModel, Message } from "./contract.js";

type JsonSchema = Readonly<Record<string, unknown>>;

/** Messages in LangChain's form, and what they are estimated to cost. */
export interface Prepared {
  readonly messages: readonly BaseMessage[];
  readonly tokens: { readonly text: number; readonly images: number };
}

/** Puts the pictures into messages, and the schema in words where the endpoint takes none. */
export async function prepare(
  messages: readonly Message[],
  { pictures, schemaInWords }: { pictures: Parameters<ChatModel["complete"]>[1]["pictures"]; schemaInWords: JsonSchema | undefined },
): Promise<Prepared> {
  const tokens = { text: 0, images: 0 };
  const text = (content: string) => {
    tokens.text += estimateTokens(content);
    return content;
  };
  const picture = async (hash: string): Promise<ContentBlock> => {
    const stored = await pictures(hash);
    const sent = stored === null ? null : await preparePicture(stored.bytes);
    if (sent === null) return { type: "text", text: text("[a picture that cannot be shown here]") };
    tokens.images += sent.tokens;
    return { type: "image_url", image_url: { url: sent.url } };
  };
  const asked = schemaInWords === undefined ? messages : withSchema(messages, schemaInWords);
  const converted = asked.map(async ({ role, content }) => {
    if (typeof content === "string") return toMessage(role, text(content));
    return toMessage(
      role,
      await Promise.all(content.map((part) => (part.type === "text" ? { type: "text", text: text(part.text) } : picture(part.hash)))),
    );
  });
  return { messages: await Promise.all(converted), tokens };
}

/** About four characters a token. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

function toMessage(role: Message["role"], content: string | ContentBlock[]): BaseMessage {
  if (role === "system") return new SystemMessage({ content });
  return role === "assistant" ? new AIMessage({ content }) : new HumanMessage({ content });
}

function withSchema(messages: readonly Message[], schema: JsonSchema): Message[] {
  const rule = `Answer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;
  const [first, ...rest] = messages;
  if (first?.role === "system" && typeof first.content === "string")
    return [{ role: "system", content: `${first.content}\n\n${rule}` }, ...rest];
  return [{ role: "system", content: rule }, ...messages];
}
