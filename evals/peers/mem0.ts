import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sha256 } from "../../core/canonical.js";
import { eventText } from "../../core/parts.js";
import type { Round } from "../../core/history.js";
import { loadPeer } from "./load.js";
import type { OpenPeer } from "./peer.js";

interface Message {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** What of `mem0ai/oss` is used here. */
interface Mem0 {
  readonly Memory: new (config: Readonly<Record<string, unknown>>) => {
    readonly llm: { generateResponse(...given: unknown[]): Promise<unknown> };
    readonly vectorStore: { insert(vectors: number[][], ids: string[], payloads: Record<string, unknown>[]): Promise<void> };
    add(
      messages: Message[],
      options: { readonly userId: string; readonly infer: boolean; readonly metadata: Readonly<Record<string, string>> },
    ): Promise<unknown>;
    search(
      query: string,
      options: { readonly topK: number; readonly threshold: number; readonly filters: Readonly<Record<string, string>> },
    ): Promise<{ readonly results: readonly { readonly memory: string; readonly metadata?: { readonly round?: string } }[] }>;
  };
}

const USER = "person";
const SEEDED_AT = new Date(0).toISOString();

/**
 * mem0 of npm with its own vector store and history, in SQLite files. With a chat model it extracts facts as it comes; without one each
 * message is kept as it stands (`infer: false`). Its telemetry is off.
 */
export const openMem0: OpenPeer = async ({ dimension, encode, folder, chat }) => {
  // Read once, when it is loaded.
  process.env["MEM0_TELEMETRY"] = "false";
  process.env["MEM0_DIR"] = folder;
  const { module, version } = await loadPeer<Mem0>("mem0ai", "mem0ai/oss");
  const embed = async (texts: readonly string[]) => (await encode(texts)).map((vector) => Array.from(vector));
  const memory = new module.Memory({
    llm: {
      provider: "openai",
      config: {
        model: chat?.model ?? "none",
        apiKey: chat?.apiKey ?? "none",
        ...(chat === undefined || chat === null ? {} : { baseURL: chat.url }),
      },
    },
    embedder: {
      provider: "langchain",
      config: {
        model: { embedQuery: async (text: string) => (await embed([text]))[0] ?? [], embedDocuments: embed },
        embeddingDims: dimension,
      },
    },
    vectorStore: { provider: "memory", config: { collectionName: "rounds", dimension, dbPath: join(folder, "vectors.db") } },
    historyDbPath: join(folder, "history.db"),
  });
  let calls = 0;
  const { llm } = memory;
  const generate = llm.generateResponse.bind(llm);
  llm.generateResponse = (...given) => {
    calls++;
    return generate(...given);
  };
  return {
    name: `mem0ai ${version}`,
    add: async (round) => {
      const messages = messagesOf(round);
      if (messages.length > 0)
        await memory.add(messages, { userId: USER, infer: chat !== undefined && chat !== null, metadata: { round: round.ids[0] ?? "" } });
    },
    search: async (query, k) => {
      const { results } = await memory.search(query, { topK: k, threshold: 0, filters: { user_id: USER } });
      return results.map(({ memory: text, metadata }) => ({ id: metadata?.round ?? "", text }));
    },
    seed: async (rounds) => {
      const texts = rounds.map(({ turns }) => turns[0]?.text ?? "");
      const payloads = texts.map((data) => ({
        data,
        hash: sha256(data),
        textLemmatized: data.toLowerCase(),
        createdAt: SEEDED_AT,
        user_id: USER,
      }));
      await memory.vectorStore.insert(
        await embed(texts),
        texts.map(() => randomUUID()),
        payloads,
      );
    },
    modelCalls: () => calls,
    close: async () => {},
  };
};

/** A message a turn, captions and speakers' names with it; blank ones are left out. */
function messagesOf({ turns }: Round): Message[] {
  return turns
    .map((turn): Message => ({ role: turn.role === "assistant" ? "assistant" : "user", content: eventText({ turns: [turn] }) }))
    .filter(({ content }) => content !== "");
}
