import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audit } from "../../memory/audit.js";
import { exportMemory } from "../../memory/export.js";
import { forget } from "../../memory/forget.js";
import { importMemory } from "../../memory/import.js";
import type { TextEncoder } from "../../models/contract.js";
import { openHashingEncoder, openIngested, writeDiary } from "../care/ingested.js";
import { CLOCK, useMemories } from "../care/memories.js";
import { NOW } from "../contract/place.js";

const DAYS = Array.from({ length: 24 }, (_, index) => index + 1);

describe("a memory that the ingest graph made", () => {
  const memories = useMemories();
  let encoder: TextEncoder;
  beforeAll(async () => {
    encoder = await openHashingEncoder();
  });
  afterAll(() => encoder.close());

  const ingested = async (memoryId: string, ...batches: (readonly number[])[]) => {
    const memory = await openIngested(memories.space(), memoryId, encoder);
    for (const days of batches) await memory.ingest(writeDiary(memories.folder(), days));
    return memory;
  };

  it("forgets rounds as if they had never been", async () => {
    const { store, ingest } = await ingested("m", DAYS);
    const never = await ingested(
      "n",
      DAYS.filter((day) => day !== 3 && day !== 8),
    );
    expect((await store.tables.tables()).length).toBeGreaterThan(0);
    expect(memories.onDisk("Ines8")).toBe(true);
    for (const round of ["day-3", "day-8"]) {
      const forgotten = await forget(
        memories.space(),
        store,
        { round },
        { derive: () => ingest(), clearThreads: async () => {}, dropLeftovers: async () => {}, clock: CLOCK },
      );
      expect(forgotten).toEqual({ memory: "m", rounds: 1, pending: false });
    }
    expect(memories.onDisk("Ines8")).toBe(false);
    expect(await memories.canonical(store)).toBe(await memories.canonical(never.store));
    const keys = async (from: typeof store) => new Set((await from.decisions.list()).map(({ key }) => key));
    expect(await keys(store)).toEqual(await keys(never.store));
    expect(await audit(store)).toMatchObject({ rounds: 22, represented: 22, ok: true });
  });

  it("is the same when its rounds come late, in pieces, or twice", async () => {
    const whole = await memories.canonical((await ingested("whole", DAYS)).store);
    const early = DAYS.slice(0, 9);
    const pieces = await openIngested(memories.space(), "pieces", encoder);
    const batches = [DAYS.slice(12), [...early, ...DAYS.slice(12)], DAYS, DAYS];
    const stored: number[] = [];
    for (const days of batches) stored.push((await pieces.ingest(writeDiary(memories.folder(), days))).rounds);
    // A piece that lies before others shifts their places in the session, which is no edit.
    expect(stored).toEqual([12, 9, 3, 0]);
    expect(await memories.canonical(pieces.store)).toBe(whole);
  });

  it("is equal after rebuild and after export and import, and goes on from there", async () => {
    const { store, rebuild } = await ingested("m", DAYS.slice(0, 15));
    const before = await memories.canonical(store);
    const decisions = await store.decisions.list();
    await store.tables.commit({
      put: [],
      drop: (await store.tables.tables()).map(({ id }) => id),
      clear: [],
      rows: new Map(),
      cursor: "z",
    });
    expect(await memories.canonical(store)).not.toBe(before);
    await rebuild();
    expect(await store.leaseHolder()).toBeNull();
    expect(await memories.canonical(store)).toBe(before);
    expect(await store.decisions.list()).toEqual(decisions);

    const file = join(memories.folder(), "m.jsonl");
    await exportMemory(store, file);
    await importMemory(memories.space(), file, "copy", CLOCK);
    const copy = await openIngested(memories.space(), "copy", encoder);
    expect(await memories.canonical(copy.store)).toBe(before);
    expect(await copy.ingest(writeDiary(memories.folder(), DAYS))).toMatchObject({ rounds: 9, skipped: 15 });
    expect(await memories.canonical(copy.store)).toBe(await memories.canonical((await ingested("whole", DAYS)).store));
    expect((await memories.space().open("copy", { create: false, now: NOW })).memoryId).toBe("copy");
  });
});
