import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADAMM_DEFAULTS } from "../config.js";
import type { Round } from "../core/history.js";
import type { ChatModel, TextEncoder, VisualEncoder } from "../models/contract.js";
import { openHashingEncoder } from "../models/text-encoder/hashing.js";
import { embed } from "../nodes/ingest/embed.js";
import { weave } from "../nodes/ingest/weave.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { HierarchyNode, MemoryStore } from "../stores/contract.js";
import { openSqliteSpace } from "../stores/sqlite/space.js";

export interface WovenOptions {
  readonly describe?: "each" | "close";
  readonly encoder?: TextEncoder;
  readonly visual?: VisualEncoder | null;
  readonly model?: ChatModel | null;
  readonly thresholds?: TextEncoder["thresholds"];
}

/** A new memory on disk with the two nodes that build its hierarchy. */
export interface Woven {
  readonly store: MemoryStore;
  /** Stores the rounds without deriving anything from them. */
  append(rounds: readonly Round[]): Promise<void>;
  /** Runs `embed` and `weave` over the whole log, in slices of these sizes, the last size for the rest. */
  weave(sizes?: readonly number[]): Promise<void>;
  hierarchy(): Promise<Hierarchy>;
  close(): Promise<void>;
}

export interface Hierarchy {
  readonly topics: readonly HierarchyNode[];
  readonly episodes: readonly HierarchyNode[];
  readonly events: readonly HierarchyNode[];
}

const NOW = "2024-05-01T08:00:00.000Z";

export async function openWoven({
  describe = "each",
  encoder = openHashingEncoder(),
  visual = null,
  model = null,
  thresholds = encoder.thresholds,
}: WovenOptions = {}): Promise<Woven> {
  const folder = await mkdtemp(join(tmpdir(), "mnema-woven-"));
  const space = await openSqliteSpace(folder);
  const store = await space.open("m", { create: true, now: NOW });
  const settings = {
    ...ADAMM_DEFAULTS,
    episodeSimilarity: thresholds.episode,
    topicSimilarity: thresholds.topic,
    describe,
    paper: false,
    evidenceCharacters: 8_000,
  };
  const decisions: OpenMemory["decisions"] = (run) => ({
    model,
    log: store.decisions,
    clock: () => new Date(NOW),
    run,
    label: "",
    pictures: async (hash) => store.log.picture(hash),
  });
  let handle = store;
  const ports = { memory: async () => ({ store: handle, encoder, visual, settings, decisions }) };
  const nodes = [embed(ports), weave(ports)];
  return {
    store,
    append: async (rounds) => void (await store.log.append(rounds, NOW)),
    weave: async (sizes = [Infinity]) => {
      const seqs = (await store.log.roundsAfter(null, 1_000_000)).map(({ seq }) => seq);
      for (let at = 0, piece = 0; at < seqs.length; piece++) {
        const size = sizes[Math.min(piece, sizes.length - 1)] ?? seqs.length;
        // What is kept of the last slice is kept by handle: every third slice finds nothing kept, as another process would.
        handle = piece % 3 === 2 ? { ...store } : store;
        for (const node of nodes) await run(node, seqs.slice(at, at + size), await store.tables.generation());
        at += size;
      }
    },
    hierarchy: async () => ({
      topics: await store.hierarchy.nodes("topic"),
      episodes: await store.hierarchy.nodes("episode"),
      events: await store.hierarchy.nodes("event"),
    }),
    close: async () => {
      await store.close();
      await space.close();
      await rm(folder, { recursive: true });
    },
  };
}

type IngestNode = ReturnType<typeof weave>;

async function run(node: IngestNode, slice: number[], generation: number): Promise<void> {
  const state = { memoryId: "m", runId: "run", slice, generation } as Parameters<IngestNode>[0];
  await node(state, {} as Parameters<IngestNode>[1]);
}
