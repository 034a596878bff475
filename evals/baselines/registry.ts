import type { Config } from "../../config.js";
import { openTextEncoder } from "../../models/text-encoder.js";
import { openVisualEncoder } from "../../models/visual-encoder.js";
import type { NamedSubject } from "../runner/suite.js";
import { aMem } from "./a-mem.js";
import { fullContext, noMemory, recentContext } from "./context.js";
import type { Baseline, BaselineParts } from "./contract.js";
import { m2a } from "./m2a.js";
import { memoryOs } from "./memory-os.js";
import { mirix } from "./mirix.js";
import { mma } from "./mma.js";
import { mmRag } from "./mm-rag.js";
import { peerMemory } from "./peer-memory.js";
import { bm25, dense, hybrid } from "./rounds.js";
import { baselineSubject } from "./subject.js";
import { universalRag } from "./universal-rag.js";

/** The methods by name. What each keeps of what was published and what it leaves out stands in its file. */
export const METHODS = {
  "no-memory": noMemory,
  "full-context": fullContext,
  "recent-context": recentContext,
  bm25,
  dense,
  hybrid,
  "mm-rag": mmRag,
  "universal-rag": universalRag,
  "a-mem": aMem,
  "memory-os": memoryOs,
  m2a,
  mma,
  mirix,
} as const satisfies Readonly<Record<string, Baseline>>;

export type BaselineName = keyof typeof METHODS;

/**
 * Every baseline as a system under evaluation, by name: the same encoders, model, budget and answering step as Mnema has, so
 * that memory alone differs. `full-context` alone is outside the budget.
 */
export const BASELINES = Object.fromEntries(
  Object.entries(METHODS).map(([name, method]) => [name, async (config: Config) => named(name, method, await sharedParts(config))]),
) as Readonly<Record<BaselineName, (config: Config) => Promise<NamedSubject>>>;

/** Systems of others as they are, which `npm run peers` installs; their texts reach Mnema's answering step within Mnema's budget. */
const OPEN_PEERS = {
  mem0: { about: "mem0 of npm", open: async () => (await import("../peers/mem0.js")).openMem0 },
  "langgraph-store": {
    about: "LangGraph's InMemoryStore",
    open: async () => (await import("../peers/langgraph-store.js")).openLangGraphStore,
  },
  mastra: { about: "Mastra's memory with semantic recall", open: async () => (await import("../peers/mastra.js")).openMastra },
} as const;

export type PeerName = keyof typeof OPEN_PEERS;

/** Every peer as a system under evaluation, by name. NOT_FOUND, which says how to install it, with the first file that it gets. */
export const PEERS = Object.fromEntries(
  Object.entries(OPEN_PEERS).map(([name, { about, open }]) => [
    name,
    async (config: Config) => {
      const shared = await sharedParts(config);
      const chat =
        config.model === null ? null : { url: config.model.baseUrl ?? OPENAI, model: config.model.name, apiKey: config.model.apiKey };
      return named(name, peerMemory(about, await open(), { dimension: shared.parts.encoder.dimension, chat }), shared);
    },
  ]),
) as Readonly<Record<PeerName, (config: Config) => Promise<NamedSubject>>>;

const OPENAI = "https://api.openai.com/v1";

function named(name: string, method: Baseline, { parts, close }: Shared): NamedSubject {
  return { name, about: method.about, open: baselineSubject(method, parts), close };
}

/** Models that several baselines work with; they are closed with the last of them. */
interface Shared {
  readonly parts: BaselineParts;
  close(): Promise<void>;
}

const inUse = new WeakMap<Config, { readonly parts: Promise<BaselineParts>; users: number }>();

/** The models that the configuration names, as Mnema opens them; the same for every baseline of one configuration. */
async function sharedParts(config: Config): Promise<Shared> {
  const own = inUse.get(config) ?? { parts: openParts(config), users: 0 };
  inUse.set(config, own);
  own.users++;
  const parts = await own.parts;
  return {
    parts,
    close: async () => {
      if (--own.users > 0) return;
      inUse.delete(config);
      await Promise.all([parts.encoder.close(), parts.visual?.close()]);
    },
  };
}

async function openParts(config: Config): Promise<BaselineParts> {
  const model = config.model === null ? null : (await import("../../models/chat-model.js")).openChatModel(config.model);
  return { encoder: await openTextEncoder(config), visual: openVisualEncoder(config, () => {}), model, clock: () => new Date() };
}
