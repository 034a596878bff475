import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ADAMM_DEFAULTS, readConfig } from "../../config.js";
import { importIntoLog } from "../../importers/into-log.js";
import { type IngestOptions, type IngestReport, runIngest } from "../../memory/ingest.js";
import { openTextEncoder } from "../../models/text-encoder.js";
import type { TextEncoder } from "../../models/contract.js";
import type { OpenMemory } from "../../nodes/memory.js";
import { openCheckpoints } from "../../stores/sqlite/checkpoint-care.js";
import type { ServiceStore } from "../../stores/contract.js";
import type { SqliteMemory } from "../../stores/sqlite/memory.js";
import type { SqliteSpace } from "../../stores/sqlite/space.js";
import { NOW } from "../contract/place.js";
import { CLOCK } from "./memories.js";

/** The seeded encoder of speed runs and tests: no weights are loaded. */
export function openHashingEncoder(): Promise<TextEncoder> {
  return openTextEncoder(readConfig({ MNEMA_ENCODER: "hashing" }));
}

export interface Ingested {
  readonly store: SqliteMemory;
  ingest(...paths: string[]): Promise<IngestReport>;
  rebuild(): Promise<IngestReport>;
  /**
   * Does the same with a process that dies just before its nth call of a store, and leaves all as it is then; or whose every call
   * fails so from there on. False: it ended first.
   */
  killed(calls: number, options: IngestOptions, fault?: () => Error): Promise<boolean>;
  ingestWith(options: IngestOptions): Promise<IngestReport>;
}

/** A memory on the real ingest graph, offline, without what only questions need. */
export async function openIngested(space: SqliteSpace, memoryId: string, encoder: TextEncoder): Promise<Ingested> {
  return ingestedIn(await space.open(memoryId, { create: true, now: NOW }), space.services, encoder);
}

function ingestedIn(store: SqliteMemory, services: ServiceStore, encoder: TextEncoder, dying: Dying = <T>(part: T) => part): Ingested {
  const settings = {
    ...ADAMM_DEFAULTS,
    describe: "each",
    paper: false,
    evidenceCharacters: 8000,
    episodeSimilarity: encoder.thresholds.episode,
    topicSimilarity: encoder.thresholds.topic,
  } as const;
  const parts = { store: dyingStore(store, dying), encoder, visual: null, reader: null, settings, clock: CLOCK };
  const decisions: OpenMemory["decisions"] = (run, options = {}) => ({
    model: null,
    log: parts.store.decisions,
    clock: CLOCK,
    run,
    label: "",
    pictures: (hash) => store.log.picture(hash),
    ...options,
  });
  const memory = { ...parts, decisions } as unknown as OpenMemory;
  const ports = {
    memory: async () => memory,
    importPath: async (_: OpenMemory, path: string) => importIntoLog(parts.store, path, {}, CLOCK),
  };
  const run = async (options: IngestOptions) => {
    const checkpointer = openCheckpoints(store.checkpointPath);
    try {
      return await runIngest(memory, { ports, checkpointer: dying(checkpointer), services: dying(services) }, options);
    } finally {
      checkpointer.db.close();
    }
  };
  return {
    store,
    ingest: (...paths) => run({ paths }),
    rebuild: () => run({ anew: true }),
    killed: async (calls, options, fault) => {
      const { dying: part, isDead } = dyingAfter(calls, fault);
      const end = ingestedIn(store, services, encoder, part).ingestWith(options);
      await end.catch((error: unknown) => {
        if (!isDead()) throw error;
      });
      const holder = await store.leaseHolder();
      if (holder !== null) await store.release(holder);
      return isDead();
    },
    ingestWith: run,
  };
}

/** Makes a part of a process mortal. */
type Dying = <T extends object>(part: T) => T;

/** Parts that throw from their nth call on, taken together, before they do anything. */
function dyingAfter(calls: number, fault = () => new Error("killed")): { dying: Dying; isDead: () => boolean } {
  let made = 0;
  const dying = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          if (++made > calls) throw fault();
          return Reflect.apply(value, target, given) as unknown;
        };
      },
    });
  return { dying, isDead: () => made > calls };
}

function dyingStore(store: SqliteMemory, dying: Dying): SqliteMemory {
  const { log, decisions, vectors, tables, hierarchy } = store;
  const parts = {
    log: dying(log),
    decisions: dying(decisions),
    vectors: dying(vectors),
    tables: dying(tables),
    hierarchy: dying(hierarchy),
  };
  return dying({ ...store, ...parts });
}

/** A greenhouse diary of `days`, in Mnema's own format: readings on most days, talk on the others. */
export function writeDiary(folder: string, days: readonly number[]): string {
  const rounds = days.map((day) => ({
    id: `day-${day}`,
    time: new Date(Date.UTC(2025, 2, day)).toISOString().slice(0, 10),
    user:
      day % 4 === 0
        ? `Nothing to measure on day ${day}, the vents were painted by Ines${day}.`
        : `Readings: soil temperature: ${10 + (day % 7)} °C, humidity: ${40 + day} %, pump hours: ${day % 5}.`,
    assistant: "Noted.",
  }));
  const path = join(folder, "diary.json");
  writeFileSync(path, JSON.stringify({ format: "mnema-history/1", id: "diary", sessions: [{ id: "spring", rounds }] }));
  return path;
}
