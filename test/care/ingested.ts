import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ADAMM_DEFAULTS, readConfig } from "../../config.js";
import { importIntoLog } from "../../importers/into-log.js";
import { runIngest, type IngestReport } from "../../memory/ingest.js";
import { openTextEncoder } from "../../models/text-encoder.js";
import type { TextEncoder } from "../../models/contract.js";
import type { OpenMemory } from "../../nodes/memory.js";
import { openCheckpoints } from "../../stores/checkpoints.js";
import type { SqliteMemory } from "../../stores/sqlite/memory.js";
import type { SqliteSpace } from "../../stores/sqlite/space.js";
import { NOW } from "../contract/place.js";
import { CLOCK } from "./memories.js";

/** The seeded encoder of speed runs and tests: no weights are loaded. */
export function openHashingEncoder(): Promise<TextEncoder> {
  return openTextEncoder(readConfig({ MNEMA_ENCODER: "hashing" }));
}

/** A memory on the real ingest graph, offline, without what only questions need. */
export async function openIngested(
  space: SqliteSpace,
  memoryId: string,
  encoder: TextEncoder,
): Promise<{ store: SqliteMemory; ingest(...paths: string[]): Promise<IngestReport> }> {
  const store = await space.open(memoryId, { create: true, now: NOW });
  const settings = {
    ...ADAMM_DEFAULTS,
    describe: "each",
    paper: false,
    evidenceCharacters: 8000,
    episodeSimilarity: encoder.thresholds.episode,
    topicSimilarity: encoder.thresholds.topic,
  } as const;
  const parts = { store, encoder, visual: null, reader: null, settings, clock: CLOCK };
  const decisions: OpenMemory["decisions"] = (run, options = {}) => ({
    model: null,
    log: store.decisions,
    clock: CLOCK,
    run,
    label: "",
    pictures: (hash) => store.log.picture(hash),
    ...options,
  });
  const memory = { ...parts, decisions } as unknown as OpenMemory;
  const ports = { memory: async () => memory, importPath: async (_: OpenMemory, path: string) => importIntoLog(store, path, {}, CLOCK) };
  const ingest = async (...paths: string[]) => {
    const checkpointer = openCheckpoints(store.checkpointPath);
    const report = await runIngest(memory, { ports, checkpointer, services: space.services }, { paths });
    checkpointer.db.close();
    return report;
  };
  return { store, ingest };
}

/** A greenhouse diary of `days`, in Mnema's own format: readings on most days, talk on the others. */
export function writeDiary(folder: string, days: readonly number[]): string {
  const rounds = days.map((day) => ({
    id: `day-${day}`,
    time: `2025-03-${String(day).padStart(2, "0")}`,
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
