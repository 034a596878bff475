import { ADAMM_DEFAULTS } from "../config.js";
import { createQueryGraph } from "../graphs/query.js";
import type { ChatModel, Message, TextEncoder } from "../models/contract.js";
import type { MemorySettings, OpenMemory } from "../nodes/memory.js";
import type { MemoryStore, QueryRecord, QueryStore } from "../stores/contract.js";
import type { SearchIndex } from "../stores/search/contract.js";
import { createTableEngine } from "../stores/tables.js";
import { fixtureMemory, type FixtureTable } from "./fixture-tables.js";
import { memoryLog } from "./memory-log.js";

/** What a test's model says: by the decision's name and how often it was asked, or the same each time. */
export type Says = (decision: string, messages: readonly Message[]) => unknown;

export interface AskedGraph {
  readonly record: QueryRecord;
  /** Names of the decisions that the model was asked for, in order. */
  readonly asked: readonly string[];
}

/** Finds every round that holds a word of the query, in order: enough to see what is retrieved. */
function wordIndex(memory: ReturnType<typeof fixtureMemory>): SearchIndex {
  const textOf = (seq: number) =>
    memory.rounds
      .find((round) => round.seq === seq)
      ?.turns.map(({ text }) => text)
      .join(" ")
      .toLowerCase() ?? "";
  return {
    search: async (query, { limit }) => {
      const words = query.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
      const found = memory.rounds.filter(({ seq }) => words.some((word) => textOf(seq).includes(word)));
      return found
        .slice(0, limit)
        .map(({ seq }, index) => ({ kind: "event" as const, id: `round-${seq}`, score: 1 - index / 100, text: "", parts: [1, 0] }));
    },
    timeline: async () => [],
    around: async () => [],
    roundsOf: async (id) => memory.rounds.filter(({ seq }) => id === `round-${seq}`),
    rankMetadata: async (_query, candidates) => candidates.map(({ id }) => ({ id, score: 1 })),
  };
}

/** Runs the query graph over fixture tables, offline or with a model that says what the test tells it to. */
export async function askGraph(
  tables: readonly FixtureTable[],
  question: string,
  says: Says | null = null,
  settings: Partial<MemorySettings> = {},
): Promise<AskedGraph> {
  const memory = fixtureMemory(tables);
  const asked: string[] = [];
  const open = openFixture(memory, says === null ? null : scripted(says, asked), settings);
  await createQueryGraph({ memory: async () => open }).invoke({ memoryId: "m", question, queryId: "q" }, { recursionLimit: 50 });
  const record = await open.store.queries.get("q");
  if (record === null) throw new Error("no record");
  return { record, asked };
}

function scripted(says: Says, asked: string[]): ChatModel {
  return {
    model: "scripted",
    parameters: {},
    complete: async (messages, { schemaName = "" }) => {
      asked.push(schemaName);
      const said = says(schemaName, messages);
      return { text: typeof said === "string" ? said : JSON.stringify(said), finish: "stop", tokens: { input: 1, output: 1, images: 0 } };
    },
  };
}

function openFixture(memory: ReturnType<typeof fixtureMemory>, model: ChatModel | null, settings: Partial<MemorySettings>): OpenMemory {
  const queries = new Map<string, QueryRecord>();
  const log = memoryLog();
  const clock = () => new Date("2024-06-15T12:00:00Z");
  const store = {
    ...memory.store,
    memoryId: "m",
    decisions: log,
    hierarchy: { nodes: async () => [] },
    queries: {
      put: async (record: QueryRecord) => void queries.set(record.queryId, structuredClone(record)),
      get: async (id: string) => queries.get(id) ?? null,
    } as unknown as QueryStore,
  } as unknown as MemoryStore;
  return {
    store,
    encoder: null as unknown as TextEncoder,
    visual: null,
    reader: null,
    index: wordIndex(memory),
    engine: createTableEngine(memory.store),
    settings: { ...ADAMM_DEFAULTS, describe: "each", paper: false, evidenceCharacters: 8_000, ...settings },
    clock,
    decisions: (run) => ({ model, log, clock, run, label: "", pictures: async () => null }),
  };
}
