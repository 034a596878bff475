import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../core/canonical.js";
import type { Picture, Round } from "../../core/history.js";
import type { ChatModel, PictureReader } from "../../models/contract.js";
import { openPictureReader } from "../../models/picture-reader.js";
import { extract } from "../../nodes/ingest/extract.js";
import type { MemoryStore } from "../../stores/contract.js";
import { openSqliteSpace, type SqliteSpace } from "../../stores/sqlite/space.js";

const NOW = "2024-05-01T08:00:00.000Z";
const reader = openPictureReader();
const screen = (name: string) => readFile(join(import.meta.dirname, "../fixtures/screens", `${name}.png`));

function round(position: number, text: string, hash: string | null = null): Round {
  const id = `D1:${position + 1}`;
  const picture: Picture = { id: `${id}:p`, caption: null, state: "stored", hash, note: null };
  const time = { iso: "2024-05-01", precision: "day", zone: null } as const;
  return {
    ids: [id],
    history: "h",
    session: "D1",
    position,
    time,
    turns: [{ id, role: "user", speaker: null, text, pictures: hash === null ? [] : [picture] }],
  };
}

/** A model that answers each text with what `reply` gives for it. */
function modelOf(reply: (prompt: string) => string): ChatModel {
  return {
    model: "scripted",
    parameters: {},
    complete: async (messages) => ({ text: reply(JSON.stringify(messages)), finish: "stop", tokens: { input: 1, output: 1, images: 0 } }),
  };
}

describe("the picture reader", () => {
  it("reads light text on dark and small print, columns apart", async () => {
    expect(await reader.read(await screen("dark"))).toMatch(/^Time in range {3}82 %$/m);
    expect(await reader.read(await screen("cards"))).toMatch(/^82 % {3}154 mg\/dL$/m);
  });

  it("refuses bytes that are no picture, and goes on", async () => {
    await expect(reader.read(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
    expect(await reader.read(await screen("dark"))).toContain("Average glucose");
  });
});

describe("the extract node", () => {
  let folder: string;
  let space: SqliteSpace;
  let store: MemoryStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-extract-"));
    space = await openSqliteSpace(folder);
    store = await space.open("m", { create: true, now: NOW });
  });
  afterEach(async () => {
    await store.close();
    await space.close();
    await rm(folder, { recursive: true });
  });
  afterAll(() => reader.close());

  async function run(rounds: readonly Round[], model: ChatModel | null = null, used: PictureReader | null = null) {
    const { stored } = await store.log.append(rounds, NOW);
    const decisions = (id: string) => ({
      model,
      log: store.decisions,
      clock: () => new Date(NOW),
      run: id,
      label: "",
      pictures: (hash: string) => store.log.picture(hash),
    });
    const node = extract({ memory: async () => ({ store, reader: used, decisions }) });
    const slice = stored.length > 0 ? [...stored] : (await store.log.roundsAfter(null, 100)).map(({ seq }) => seq);
    await node({ memoryId: "m", runId: "r", slice } as unknown as Parameters<typeof node>[0], {} as Parameters<typeof node>[1]);
    return [...(await store.log.observations(slice))].map(([seq, found]) => [
      seq,
      found.map(({ attribute, value }) => `${attribute} = ${value}`),
    ]);
  }

  it("stores what each round holds, and that a round holds nothing", async () => {
    expect(await run([round(0, "weight: 82 kg"), round(1, "Good morning!")])).toEqual([
      [1, ["weight = 82 kg"]],
      [2, []],
    ]);
  });

  it("reads a picture once, however often it is shown", async () => {
    const bytes = await screen("dark");
    const hash = sha256(bytes);
    await store.log.putPicture({ hash, mime: "image/png", bytes });
    let reads = 0;
    const counting = { ...reader, read: (read: Uint8Array) => (reads++, reader.read(read)) };
    const found = await run([round(0, "Here it is", hash)], null, counting);
    expect(found).toEqual([[1, expect.arrayContaining(["Time in range = 82 %", "Average glucose = 154 mg/dL", "Steps = 8,213"])]]);
    await run([round(1, "Again", hash)], null, counting);
    expect(reads).toBe(1);
  });

  it("takes a round with a picture that cannot be read for what its text says", async () => {
    const bytes = new Uint8Array([9, 9, 9]);
    await store.log.putPicture({ hash: sha256(bytes), mime: "image/png", bytes });
    expect(await run([round(0, "weight: 82 kg", sha256(bytes))], null, reader)).toEqual([[1, ["weight = 82 kg"]]]);
  });

  it("asks a model about each round once, also when the node runs twice", async () => {
    let asked = 0;
    const model = modelOf(() => (asked++, '{"items": [{"attribute": "mood", "value": "merry"}]}'));
    const expected = [[1, ["mood = merry"]]];
    expect(await run([round(0, "I was merry")], model)).toEqual(expected);
    expect(await run([round(0, "I was merry")], model)).toEqual(expected);
    expect(asked).toBe(1);
  });

  it("parks a round whose answers stay wrong, with the reason, and goes on", async () => {
    const model = modelOf((prompt) =>
      prompt.includes("gloomy") ? '{"items": [{"attribute": "mood", "value": "sunny"}]}' : '{"items": []}',
    );
    expect(await run([round(0, "I was gloomy"), round(1, "Hello")], model)).toEqual([[2, []]]);
    expect((await store.log.parked()).map(({ ids, parked }) => [ids[0], parked])).toEqual([
      ["D1:1", expect.stringContaining("does not stand in the round")],
    ]);
  });
});
