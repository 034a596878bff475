import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot, readConfig } from "../../config.js";
import { audit } from "../../memory/audit.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import type { TextEncoder } from "../../models/contract.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { openMiniLm } from "../../models/text-encoder/minilm.js";
import { effort } from "../effort.js";
import { startServer } from "../e2e/http-server.js";
import { tell } from "../care/told.js";

/** How an encoder goes wrong on some texts; undefined: not on this one. */
type Fault = (text: string) => Float32Array | null | undefined;

const hashing = openHashingEncoder();
let fault: Fault = () => undefined;
/** The hashing encoder, but for what a test makes it give. */
const encoder: TextEncoder = {
  ...hashing,
  encode: async (texts) => {
    const vectors = await hashing.encode(texts);
    return texts.map((text, index) => {
      const wrong = fault(text);
      return wrong === undefined ? (vectors[index] ?? null) : wrong;
    });
  },
};

describe("an encoder that goes wrong", () => {
  let folder: string;
  let mnema: Mnema;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-embeddings-"));
    mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent" }), {
      encoder,
      visual: null,
      reader: null,
    });
  });
  afterAll(async () => {
    await mnema.close();
    await rm(folder, { recursive: true, force: true });
  });
  const found = async (memory: string, query: string) => {
    const { index } = await mnema.memory(memory);
    const hits = await index.search(query, { scope: "event", limit: 10 });
    return Promise.all(hits.map(async ({ id, score }) => ({ round: (await index.roundsOf(id))[0]?.ids[0], score })));
  };
  const finite = async (memory: string) => {
    const { store } = await mnema.memory(memory);
    const hashes = (await store.vectors.hashes()).map(({ hash }) => hash);
    const vectors = [...(await store.vectors.get(hashes, encoder.model)).values()];
    expect(vectors.every((vector) => vector.every(Number.isFinite) && vector.some((value) => value !== 0))).toBe(true);
    return vectors.length;
  };
  const VECTORS: readonly (readonly [name: string, vector: () => Float32Array | null])[] = [
    ["NaN in one place", () => Float32Array.from({ length: 384 }, (_, at) => (at === 0 ? NaN : 0.1))],
    ["NaN everywhere", () => new Float32Array(384).fill(NaN)],
    ["an infinite value", () => new Float32Array(384).fill(Infinity)],
    ["none", () => null],
    ["zeros", () => new Float32Array(384)],
    ["of another length", () => new Float32Array(383).fill(0.05)],
    [
      "an error",
      () => {
        throw new TypeError("no such token");
      },
    ],
  ];

  it.each(VECTORS)(
    "EMB-02, EMB-03: a round whose vector is %s is marked, found by its words, and spoils no other",
    async (name, vector) => {
      fault = (text) => (/otter/i.test(text) ? vector() : undefined);
      await tell(mnema, name, "The kestrel nests in the quarry wall.", "An otter swam in the mill pond.", "The heron stands in the reeds.");
      // A question that no vector can be made of is answered by words.
      expect((await found(name, "otter pond?"))[0]?.round).toBe("r2");
      fault = () => undefined;
      const near = await found(name, "Where does the kestrel nest in the quarry?");
      expect(near[0]?.round).toBe("r1");
      expect(near.every(({ score }) => Number.isFinite(score))).toBe(true);
      expect(near.map(({ round }) => round).indexOf("r2") === -1 || near.at(-1)?.round === "r2").toBe(true);
      expect((await found(name, "otter pond"))[0]?.round).toBe("r2");
      const { store } = await mnema.memory(name);
      expect(await audit(store)).toMatchObject({
        rounds: 3,
        represented: 3,
        ok: true,
        notes: [expect.stringContaining("gave no vector for r2")],
      });
      expect(await finite(name)).toBe(2);
    },
  );

  it("EMB-06: empty and odd texts end in no vector or a finite one", async () => {
    const texts = ["", "   ", "\u200b", "🎉", ".", "\u0000", "\ud800", "\u202e\u202d", "﷽", "a", "0", "\n\n\n", "👨‍👩‍👧", "🇨🇭", "�", "ˈ"];
    await tell(mnema, "odd", ...texts, "The heron stands in the reeds.");
    const { store } = await mnema.memory("odd");
    const { ok, rounds, represented, skipped } = await audit(store);
    expect([ok, rounds, represented + skipped]).toEqual([true, texts.length + 1, texts.length + 1]);
    expect((await found("odd", "heron"))[0]?.round).toBe(`r${texts.length + 1}`);
    expect(await finite("odd")).toBeGreaterThan(0);
  });

  it("EMB-05: the end of a long text is found", async () => {
    const words = Array.from({ length: 2_000 }, (_, at) => ["meadow", "cellar", "ladder", "window", "basket"][at % 5]).join(" ");
    await tell(mnema, "long", `${words}. We bought a blue kayak.`, "The heron stands in the reeds.", `${words}.`);
    expect((await found("long", "blue kayak"))[0]?.round).toBe("r1");
    expect(JSON.stringify((await mnema.ask("long", "blue kayak")).evidence)).toContain("a blue kayak");
  });

  it("DEL-07: an edit whose vectors cannot be made leaves the round as it was, and found", async () => {
    await tell(mnema, "throws", "The kestrel nests in the quarry wall.");
    const { store } = await mnema.memory("throws");
    fault = () => {
      throw new Error("no encoder");
    };
    await expect(mnema.edit("throws", "r1", { text: "An otter swam in the mill pond." })).rejects.toThrow("no encoder");
    fault = () => undefined;
    expect([(await found("throws", "kestrel"))[0]?.round, (await store.log.history(0, 9)).length]).toEqual(["r1", 1]);
    expect(await mnema.edit("throws", "r1", { text: "An otter swam in the mill pond." })).toMatchObject({ versions: 2 });
    expect((await mnema.ask("throws", "Where did the otter swim?")).answer).toContain("mill pond");
    expect(await audit(store)).toMatchObject({ rounds: 1, represented: 1, ok: true });
  });

  it("an encoder that throws while a history comes in leaves what was there, and the next ingest does the rest", async () => {
    await tell(mnema, "later", "The kestrel nests in the quarry wall.");
    fault = () => {
      throw new Error("no encoder");
    };
    await expect(tell(mnema, "later", "The kestrel nests in the quarry wall.", "An otter swam in the mill pond.")).rejects.toThrow(
      "no encoder",
    );
    fault = () => undefined;
    expect((await found("later", "kestrel"))[0]?.round).toBe("r1");
    expect(await mnema.ingest("later")).toMatchObject({ failed: 0 });
    expect(await audit((await mnema.memory("later")).store)).toMatchObject({ rounds: 2, represented: 2, ok: true });
  });

  it("another encoder is refused with what to do, and reembed gives the memory to it", async () => {
    await tell(mnema, "moved", "The kestrel nests in the quarry wall.", "An otter swam in the mill pond.");
    const half: TextEncoder = {
      ...hashing,
      model: "half",
      dimension: 192,
      encode: async (texts) => (await hashing.encode(texts)).map((vector) => vector?.slice(0, 192) ?? null),
    };
    const other = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_LOG: "silent" }), { encoder: half, visual: null, reader: null });
    const mismatch = { code: "ENCODER_MISMATCH", message: expect.stringMatching(/hashing-384.*half.*reembed/) as string };
    await expect(other.ask("moved", "Where did the otter swim?")).rejects.toMatchObject(mismatch);
    await expect(other.ingest("moved")).rejects.toMatchObject(mismatch);
    expect(await other.reembed("moved")).toEqual({ memory: "moved", from: "hashing-384", to: "half", rounds: 2, failed: 0 });
    expect((await other.ask("moved", "Where did the otter swim?")).answer).toContain("mill pond");
    const { store } = await other.memory("moved");
    expect(new Set((await store.vectors.hashes()).map(({ model }) => model))).toEqual(new Set(["half"]));
    expect(await store.info()).toMatchObject({ textModel: "half", textDimension: 192 });
    expect(await audit(store)).toMatchObject({ represented: 2, ok: true, notes: [] });
    await other.close();
  });
});

describe("without the encoder's weights", () => {
  it("EMB-09: what needs none is answered, and what does says in short what is missing", async () => {
    const server = await startServer({ environment: { MNEMA_ENCODER: "minilm", MNEMA_WEIGHTS: join(tmpdir(), "no-such-weights") } });
    expect((await server.call("GET", "/healthz")).status).toBe(200);
    await server.call("POST", "/v1/memories", { id: "m" });
    expect((await server.call("GET", "/v1/memories/m/tables")).status).toBe(200);
    const asked = await server.call("POST", "/v1/memories/m/chat", { question: "Where does the kestrel nest?" });
    expect(asked.body).toMatchObject({ code: "ENCODER_MISSING", detail: expect.stringContaining("npm run setup") });
    const run = await server.ingest("m", {
      format: "mnema-history/1",
      id: "h",
      sessions: [{ id: "s", rounds: [{ id: "r", user: "A kestrel." }] }],
    });
    expect([run.state, run.error]).toEqual(["failed", expect.stringContaining("npm run setup")]);
    await server.stop();
  });
});

const WEIGHTS = join(packageRoot(), ".weights");

describe.skipIf(!existsSync(join(WEIGHTS, "all-MiniLM-L6-v2")))("the encoder itself", () => {
  it("EMB-08: goes on for thousands of texts without growing", async () => {
    const [warm, more] = [effort(100, 500), effort(400, 5_000)];
    const minilm = openMiniLm(WEIGHTS, 1);
    const batch = async (from: number, count: number) => {
      for (let at = from; at < from + count; at += 50)
        await minilm.encode(Array.from({ length: 50 }, (_, one) => `Round ${at + one}: the kestrel was seen over field ${at * 7 + one}.`));
    };
    await batch(0, warm);
    const before = process.memoryUsage().rss;
    await batch(warm, more);
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(300);
    await minilm.close();
  });

  it("EMB-05, EMB-06: gives finite vectors or none, and reads a text to its end", async () => {
    const minilm = openMiniLm(WEIGHTS, 1);
    const odd = await minilm.encode(["", "   ", "\u200b", "🎉", ".", "\u0000a"]);
    expect(odd.every((vector) => vector === null || vector.every(Number.isFinite))).toBe(true);
    const filler = "the meadow behind the house ".repeat(300);
    const [plain, told, query] = await minilm.encode([
      filler,
      `${filler} We bought a blue kayak, a blue kayak, a blue kayak.`,
      "blue kayak",
    ]);
    const near = (one: Float32Array | null | undefined) => one?.reduce((sum, value, at) => sum + value * (query?.[at] ?? 0), 0) ?? 0;
    expect(near(told)).toBeGreaterThan(near(plain));
    await minilm.close();
  });
});
