import { ADAMM_DEFAULTS, type Config, EVIDENCE_CHARACTERS } from "../config.js";
import { mapBounded } from "../core/concurrency.js";
import { pictureFetcher } from "../importers/fetch-picture.js";
import { historyFiles } from "../importers/history-files.js";
import { PICTURE_LIMITS } from "../importers/pictures.js";
import type { ChatModel } from "../models/contract.js";
import { openPictureReader } from "../models/picture-reader.js";
import { openTextEncoder } from "../models/text-encoder.js";
import { carefulEncoder } from "../models/text-encoder/careful.js";
import { openVisualEncoder } from "../models/visual-encoder.js";
import { claimEncoders } from "../nodes/encoders.js";
import type { IngestPorts } from "../nodes/ingest/ports.js";
import type { MemorySettings, OpenMemory } from "../nodes/memory.js";
import { openCheckpointPlace } from "../stores/checkpoints.js";
import type { MemoryStore } from "../stores/contract.js";
import { openStoreSpace } from "../stores/open.js";
import { canOnlyBeDeleted } from "../stores/sqlite/errors.js";
import { type Clustered, dropSearchIndex, openSearchIndex } from "../stores/search/index.js";
import { createTableEngine } from "../stores/tables.js";
import { ask } from "./ask.js";
import { endCutRuns } from "./cut-runs.js";
import { discardEmpty, forget, type ForgetPorts, type ForgetReport } from "./forget.js";
import { runIngest } from "./ingest.js";
import { isThere } from "./is-there.js";
import { WAIT_MS } from "./lease.js";
import { dropLeftovers } from "./leftovers.js";
import { createLogger, type Logger } from "./logger.js";
import type { Mnema, MnemaParts } from "./mnema.js";
import { nodeLeases } from "./node-lease.js";
import type { Searches } from "./searches.js";
import type { ServedPrograms } from "./served-programs.js";
import type { Teams } from "./teams.js";
import { openMemories } from "./open-memories.js";
import { atOneMoment, tracedNode } from "./around-node.js";
import { takeUpAgain } from "./retry.js";
import { refuseReserved } from "./scratch.js";
import { startTracing } from "./tracing.js";
import { createWriters } from "./writers.js";

/** How long a picture may take to be fetched, and how often it may redirect. */
const FETCH_MS = 10_000;
const FETCH_REDIRECTS = 3;

/** Opens what the configuration names. Models are loaded when they are first needed. */
export async function openMnema(config: Config, parts: MnemaParts = {}): Promise<Mnema> {
  const clock = parts.clock ?? (() => new Date());
  const logger = parts.logger ?? createLogger(config.logLevel);
  const encoder = carefulEncoder(parts.encoder ?? (await openTextEncoder(config)));
  const visual = parts.visual === undefined ? openVisualEncoder(config, (line) => logger.info(line)) : parts.visual;
  const space = await openStoreSpace(config, {
    textDimension: encoder.dimension,
    ...(visual === null ? {} : { visualDimension: visual.dimension }),
  });
  const checkpoints = await openCheckpointPlace(config, (line) => logger.warn(line));
  const reader = parts.reader === undefined ? openPictureReader() : parts.reader;
  const model = parts.model === undefined ? (config.model === null ? null : await chatModel(config.model)) : parts.model;
  const settings: MemorySettings = {
    ...ADAMM_DEFAULTS,
    describe: config.describe,
    searchIndex: config.searchIndex,
    zone: config.zone,
    paper: false,
    evidenceCharacters: EVIDENCE_CHARACTERS,
    episodeSimilarity: encoder.thresholds.episode,
    topicSimilarity: encoder.thresholds.topic,
    ...parts.settings,
  };
  const tracing = await startTracing(config);

  const openMemory = async (memoryId: string, create: boolean): Promise<OpenMemory> => {
    refuseReserved(memoryId);
    const opened = await space.open(memoryId, { create, now: clock().toISOString() });
    const store = config.scrubSecrets ? scrubbing(opened) : opened;
    const index = openSearchIndex(store, { encoder, visual, settings, clustered: (outcome) => tellClustered(logger, memoryId, outcome) });
    const engine = createTableEngine(store, { zone: settings.zone ?? null });
    const pictures = async (hash: string) => store.log.picture(hash);
    return {
      store,
      encoder,
      visual,
      reader,
      index,
      engine,
      settings,
      clock,
      ...(config.evolvedTools ? { composites: async () => (await import("./tools-in-use.js")).toolsInUse(store.programs) } : {}),
      decisions: (run, options = {}) => ({ model, log: store.decisions, clock, run, label: parts.label ?? "", pictures, ...options }),
    };
  };
  const memories = openMemories(openMemory, config.openMemories, async (memoryId, { store }) => {
    dropSearchIndex(store);
    writers.rest(memoryId);
    await (await served)?.letGo(memoryId);
    await Promise.all([checkpoints.release(memoryId), store.rest()]);
  });
  const { memory } = memories;
  let served: Promise<ServedPrograms> | null = null;
  const openServed = () =>
    (served ??= import("./served-programs.js").then(({ createServedPrograms }) =>
      createServedPrograms(model, (line) => logger.warn(line)),
    ));
  const fetchPicture = pictureFetcher({ bytes: PICTURE_LIMITS.bytes, ms: FETCH_MS, redirects: FETCH_REDIRECTS });
  const ports = (onWarning: (line: string) => void = (line) => logger.warn(line)): IngestPorts => ({
    memory: (memoryId) => memory(memoryId, { create: true }),
    importPath: async ({ store }, path, { history, format }) => {
      const { importIntoLog } = await import("../importers/into-log.js");
      const appended = await importIntoLog(store, path, { history, format, ...(config.fetchPictures ? { fetchPicture } : {}) }, clock);
      for (const warning of appended.warnings) onWarning(`${warning.place}: ${warning.message}`);
      return appended;
    },
  });
  // Graphs are loaded where one runs: most commands take less time than that.
  const queryGraph = async () => {
    const { createQueryGraph } = await import("../graphs/query.js");
    return createQueryGraph({ memory }, undefined, (node, name) => atOneMoment(tracedNode(node, name)));
  };
  let query: ReturnType<typeof queryGraph> | null = null;
  const askIn: Mnema["ask"] = async (memoryId, question, options) =>
    ask(await memory(memoryId), await (query ??= queryGraph()), question, options);
  const leased = nodeLeases();
  let teams: Promise<Teams> | null = null;
  // Loaded only where it is used: worlds and hosts cost every other command their start.
  const openTeams = () =>
    (teams ??= import("./teams.js").then(({ createTeams }) => createTeams(config, model, { memory, ingest, ask: askIn })));
  let searches: Promise<Searches> | null = null;
  const openSearches = () =>
    (searches ??= import("./searches.js").then(({ createSearches }) => createSearches(config, model, { memory, ingest, ask: askIn })));

  const closeMemory = async (memoryId: string) => {
    writers.drop(memoryId);
    await (await served)?.end(memoryId);
    await checkpoints.release(memoryId);
    const open = await memories.take(memoryId);
    if (open === null) return;
    dropSearchIndex(open.store);
    await open.store.close();
  };

  const partsOf = async (memoryId: string, onWarning?: (line: string) => void) => {
    return { ports: ports(onWarning), checkpointer: await checkpoints.open(memoryId), services: space.services };
  };
  const writers = createWriters({
    memory,
    using: memories.using,
    parts: (memoryId) => partsOf(memoryId),
    warn: (line) => logger.warn(line),
  });
  const forgetPorts = (memoryId: string): ForgetPorts => ({
    derive: () => ingest(memoryId),
    clearThreads: () => checkpoints.clear(memoryId),
    dropLeftovers: (all) => dropLeftovers(config.dataFolder, space.services, memoryId, clock().getTime(), all),
    clock,
  });

  const ingest: Mnema["ingest"] = (memoryId, { onWarning, ...options } = {}) =>
    memories.using(memoryId, async () => {
      const paths = options.paths ?? [];
      const isNew = !(await isThere(memory(memoryId)));
      if (isNew) for (const path of paths) await historyFiles(path);
      const open = await memory(memoryId, { create: paths.length > 0 });
      try {
        return await runIngest(open, await partsOf(memoryId, onWarning), {
          onNote: onWarning ?? ((line) => logger.warn(line)),
          ...options,
        });
      } catch (error) {
        // A served run's memory holds the record of why it failed.
        if (isNew && options.runId === undefined && (await discardEmpty(space, open.store, forgetPorts(memoryId))))
          await closeMemory(memoryId);
        throw error;
      }
    });
  /** What is damaged, or fills the disk, can still be deleted; how many rounds it held nobody can say then. */
  const forgetAll = async (memoryId: string): Promise<ForgetReport> => {
    const ports = forgetPorts(memoryId);
    try {
      return await memories.using(memoryId, async () => forget(space, (await memory(memoryId)).store, { all: true }, ports));
    } catch (error) {
      if (!canOnlyBeDeleted(error)) throw error;
      await closeMemory(memoryId).catch(() => undefined);
      await ports.dropLeftovers(true);
      return { memory: memoryId, rounds: 0, pending: !(await space.destroy(memoryId)) };
    } finally {
      await closeMemory(memoryId).catch(() => undefined);
    }
  };

  return {
    config,
    space,
    memory,
    closeMemory,
    ingest,
    writers,
    discern: (memoryId, options) =>
      memories.using(memoryId, async () => {
        const parts = { checkpointer: await checkpoints.open(memoryId), services: space.services };
        return (await openTeams()).discern(await memory(memoryId, { create: true }), parts, options);
      }),
    design: (memoryId, options) =>
      memories.using(memoryId, async () => {
        const parts = { checkpointer: await checkpoints.open(memoryId), services: space.services };
        return (await openSearches()).design(await memory(memoryId, { create: true }), parts, options);
      }),
    program: async (memoryId) => {
      const open = await memory(memoryId);
      return (await openServed()).program(open);
    },
    forget: async (memoryId, what, options) => {
      if ("all" in what && options?.dryRun !== true) return forgetAll(memoryId);
      return memories.using(memoryId, async () => {
        const open = await memory(memoryId);
        if (options?.dryRun !== true) {
          await claimEncoders(open);
          await endCutRuns(open, await partsOf(memoryId), (line) => logger.warn(line));
        }
        return forget(space, open.store, what, forgetPorts(memoryId), options);
      });
    },
    rebuild: async (memoryId) => {
      await memory(memoryId);
      return ingest(memoryId, { anew: true, waitMs: WAIT_MS });
    },
    retry: (memoryId, options) =>
      memories.using(memoryId, async () => {
        const taken = await takeUpAgain(await memory(memoryId));
        return { ...(await ingest(memoryId, options)), taken };
      }),
    // Corrections are loaded when one is made, as graphs are.
    edit: (memoryId, round, given) =>
      memories.using(memoryId, async () => (await import("./edit.js")).edit({ memory, writers }, memoryId, round, given)),
    rename: (memoryId, renaming) =>
      memories.using(memoryId, async () => {
        const { rename } = await import("./rename.js");
        return rename(await memory(memoryId), renaming, () => ingest(memoryId));
      }),
    joinAlike: (memoryId, { dryRun = false } = {}) =>
      memories.using(memoryId, async () => {
        const [open, { alikeNames, joinAlike }] = await Promise.all([memory(memoryId), import("./alike.js")]);
        return dryRun ? alikeNames(open) : joinAlike(open, () => ingest(memoryId));
      }),
    merge: (memoryId, renaming) =>
      memories.using(memoryId, async () => {
        const { merge } = await import("./rename.js");
        return merge(await memory(memoryId), renaming, () => ingest(memoryId));
      }),
    reembed: (memoryId) =>
      memories.using(memoryId, async () => {
        const { reembed } = await import("./reembed.js");
        const done = await reembed(await memory(memoryId));
        return { ...done, failed: (await ingest(memoryId)).failed };
      }),
    ask: askIn,
    ingestGraph: async () => {
      const { createIngestGraph } = await import("../graphs/ingest.js");
      return createIngestGraph(
        ports(),
        undefined,
        (node, name) => async (state, config) =>
          leased(await memory(state.memoryId, { create: true }), String(config.configurable?.["thread_id"]), () =>
            tracedNode(node, name)(state, config),
          ),
      );
    },
    queryGraph,
    discernGraph: async () => (await openTeams()).discernGraph((memoryId) => memory(memoryId, { create: true })),
    designGraph: async () => (await openSearches()).designGraph((memoryId) => memory(memoryId, { create: true }), clock),
    close: async () => {
      await writers.flushAll();
      memories.end();
      await (await served)?.end();
      await leased.release();
      await (await teams)?.close();
      await (await searches)?.close();
      for (const memoryId of memories.ids()) await closeMemory(memoryId).catch(() => undefined);
      await encoder.close();
      await visual?.close();
      await reader?.close();
      await checkpoints.close();
      await space.close();
      await tracing.flush();
    },
  };
}

function tellClustered(logger: Logger, memoryId: string, outcome: Clustered): void {
  if ("error" in outcome) logger.warn(`Search in memory "${memoryId}" stays exact: its derived index failed (${String(outcome.error)}).`);
  else logger.info(`The derived search index of memory "${memoryId}" was made of ${outcome.rounds} rounds in ${outcome.ms} ms.`);
}

/** A memory whose rounds lose their secrets on the way in, whatever brings them. */
function scrubbing(store: MemoryStore): MemoryStore {
  const append: MemoryStore["log"]["append"] = async (rounds, recordedAt) => {
    const { scrubbed } = await import("../importers/secrets.js");
    return store.log.append(await mapBounded(rounds, SCRUBBED_AT_ONCE, scrubbed), recordedAt);
  };
  return { ...store, log: { ...store.log, append } };
}

const SCRUBBED_AT_ONCE = 8;

/** Loaded where one is configured: its client takes longer to load than most commands take to work. */
async function chatModel(settings: NonNullable<Config["model"]>): Promise<ChatModel> {
  const { openChatModel } = await import("../models/chat-model.js");
  return openChatModel(settings);
}
