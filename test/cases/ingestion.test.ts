import { mkdirSync, rmSync, statSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { MnemaError } from "../../core/errors.js";
import { createIngestGraph } from "../../graphs/ingest.js";
import { audit } from "../../memory/audit.js";
import { canonicalLines } from "../../memory/canonical-export.js";
import { openMnema } from "../../memory/open.js";
import type { IngestPorts } from "../../nodes/ingest/ports.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import type { TextEncoder } from "../../models/contract.js";
import type { MemoryStore } from "../../stores/contract.js";
import { openIngested, writeDiary } from "../care/ingested.js";
import { type Faulty, openFaulty } from "../care/faulty-model.js";
import { useMemories } from "../care/memories.js";
import { tell } from "../care/told.js";
import { effort } from "../effort.js";
import { gate, readings, startServer } from "../e2e/http-server.js";
import { journal, mulberry32 } from "../fixtures/journal.js";

async function canonicalOf(store: MemoryStore): Promise<string> {
  const lines: string[] = [];
  for await (const line of canonicalLines(store)) lines.push(JSON.stringify(line));
  return lines.join("\n");
}

/** Which calls fail, of some two hundred: some drawn, or with `MNEMA_TEST_KILLS=all` every one (minutes). */
function failingCalls(seed: number): readonly number[] {
  const random = mulberry32(seed);
  const every = process.env["MNEMA_TEST_KILLS"] === "all";
  const drawn = () => Math.floor(10 + 200 * random());
  return every ? Array.from({ length: 300 }, (_, call) => call) : [...new Set(Array.from({ length: effort(3, 12) }, drawn))];
}

describe("an ingest that fails at any call of a store", () => {
  const memories = useMemories();
  const encoder = openHashingEncoder();
  const DAYS = Array.from({ length: 12 }, (_, day) => day + 1);

  it.each([
    ["ING-03, ING-05: a process that is killed", () => new Error("killed"), null],
    [
      "ING-12: a full disk",
      () => new MnemaError("STORE_FULL", "The disk is full. Free some space and run the same command again."),
      "STORE_FULL",
    ],
    ["a database that another locks", () => new MnemaError("STORE_LOCKED", "Another process is writing to this memory."), "STORE_LOCKED"],
    [
      "a disk that does not write",
      () => new MnemaError("STORE_UNREACHABLE", "The disk does not read or write as it should."),
      "STORE_UNREACHABLE",
    ],
  ] as const)("%s: leaves a memory that opens again, and the next ingest completes it", async (_name, fault, code) => {
    const path = writeDiary(memories.folder(), DAYS);
    const clean = await openIngested(memories.space(), "clean", encoder);
    await clean.ingest(path);
    const expected = await memories.canonical(clean.store);
    for (const call of failingCalls(code?.length ?? 1)) {
      const memory = await openIngested(memories.space(), `m${call}`, encoder);
      if (!(await memory.killed(call, { paths: [path] }, fault))) continue;
      const { ok } = await audit(memory.store);
      expect(ok).toBe(true);
      await memory.ingest(path);
      expect(await memories.canonical(memory.store)).toBe(expected);
      expect(await audit(memory.store)).toMatchObject({ rounds: 12, represented: 12, pending: 0, ok: true });
      await memory.store.close();
    }
  });
});

describe("an ingest with a language model", () => {
  let faulty: Faulty;
  beforeAll(async () => {
    faulty = await openFaulty();
  });
  afterAll(() => faulty.close());
  const rain = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `Garden round.\n- rain: ${from + at} mm\n- high: ${from + at + 10} °C`);

  it("ING-06: that is stopped just before its end goes on there, and asks little again", async () => {
    await writeFile(
      join(faulty.folder, "hundred.json"),
      JSON.stringify({
        format: "mnema-history/1",
        id: "h",
        sessions: [{ id: "s", rounds: rain(1, 100).map((user, at) => ({ id: `r${at}`, user })) }],
      }),
    );
    const stop = new AbortController();
    let extracted = 0;
    faulty.reply(({ schemaName }) => {
      if (schemaName === "extract" && ++extracted === 99) stop.abort();
      return null;
    });
    await expect(faulty.mnema.ingest("hundred", { paths: [join(faulty.folder, "hundred.json")], signal: stop.signal })).rejects.toThrow();
    faulty.reply(() => null);
    expect(await faulty.mnema.ingest("hundred")).toMatchObject({ failed: 0 });
    expect(faulty.asked("extract").length).toBeLessThanOrEqual(10);
    expect(await audit((await faulty.mnema.memory("hundred")).store)).toMatchObject({ rounds: 100, represented: 100, ok: true });
  });

  it("a budget stops it in order, and the next ingest goes on", async () => {
    await writeFile(
      join(faulty.folder, "many.json"),
      JSON.stringify({
        format: "mnema-history/1",
        id: "h",
        sessions: [{ id: "s", rounds: rain(1, 40).map((user, at) => ({ id: `r${at}`, user })) }],
      }),
    );
    faulty.reply(() => null);
    const paths = [join(faulty.folder, "many.json")];
    const { createSpending } = await import("../../decisions/spending.js");
    const spending = (tokens: number) => createSpending({ tokens });
    const first = await faulty.mnema.ingest("many", { paths, budget: spending(20_000) });
    expect(first).toMatchObject({ rounds: 40, failed: 0, stopped: expect.stringContaining("20000 tokens") as string });
    expect(first.tokens).toBeGreaterThanOrEqual(20_000);
    const { store } = await faulty.mnema.memory("many");
    expect(await audit(store)).toMatchObject({ rounds: 40, pending: 40, ok: true });
    const asked = faulty.asked("extract").length;
    expect(asked).toBeLessThan(40);
    for (let again = 0; again < 20; again++)
      if ((await faulty.mnema.ingest("many", { budget: spending(60_000) })).stopped === undefined) break;
    expect(faulty.asked("extract")).toHaveLength(40);
    expect(await audit(store)).toMatchObject({ represented: 40, pending: 0, ok: true });
    await faulty.mnema.ingest("whole", { paths, budget: createSpending({ cost: 1_000, price: { input: 1, output: 1 } }) });
    expect(await canonicalOf(store)).toBe(await canonicalOf((await faulty.mnema.memory("whole")).store));
    const costly = createSpending({ cost: 0.001, price: { input: 1, output: 2 } });
    expect(await faulty.mnema.ingest("dear", { paths, budget: costly })).toMatchObject({
      stopped: expect.stringContaining("0.001") as string,
    });
  });

  it("ING-11: a round that comes while a table is being named is there, and in the table next time", async () => {
    const [began, go] = [gate(), gate()];
    faulty.reply(({ schemaName }) => {
      if (schemaName !== "name-table") return null;
      began.open();
      return go.promise.then(() => ({
        json: {
          name: "garden_rounds",
          description: "Rain.",
          columns: [
            { attribute: "rain", type: "number", meaning: "rain" },
            { attribute: "high", type: "number", meaning: "high" },
          ],
        },
      }));
    });
    const { store } = await faulty.mnema.memory("slow", { create: true });
    const ingesting = tell(faulty.mnema, "slow", ...rain(1, 5));
    await began.promise;
    await store.log.append(
      [
        {
          ids: ["late"],
          history: "h",
          session: "late",
          position: 0,
          time: { iso: "2024-01-01", precision: "day", zone: null },
          turns: [{ id: "late", role: "user", speaker: null, text: rain(50, 1)[0] ?? "", pictures: [] }],
        },
      ],
      "2026-01-01T00:00:00.000Z",
    );
    go.open();
    await ingesting;
    await faulty.mnema.ingest("slow");
    const [table] = await store.tables.tables();
    expect((await store.tables.rows(table?.id ?? "")).length).toBe(6);
    expect(await audit(store)).toMatchObject({ rounds: 6, represented: 6, ok: true });
  });
});

describe("several that write one memory", () => {
  it("ING-09: two that open it at once, each with sessions of its own, end in the memory of one after the other", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mnema-two-"));
    const config = readConfig({ MNEMA_DATA: join(folder, "data"), MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent" });
    const open = () => openMnema(config, { visual: null, reader: null });
    const whole = journal(6);
    const halves = [0, 1].map((half) => ({ ...whole, sessions: whole.sessions.filter((_, at) => at % 2 === half) }));
    const paths = await Promise.all(
      [whole, ...halves].map(async (one, at) => {
        await writeFile(join(folder, `${at}.json`), JSON.stringify(one));
        return join(folder, `${at}.json`);
      }),
    );
    const [one, other] = await Promise.all([open(), open()]);
    await one.ingest("serial", { paths: paths.slice(1) });
    const expected = await canonicalOf((await one.memory("serial")).store);
    for (let time = 0; time < effort(2, 6); time++) {
      const id = `race${time}`;
      const same = time % 2 === 1;
      const reports = await Promise.all(
        [one, other].map((mnema, at) => mnema.ingest(id, { paths: same ? paths.slice(1) : [paths[at + 1] ?? ""] })),
      );
      expect(reports.reduce((sum, { rounds }) => sum + rounds, 0)).toBe(36);
      const { store } = await other.memory(id);
      expect(await canonicalOf(store)).toBe(expected);
      expect(await audit(store)).toMatchObject({ rounds: 36, represented: 36, ok: true });
    }
    await Promise.all([one.close(), other.close()]);
    await rm(folder, { recursive: true });
  });

  it("ING-21: what fails in one round is told, and everything after it goes on", async () => {
    const broken = {
      name: "broken",
      read: async () => {
        throw new TypeError("no such property");
      },
      close: async () => undefined,
    };
    const server = await startServer({ parts: { reader: broken } });
    await server.call("POST", "/v1/memories", { id: "m" });
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: "teal" } })
      .png()
      .toBuffer();
    const shown = { type: "image_url", image_url: { url: `data:image/png;base64,${png.toString("base64")}` } };
    const first = server.call("POST", "/v1/memories/m/sessions", [
      { id: "first", messages: [{ role: "user", content: [{ type: "text", text: "look" }, shown] }] },
    ]);
    const later = ["second", "third"].map((id) => server.call("POST", "/v1/memories/m/sessions", readings(id, 5)));
    const runs = await Promise.all([first, ...later].map(async (reply) => server.runEnded((await reply).body.run.id)));
    expect(runs.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect((await server.call("GET", "/v1/memories/m")).body).toMatchObject({ rounds: 11, parked: 1 });
    const { body } = await server.call("GET", "/v1/memories/m/audit");
    expect(body).toMatchObject({
      rounds: 11,
      represented: 10,
      pending: 1,
      ok: true,
      findings: [{ state: "pending", reason: expect.stringContaining("no such property") }],
    });
    await server.stop();
  });

  it("ING-21: a run that fails as a whole does not end the others", async () => {
    const inner = openHashingEncoder();
    let failing = true;
    const encoder: TextEncoder = {
      ...inner,
      encode: async (texts) => {
        if (failing) throw new Error("the encoder broke");
        return inner.encode(texts);
      },
    };
    const server = await startServer({ parts: { encoder } });
    for (const id of ["a", "b", "c"]) await server.call("POST", "/v1/memories", { id });
    expect((await server.ingest("a", readings("a", 5))).state).toBe("failed");
    failing = false;
    expect((await Promise.all(["b", "c"].map((id) => server.ingest(id, readings(id, 5))))).map(({ state }) => state)).toEqual([
      "done",
      "done",
    ]);
    expect((await server.call("GET", "/v1/memories/a/runs")).body.runs).toMatchObject([{ state: "failed" }]);
    expect((await server.ingest("a", readings("a", 5))).state).toBe("done");
    await server.stop();
  });
});

describe("checkpoints", () => {
  const encoder = openHashingEncoder();
  const open = async () => {
    const folder = await mkdtemp(join(tmpdir(), "mnema-checkpoints-"));
    const mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent" }), {
      encoder,
      visual: null,
      reader: null,
    });
    const close = async () => {
      await mnema.close();
      await rm(folder, { recursive: true });
    };
    return { folder, mnema, close };
  };

  it("ING-15: a step that gives what the state has no place for is refused before it is kept", async () => {
    const { mnema, close } = await open();
    await tell(mnema, "m", "The kestrel nests in the quarry wall.");
    const { store } = await mnema.memory("m");
    await store.log.markDirty("");
    const ports: IngestPorts = { memory: (id) => mnema.memory(id), importPath: async () => ({ stored: [], skipped: 0, superseded: [] }) };
    const saver = new MemorySaver();
    const thread = { configurable: { thread_id: "t" } };
    let wrong = true;
    const graph = createIngestGraph(ports, saver, (node, name) => async (state, config) => {
      if (name === "settle" && wrong) return { slice: "oops" } as never;
      return node(state, config);
    });
    await expect(graph.invoke({ memoryId: "m" }, thread)).rejects.toThrow();
    const kept = await saver.getTuple(thread);
    expect(kept?.checkpoint.channel_values["slice"]).not.toBe("oops");
    wrong = false;
    await graph.invoke(null, thread);
    expect(await audit(store)).toMatchObject({ rounds: 1, represented: 1, ok: true });
    await close();
  });

  it("ING-17: hold keys and counts, and no pictures", async () => {
    const { folder, mnema, close } = await open();
    const noise = Buffer.from(Float64Array.from({ length: 100_000 }, (_, at) => Math.sin(at * at)).buffer).subarray(0, 512 * 512 * 3);
    await sharp(noise, { raw: { width: 512, height: 512, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toFile(join(folder, "large.png"));
    expect(statSync(join(folder, "large.png")).size).toBeGreaterThan(700_000);
    const rounds = Array.from({ length: 100 }, (_, at) => ({
      id: `r${at}`,
      user: `- rain: ${at} mm\n- high: ${at} °C`,
      ...(at === 0 ? { pictures: [{ src: "large.png" }] } : {}),
    }));
    await writeFile(join(folder, "h.json"), JSON.stringify({ format: "mnema-history/1", id: "h", sessions: [{ id: "s", rounds }] }));
    const { store } = await mnema.memory("m", { create: true });
    const file = (store as unknown as { checkpointPath: string }).checkpointPath;
    let most = 0;
    const onProgress = () => {
      for (const part of [file, `${file}-wal`]) most = Math.max(most, statSync(part, { throwIfNoEntry: false })?.size ?? 0);
    };
    await mnema.ingest("m", { paths: [join(folder, "h.json")], onProgress });
    expect(most).toBeGreaterThan(0);
    expect(most / 2 ** 20).toBeLessThan(8);
    expect((await store.log.roundsAfter(null, 1))[0]?.turns[0]?.pictures[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    await close();
  });

  it("ING-18: that cannot be kept are an error at the start, and nothing is taken in", async () => {
    const { folder, mnema, close } = await open();
    await writeFile(
      join(folder, "h.json"),
      JSON.stringify({ format: "mnema-history/1", id: "h", sessions: [{ id: "s", rounds: [{ id: "r", user: "Hello there." }] }] }),
    );
    const { store } = await mnema.memory("m", { create: true });
    const file = (store as unknown as { checkpointPath: string }).checkpointPath;
    mkdirSync(file, { recursive: true });
    await expect(mnema.ingest("m", { paths: [join(folder, "h.json")] })).rejects.toMatchObject({ name: "MnemaError", place: file });
    expect(await store.log.count()).toMatchObject({ rounds: 0 });
    rmSync(file, { recursive: true });
    expect(await mnema.ingest("m", { paths: [join(folder, "h.json")] })).toMatchObject({ rounds: 1, failed: 0 });
    await close();
  });
});
