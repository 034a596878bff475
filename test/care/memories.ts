import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { sha256 } from "../../core/canonical.js";
import type { Round } from "../../core/history.js";
import { exportMemory } from "../../memory/export.js";
import { forget, type Forgettable, type ForgetReport } from "../../memory/forget.js";
import { clearCheckpoints } from "../../stores/checkpoints.js";
import { openCheckpoints } from "../../stores/sqlite/checkpoint-care.js";
import type { DecisionRecord } from "../../stores/contract.js";
import type { SqliteMemory } from "../../stores/sqlite/memory.js";
import { openSqliteSpace, type SqliteSpace } from "../../stores/sqlite/space.js";
import { day, NOW, round, turn } from "../contract/place.js";
import { deriveSimply } from "./simple-derivation.js";

export const CLOCK = () => new Date(NOW);

export const PICTURE = new Uint8Array([1, 2, 3, 4]);
/** Hash of the picture that rounds show whose text speaks of one. */
export const SHOWN = sha256(PICTURE);

export const TWO_SESSIONS = {
  s1: ["kestrel=17 over the quarry", "nothing much", "a picture of rain=3"],
  s2: ["kestrel=4", "rain=9 and a picture of mud"],
};

/** A decision of a run `r` on the first round. */
export const DECISION: DecisionRecord = {
  key: "k",
  name: "plan",
  version: 1,
  model: "offline",
  output: {},
  rounds: [1],
  run: "r",
  at: NOW,
  attempts: 1,
  tokens: { input: 10, output: 5, images: 2 },
  ms: 4,
  error: null,
};

/** Sessions by name, each a list of what its rounds say. Rounds are named `session:place`; those that `gone` picks are left out. */
export function history(sessions: Readonly<Record<string, readonly string[]>>, gone: (text: string) => boolean = () => false): Round[] {
  return Object.entries(sessions).flatMap(([session, texts], index) =>
    texts
      .map((text, place) => ({ id: `${session}:${place}`, text }))
      .filter(({ text }) => !gone(text))
      .map(({ id, text }, position) =>
        round(id, text, {
          session,
          position,
          time: position === 0 ? day(`2024-05-0${index + 1}`) : null,
          turns: [turn(text, text.includes("picture") ? [SHOWN] : [])],
        }),
      ),
  );
}

/** Rounds that stay keep the time they came with; only those of `all` that had one have one. */
export function timedAsBefore(all: readonly Round[], rounds: readonly Round[]): Round[] {
  return rounds.map((one) => ({ ...one, time: all.find(({ ids: [id] }) => id === one.ids[0])?.time ?? null }));
}

/** Memories on disk in a folder of its own for each test, ingested by deriveSimply. */
export function useMemories() {
  let folder: string;
  let space: SqliteSpace;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-care-"));
    space = await openSqliteSpace(folder);
  });
  afterEach(async () => {
    await space.close();
    await rm(folder, { recursive: true, force: true });
  });

  const remember = async (memoryId: string, rounds: readonly Round[]): Promise<SqliteMemory> => {
    const store = await space.open(memoryId, { create: true, now: NOW });
    await store.log.putPicture({ hash: SHOWN, mime: "image/png", bytes: PICTURE });
    await store.log.append(rounds, NOW);
    await deriveSimply(store);
    return store;
  };

  const canonical = async (store: SqliteMemory): Promise<string> => {
    const file = join(folder, "canonical.jsonl");
    await exportMemory(store, file, { canonical: true });
    const text = readFileSync(file, "utf8");
    await rm(file);
    return text;
  };

  const forgetIn = (store: SqliteMemory, what: Forgettable, options?: { dryRun?: boolean }): Promise<ForgetReport> => {
    const clearThreads = async () => {
      const saver = openCheckpoints(store.checkpointPath);
      clearCheckpoints(saver);
      saver.db.close();
    };
    return forget(
      space,
      store,
      what,
      { derive: () => deriveSimply(store), clearThreads, dropLeftovers: async () => {}, clock: CLOCK },
      options,
    );
  };

  const onDisk = (text: string): boolean => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const contents = files.map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    return contents.some((bytes) => bytes.includes(text) || bytes.includes(Buffer.from(text, "utf16le")));
  };

  return { folder: () => folder, space: () => space, remember, canonical, forgetIn, onDisk };
}

/** Records a question whose evidence was a round, and a decision that it led to. */
export async function asked(store: SqliteMemory, queryId: string, question: string, seq: number): Promise<void> {
  const evidence = [{ kind: "event" as const, rounds: ["r"], seqs: [seq], score: 1, text: question, pictures: [] }];
  await store.queries.put({ queryId, question, at: NOW, plan: [], calls: [], evidence, answer: null });
  await store.decisions.record([{ ...DECISION, key: `plan of ${queryId}`, run: queryId, output: question, rounds: [] }]);
}
