import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { type Memory, openMemory } from "../../library/memory.js";
import { MnemaStore } from "../../library/store/mnema-store.js";
import { audit } from "../../memory/audit.js";
import { canonicalLines } from "../../memory/canonical-export.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { type Gate, gate } from "../e2e/http-server.js";

/** What is told, in an order that is not that of the log: some came late, one is edited. */
const TOLD = Array.from({ length: 14 }, (_, at) => ({
  id: at === 9 ? "r8" : `r${at}`,
  session: `s${Math.floor((at === 9 ? 8 : at) / 3)}`,
  time: `2026-05-${String(at % 5 === 4 ? 2 : 3 + at).padStart(2, "0")}`,
  user: at % 4 === 3 ? `The lock keeper of number ${at} was away.` : `- lock: ${at}\n- water level: ${100 + at} cm\n- wait: ${at} min`,
}));

describe("what is remembered", () => {
  let folder: string;
  let mnema: Mnema;
  const logged: string[] = [];
  const encoder = openHashingEncoder();
  /** What the encoder does first: derivation needs it, search by words does not. */
  let first: () => Promise<void> = async () => undefined;
  let made = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-remember-"));
    const warn = (line: unknown) => void logged.push(String(line));
    mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent" }), {
      encoder: { ...encoder, encode: async (texts) => first().then(() => encoder.encode(texts)) },
      visual: null,
      reader: null,
      clock: () => new Date("2026-06-01T08:00:00Z"),
      logger: { info: () => undefined, warn, error: warn, debug: () => undefined } as never,
    });
  });
  afterAll(async () => {
    await mnema.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    first = async () => undefined;
    logged.length = 0;
  });

  const open = (): Promise<Memory> => openMemory(`m${++made}`, { mnema });
  const storeOf = async (memory: Memory) => (await mnema.memory(memory.id)).store;
  const canonical = async (memory: Memory): Promise<string> => {
    const lines: string[] = [];
    for await (const line of canonicalLines(await storeOf(memory))) lines.push(JSON.stringify(line));
    return lines.join("\n");
  };
  /** Holds derivation up until the gate opens; resolves once it has come there. */
  const heldUp = (until: Gate): Promise<void> => {
    const begun = gate();
    first = () => (begun.open(), until.promise);
    return begun.promise;
  };

  it("is one memory, told in one call, one by one, all at once, or without waiting for it", async () => {
    const whole = await open();
    await whole.remember(TOLD);
    const expected = await canonical(whole);
    const ways: Readonly<Record<string, (memory: Memory) => Promise<unknown>>> = {
      "one by one": async (memory) => {
        for (const told of TOLD) expect(await memory.remember(told)).toMatchObject({ waiting: 0, note: null });
      },
      "all at once": (memory) => Promise.all(TOLD.map((told) => memory.remember(told))),
      stored: async (memory) => {
        for (const told of TOLD) await memory.remember(told, { wait: "stored" });
        await memory.flush();
      },
      mixed: (memory) => Promise.all(TOLD.map((told, at) => memory.remember(told, { wait: at % 3 === 0 ? "derived" : "stored" }))),
    };
    for (const [way, tell] of Object.entries(ways)) {
      const memory = await open();
      await tell(memory);
      expect([way, await canonical(memory)]).toEqual([way, expected]);
      expect(await (await storeOf(memory)).leaseHolder()).toBeNull();
    }
  });

  it("is found by its words once it is stored, and in tables once it is derived from", async () => {
    const memory = await open();
    await memory.remember(TOLD.slice(0, 6));
    const until = gate();
    const begun = heldUp(until);
    expect(await memory.remember(TOLD[6] ?? [], { wait: "stored" })).toMatchObject({ rounds: ["r6"], stored: 1, waiting: 1 });
    await begun;
    // While the one before is derived from, more may come.
    expect(await memory.remember(TOLD[8] ?? [], { wait: "stored" })).toMatchObject({ rounds: ["r8"], waiting: 2, note: null });
    first = async () => undefined;
    expect((await memory.search("lock 106 cm", { limit: 3 })).flatMap(({ rounds }) => rounds)).toContain("r6");
    expect((await memory.tables())[0]?.rows).toHaveLength(5);
    expect(await memory.ask("What is the highest water level?")).toMatchObject({
      waiting: 2,
      note: expect.stringContaining("2 rounds") as string,
    });
    until.open();
    await memory.flush();
    expect((await memory.tables())[0]?.rows).toHaveLength(7);
    expect(await memory.ask("What is the highest water level?")).toMatchObject({ value: 108, waiting: 0, note: null });
  });

  it("waits in the log where deriving failed, which is told and made good", async () => {
    const memory = await open();
    first = () => Promise.reject(new Error("the encoder broke"));
    await memory.remember(TOLD[0] ?? [], { wait: "stored" });
    await expect(memory.flush()).rejects.toThrow("the encoder broke");
    const next = await memory.remember(TOLD[1] ?? [], { wait: "stored" });
    expect(next).toMatchObject({ stored: 1, waiting: 2, note: expect.stringContaining("the encoder broke") as string });
    await expect.poll(() => logged).toEqual([expect.stringContaining("the encoder broke")]);
    await expect(memory.remember(TOLD[2] ?? [])).rejects.toThrow("the encoder broke");
    first = async () => undefined;
    expect(await memory.remember(TOLD[4] ?? [])).toMatchObject({ waiting: 0 });
    expect(await audit(await storeOf(memory))).toMatchObject({ rounds: 4, represented: 4, ok: true });
  });

  it("is derived from by whoever comes next when its process is killed before", async () => {
    const memory = await open();
    await memory.remember(TOLD.slice(0, 4), { wait: "stored" });
    // As a kill would, this forgets what was to be done.
    await mnema.closeMemory(memory.id);
    expect(await audit(await storeOf(memory))).toMatchObject({ rounds: 4, pending: 4, ok: true });
    expect(await mnema.ingest(memory.id)).toMatchObject({ rounds: 0 });
    expect(await audit(await storeOf(memory))).toMatchObject({ rounds: 4, represented: 4, ok: true });
  });

  it("is derived from before the memory is closed", async () => {
    const memory = await open();
    await memory.remember(TOLD.slice(0, 4), { wait: "stored" });
    await memory.close();
    expect(await (await storeOf(memory)).waiting()).toBe(0);
  });

  it("is not brought back by what goes on in the background once all is forgotten", async () => {
    const memory = await open();
    await memory.remember(TOLD.slice(0, 4), { wait: "stored" });
    await memory.forget({ all: true });
    await mnema.writers.flushAll();
    await expect(mnema.memory(memory.id)).rejects.toThrow(expect.objectContaining({ code: "NOT_FOUND" }) as Error);
    expect(logged).toEqual([]);
  });

  it("by a LangGraph store may be waited for less", async () => {
    const memory = await open();
    const until = gate();
    void heldUp(until);
    const store = new MnemaStore(memory, { wait: "stored" });
    await store.put(["boats"], "ida", { draught: "90 cm" });
    expect((await store.get(["boats"], "ida"))?.value).toEqual({ draught: "90 cm" });
    until.open();
    await memory.flush();
    expect(await (await storeOf(memory)).waiting()).toBe(0);
  });
});
