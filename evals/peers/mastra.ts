import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eventText } from "../../core/parts.js";
import type { Round } from "../../core/history.js";
import { loadPeer } from "./load.js";
import type { OpenPeer } from "./peer.js";

/** A message as Mastra stores it. */
interface Message {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly threadId: string;
  readonly resourceId: string;
  readonly createdAt: Date;
  readonly content: { readonly format: 2; readonly parts: readonly { readonly type: string; readonly text?: string }[] };
}

/** What of `@mastra/memory` is used here. */
interface Mastra {
  readonly Memory: new (config: Readonly<Record<string, unknown>>) => {
    saveThread(given: { readonly thread: Readonly<Record<string, unknown>> }): Promise<unknown>;
    saveMessages(given: { readonly messages: readonly Message[] }): Promise<unknown>;
    recall(given: Readonly<Record<string, unknown>>): Promise<{ readonly messages: readonly Message[] }>;
  };
}

/** What of `@mastra/libsql` is used here. */
interface LibSql {
  readonly LibSQLStore: new (config: { readonly id: string; readonly url: string }) => { close?(): Promise<void> };
  readonly LibSQLVector: new (config: { readonly id: string; readonly url: string }) => object;
}

const [THREAD, RESOURCE] = ["thread", "person"];
/** Between a round's id and a message's place in it. */
const PLACE = "#";

/**
 * Mastra's memory with semantic recall over one thread, in a libSQL file: a message a turn, each with its vector. It asks no model, and
 * gives what it finds in the order of time: it tells no scores.
 */
export const openMastra: OpenPeer = async ({ dimension, encode, folder }) => {
  const { module, version } = await loadPeer<Mastra>("@mastra/memory");
  const { module: libSql } = await loadPeer<LibSql>("@mastra/libsql");
  const url = pathToFileURL(join(folder, "mastra.db")).href;
  const storage = new libSql.LibSQLStore({ id: "peer", url });
  const embedder = {
    specificationVersion: "v2",
    provider: "mnema",
    modelId: `local-${dimension}`,
    maxEmbeddingsPerCall: 1_000,
    supportsParallelCalls: false,
    doEmbed: async ({ values }: { readonly values: readonly string[] }) => ({
      embeddings: (await encode(values)).map((vector) => Array.from(vector)),
    }),
  };
  const memory = new module.Memory({
    storage,
    vector: new libSql.LibSQLVector({ id: "peer", url }),
    embedder,
    options: { lastMessages: false, semanticRecall: { topK: 10, messageRange: 0, scope: "thread" } },
  });
  const now = new Date(0);
  await memory.saveThread({ thread: { id: THREAD, resourceId: RESOURCE, title: "peer", createdAt: now, updatedAt: now, metadata: {} } });
  let added = 0;
  return {
    name: `Mastra memory ${version}`,
    add: async (round) => {
      const messages = messagesOf(round, (added += round.turns.length));
      if (messages.length > 0) await memory.saveMessages({ messages });
    },
    search: async (query, k) => {
      const { messages } = await memory.recall({
        threadId: THREAD,
        resourceId: RESOURCE,
        vectorSearchString: query,
        threadConfig: { lastMessages: false, semanticRecall: { topK: k, messageRange: 0, scope: "thread" } },
      });
      return messages.map(({ id, content }) => ({
        id: id.slice(0, id.lastIndexOf(PLACE)),
        text: content.parts.map(({ text }) => text ?? "").join("\n"),
      }));
    },
    modelCalls: () => 0,
    close: async () => void (await storage.close?.()),
  };
};

/** A message a turn, in order; blank ones are left out. */
function messagesOf({ ids, turns }: Round, order: number): Message[] {
  return turns
    .map((turn, place): Message => ({
      id: `${ids[0] ?? ""}${PLACE}${place}`,
      role: turn.role === "assistant" ? "assistant" : "user",
      threadId: THREAD as string,
      resourceId: RESOURCE as string,
      createdAt: new Date(1_000 * (order + place)),
      content: { format: 2, parts: [{ type: "text", text: eventText({ turns: [turn] }) }] },
    }))
    .filter(({ content }) => content.parts[0]?.text !== "");
}
