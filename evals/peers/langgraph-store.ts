import { eventText } from "../../core/parts.js";
import { loadPeer } from "./load.js";
import type { OpenPeer } from "./peer.js";

/** What of `@langchain/langgraph` is used here. */
interface LangGraph {
  readonly InMemoryStore: new (options: {
    readonly index: {
      readonly dims: number;
      readonly embeddings: {
        embedQuery(text: string): Promise<number[]>;
        embedDocuments(texts: string[]): Promise<number[][]>;
      };
      readonly fields: string[];
    };
  }) => {
    put(namespace: string[], key: string, value: Record<string, unknown>): Promise<void>;
    search(namespace: string[], options: { query: string; limit: number }): Promise<{ key: string; value: { text: string } }[]>;
  };
}

const NAMESPACE = ["rounds"];

/** LangGraph's own store: each round an item, found by its vector. It keeps nothing on disk and asks no model. */
export const openLangGraphStore: OpenPeer = async ({ dimension, encode }) => {
  const { module, version } = await loadPeer<LangGraph>("@langchain/langgraph");
  const embed = async (texts: readonly string[]) => (await encode(texts)).map((vector) => Array.from(vector));
  const store = new module.InMemoryStore({
    index: {
      dims: dimension,
      embeddings: { embedQuery: async (text) => (await embed([text]))[0] ?? [], embedDocuments: embed },
      fields: ["text"],
    },
  });
  return {
    name: `LangGraph store ${version}`,
    add: (round) => store.put(NAMESPACE, round.ids[0] ?? "", { text: eventText(round) }),
    search: async (query, k) =>
      (await store.search(NAMESPACE, { query, limit: k })).map(({ key, value }) => ({ id: key, text: value.text })),
    modelCalls: () => 0,
    close: async () => {},
  };
};
