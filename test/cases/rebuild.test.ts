import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { costLedger } from "../../memory/cost.js";
import type { IngestOptions } from "../../memory/ingest.js";
import type { TextEncoder } from "../../models/contract.js";
import { openHashingEncoder, openIngested, writeDiary } from "../care/ingested.js";
import { DECISION, useMemories } from "../care/memories.js";
import { NOW } from "../contract/place.js";
import { effort } from "../effort.js";
import { mulberry32 } from "../fixtures/journal.js";

/** More than two slices. */
const DAYS = Array.from({ length: 140 }, (_, index) => index + 1);

/** Calls of a store that a run makes at least. */
const CALLS = 800;

/** Kills tried of each kind; `MNEMA_KILLS` tries more by hand. */
const KILLS = Number(process.env["MNEMA_KILLS"] ?? effort(2, 6));

describe("memory care", () => {
  const memories = useMemories();
  let encoder: TextEncoder;
  beforeAll(async () => {
    encoder = await openHashingEncoder();
  });
  afterAll(() => encoder.close());

  const open = (memoryId: string) => openIngested(memories.space(), memoryId, encoder);
  const services = () => memories.space().services;

  /** The diary, and the canonical export of a memory that took it in undisturbed. */
  const undisturbed = async () => {
    const path = writeDiary(memories.folder(), DAYS);
    const memory = await open("undisturbed");
    await memory.ingest(path);
    expect((await memory.store.tables.tables()).length).toBeGreaterThan(0);
    return { path, expected: await memories.canonical(memory.store) };
  };

  it.each([
    ["ingest", "rebuild"],
    ["rebuild", "ingest"],
    ["rebuild", "rebuild"],
  ] as const)("a killed %s is made good by %s", async (first, then) => {
    const { path, expected } = await undisturbed();
    const options: IngestOptions = first === "ingest" ? { paths: [path] } : { anew: true };
    const random = mulberry32(first.length + 2 * then.length);
    for (let kill = 0; kill < KILLS; kill++) {
      const memory = await open(`m${kill}`);
      if (first === "rebuild") await memory.ingest(path);
      expect(await memory.killed(CALLS * random(), options)).toBe(true);
      const { rounds } = await memory.store.log.count();
      await memory[then]();
      // Killed before anything was known of its file, an ingest has left nothing.
      if (rounds === 0) await memory.ingest(path);
      expect(await memories.canonical(memory.store)).toBe(expected);
      expect(await services().openRuns(`m${kill}`)).toEqual([]);
      await memory.store.close();
    }
  });

  it("a thread that waited goes on behind what was derived anew meanwhile, not in the middle", async () => {
    const { path, expected } = await undisturbed();
    const random = mulberry32(7);
    for (let wait = 0; wait < KILLS; wait++) {
      const memory = await open(`m${wait}`);
      const failOpenRuns = async () => {
        for (const run of await services().openRuns(`m${wait}`)) await services().putRun({ ...run, state: "failed" });
      };
      // A served run keeps its thread when it fails, and is taken up by its id.
      await memory.killed(CALLS * (0.3 + 0.6 * random()), { paths: [path], runId: "served" });
      await failOpenRuns();
      await memory.killed(CALLS * 0.3 * random(), { anew: true });
      await failOpenRuns();
      await memory.ingestWith({ paths: [path], runId: "served" });
      expect(await memories.canonical(memory.store)).toBe(expected);
      await memory.store.close();
    }
  });

  it("the cost ledger adds up what was paid, by decision, model and run", async () => {
    const store = await memories.space().open("m", { create: true, now: NOW });
    await store.decisions.record([DECISION, { ...DECISION, key: "l", name: "answer", model: "big", run: "s", error: "no" }]);
    const one = { decisions: 1, failed: 0, tokens: 15, ms: 4 };
    expect(await costLedger(store)).toEqual({
      decisions: 2,
      failed: 1,
      tokens: 30,
      ms: 8,
      byName: { plan: one, answer: { ...one, failed: 1 } },
      byModel: { offline: one, big: { ...one, failed: 1 } },
      byRun: { r: one, s: { ...one, failed: 1 } },
    });
  });
});
