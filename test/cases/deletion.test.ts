import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../core/canonical.js";
import { audit } from "../../memory/audit.js";
import { backupMemory, restoreMemory } from "../../memory/backup.js";
import { canonicalLines } from "../../memory/canonical-export.js";
import { viewHierarchy, viewTables } from "../../memory/view.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import type { TextEncoder } from "../../models/contract.js";
import { forgottenOneByOne } from "../care/forgotten.js";
import { type Opened, openInFolder } from "../care/opened.js";
import { type Said, tell } from "../care/told.js";
import { effort } from "../effort.js";
import { gate, readings, startServer } from "../e2e/http-server.js";

describe("what was deleted", () => {
  let opened: Opened;
  let made = 0;
  beforeAll(async () => {
    opened = await openInFolder();
  });
  afterAll(() => opened.close());
  const memoryOf = async (...said: readonly Said[]) => {
    const memory = `m${++made}`;
    await tell(opened.mnema, memory, ...said);
    return memory;
  };
  const RAIN = [4, 0, 9, 2, 7].map((mm) => `Garden round.\n- rain: ${mm} mm\n- high: ${mm + 10} °C`);

  it("DEL-01: is found by no way, and cited nowhere", async () => {
    const memory = await memoryOf("My locker code is 4471.", ...RAIN, "Garden round.\n- rain: 4471 mm\n- high: 12 °C");
    const { index, store } = await opened.memory(memory);
    const questions = ["What is my locker code?", "4471", "What was the highest rain?"];
    const everything = async () => {
      const answers = await Promise.all(questions.map((question) => opened.mnema.ask(memory, question)));
      const hits = await index.search("locker code 4471", { scope: "event", limit: 20 });
      const rounds = await Promise.all(hits.map(({ id }) => index.roundsOf(id)));
      return JSON.stringify([
        answers.map(({ answer, items, evidence, citations }) => [answer, items, evidence, citations]),
        rounds,
        await viewTables(store),
        await viewHierarchy(store),
      ]);
    };
    expect(await everything()).toContain("locker");
    for (const round of ["r1", "r7"]) await opened.mnema.forget(memory, { round });
    const left = await everything();
    expect(left).not.toMatch(/4471|locker|"r1"|"r7"/);
    expect((await opened.mnema.ask(memory, "What was the highest rain?")).value).toBe(9);
    expect(await audit(store)).toMatchObject({ rounds: 5, represented: 5, ok: true });
  });

  it("DEL-02: leaves no empty parent, neither topic nor table", async () => {
    const boats = {
      day: "2024-07-01",
      session: "boats",
      turns: [["user", "The sailing boat in the harbour has a red hull and a new mast."]] as const,
    };
    const memory = await memoryOf(...RAIN, boats, { day: "2024-08-01", session: "later", turns: [["user", "My uncle bakes rye bread."]] });
    const { store } = await opened.memory(memory);
    expect(JSON.stringify(await viewHierarchy(store))).toContain("boat");
    await opened.mnema.forget(memory, { session: "boats" });
    const topics = await viewHierarchy(store);
    expect(JSON.stringify(topics)).not.toMatch(/boat|harbour/);
    expect(topics.every(({ episodes }) => episodes.length > 0 && episodes.every(({ events }) => events.length > 0))).toBe(true);
    for (const kind of ["topic", "episode"] as const)
      for (const node of await store.hierarchy.nodes(kind)) expect((await store.hierarchy.children(node.id)).length).toBeGreaterThan(0);
    for (const round of ["r1", "r2", "r3", "r4", "r5"]) await opened.mnema.forget(memory, { round });
    expect([await viewTables(store), (await viewHierarchy(store)).length]).toEqual([[], 1]);
    await opened.mnema.forget(memory, { session: "later" });
    expect([await viewTables(store), await viewHierarchy(store), (await store.vectors.hashes()).length]).toEqual([[], [], 0]);
  });
});

describe("what was edited or renamed", () => {
  let opened: Opened;
  let made = 0;
  beforeAll(async () => {
    opened = await openInFolder();
  });
  afterAll(() => opened.close());
  const canonical = async (memory: string) => {
    const lines: string[] = [];
    for await (const line of canonicalLines((await opened.memory(memory)).store)) lines.push(JSON.stringify(line));
    return lines.join("\n");
  };
  const memoryOf = async (...said: readonly Said[]) => {
    const memory = `m${++made}`;
    await tell(opened.mnema, memory, ...said);
    return memory;
  };
  const paint = (attribute: string, amount: number) => `Paint:\n- ${attribute}: red ${amount}\n- amount: ${amount} kg`;
  const PAINT = [1, 2, 3, 4, 5].map((amount) => paint("color", amount));
  const MIXED = [...PAINT, paint("colour", 6), paint("colour", 7)];
  const columns = async (memory: string) =>
    (await viewTables((await opened.memory(memory)).store)).map(
      (table) => [table.name, table.columns.map(({ name }) => name), table.rows.length] as const,
    );

  it("DEL-08: keeps when it was said and where, and its id is found and cited as before", async () => {
    const memory = await memoryOf(
      {
        day: "2021-02-03",
        turns: [
          ["user", "My locker code is 4471."],
          ["assistant", "Noted."],
        ],
      },
      "I live in Oslo.",
    );
    const { store } = await opened.memory(memory);
    const before = (await store.log.find("r1"))[0];
    expect(await opened.mnema.edit(memory, "r1", { text: "My locker code is 9902." })).toEqual({
      memory,
      round: "r1",
      time: "2021-02-03",
      editedAt: "2024-05-01T08:00:00.000Z",
      versions: 2,
    });
    const after = (await store.log.find("r1"))[0];
    expect([after?.time, after?.ids, after?.orderKey, after?.turns[1]?.text]).toEqual([
      before?.time,
      before?.ids,
      before?.orderKey,
      "Noted.",
    ]);
    const { answer, citations } = await opened.mnema.ask(memory, "What is my locker code?");
    expect([answer.includes("9902"), citations]).toEqual([true, ["r1"]]);
    expect((await store.log.history(0, 9)).map(({ supersededBy }) => supersededBy === null)).toEqual([false, true, true]);
    expect(await opened.mnema.edit(memory, "r1", { text: "My locker code is 9902." })).toMatchObject({ editedAt: null, versions: 2 });
    const as = await memoryOf(
      {
        day: "2021-02-03",
        turns: [
          ["user", "My locker code is 9902."],
          ["assistant", "Noted."],
        ],
      },
      "I live in Oslo.",
    );
    expect(await canonical(memory)).toBe(await canonical(as));
    for (const [round, edit, code] of [
      ["r9", { text: "x" }, "NOT_FOUND"],
      ["r1", { text: "x", turn: "nobody" }, "NOT_FOUND"],
      ["r1", { text: "x", turn: "r1" }, "AMBIGUOUS_ID"],
      ["r1", { text: " " }, "INVALID_INPUT"],
    ] as const)
      await expect(opened.mnema.edit(memory, round, edit)).rejects.toMatchObject({ code });
  });

  it("DEL-10: an attribute whose new name is taken is refused, merged when that is asked for, and the reply tells which", async () => {
    const memory = await memoryOf(...MIXED);
    const before = await canonical(memory);
    await expect(opened.mnema.rename(memory, { kind: "attribute", from: "colour", to: "color" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("merge"),
    });
    expect(await canonical(memory)).toBe(before);
    expect(await opened.mnema.merge(memory, { kind: "attribute", from: "colour", to: "color" })).toMatchObject({
      done: "merged",
      to: "color",
    });
    expect((await columns(memory)).map(([, names, rows]) => [names, rows])).toEqual([[["color", "amount"], 7]]);
    const merged = await canonical(memory);
    await opened.mnema.rebuild(memory);
    expect(await canonical(memory)).toBe(merged);
    await tell(opened.mnema, memory, ...MIXED, paint("colour", 8));
    expect((await columns(memory))[0]?.[2]).toBe(8);
    await opened.mnema.forget(memory, { round: "r8" });
    expect(await canonical(memory)).toBe(merged);
    expect(await opened.mnema.merge(memory, { kind: "attribute", from: "colour" })).toMatchObject({ done: "taken back", to: null });
    expect(await canonical(memory)).toBe(before);
  });

  it("an attribute is renamed, and again, and back; a table's name lasts through that", async () => {
    const memory = await memoryOf(...PAINT);
    const before = await canonical(memory);
    const [[name] = [""]] = await columns(memory);
    expect(await opened.mnema.rename(memory, { kind: "table", from: name, to: "Paint pots!" })).toMatchObject({ done: "renamed" });
    expect(await opened.mnema.rename(memory, { kind: "attribute", from: "color", to: "shade" })).toMatchObject({ done: "renamed" });
    await opened.mnema.rename(memory, { kind: "attribute", from: "Shade", to: "hue" });
    expect(await columns(memory)).toEqual([["paint_pots", ["hue", "amount"], 5]]);
    expect((await opened.mnema.ask(memory, "What is the total amount of the paint pots?")).value).toBe(15);
    expect((await viewTables((await opened.memory(memory)).store, name)).map((table) => table.name)).toEqual(["paint_pots"]);
    await opened.mnema.rename(memory, { kind: "attribute", from: "hue", to: "color" });
    await opened.mnema.rename(memory, { kind: "table", from: "paint_pots" });
    expect(await canonical(memory)).toBe(before);
    for (const [renaming, code] of [
      [{ kind: "attribute", from: "weight", to: "mass" }, "UNKNOWN_COLUMN"],
      [{ kind: "attribute", from: "weight" }, "NOT_FOUND"],
      [{ kind: "table", from: "weights", to: "masses" }, "UNKNOWN_TABLE"],
      [{ kind: "attribute", from: "color", to: "  " }, "INVALID_INPUT"],
    ] as const)
      await expect(opened.mnema.rename(memory, renaming)).rejects.toMatchObject({ code });
  });

  it("two tables are made one, through a rebuild, and two again", async () => {
    const runs = [1, 2, 3, 4, 5].map((km) => `Run:\n- distance: ${km} km\n- pulse: ${100 + km} bpm`);
    const memory = await memoryOf(...PAINT, ...runs);
    const before = await canonical(memory);
    const [[one] = [""], [two] = [""]] = await columns(memory);
    expect(await opened.mnema.merge(memory, { kind: "table", from: two, to: one })).toMatchObject({ done: "merged" });
    expect((await columns(memory)).map(([, names, rows]) => [names.toSorted(), rows])).toEqual([
      [["amount", "color", "distance", "pulse"], 10],
    ]);
    const merged = await canonical(memory);
    await opened.mnema.rebuild(memory);
    expect(await canonical(memory)).toBe(merged);
    await opened.mnema.merge(memory, { kind: "table", from: one });
    expect(await canonical(memory)).toBe(before);
  });

  it("a backup is made while the memory is written, and is the memory again", async () => {
    const memory = await memoryOf(...PAINT);
    const folder = await mkdtemp(join(tmpdir(), "mnema-backup-"));
    const { store } = await opened.memory(memory);
    const bytes = new Uint8Array([1, 2, 3, 4]);
    await store.log.putPicture({ hash: sha256(bytes), mime: "image/png", bytes });
    const before = await canonical(memory);
    const writing = tell(opened.mnema, memory, ...PAINT, paint("color", 6));
    await backupMemory(store, join(folder, "b.db"), opened.mnema.config.dataFolder);
    await writing;
    await backupMemory(store, join(folder, "whole.db"), opened.mnema.config.dataFolder);
    await restoreMemory(opened.mnema.space, "restored", join(folder, "whole.db"), new Date(0));
    expect(await canonical("restored")).toBe(await canonical(memory));
    expect(await canonical(memory)).not.toBe(before);
    expect(await (await opened.memory("restored")).store.log.picture(sha256(bytes))).toMatchObject({ bytes });
    expect((await stat(join(folder, "b.db"))).mode & 0o777).toBe(0o600);
    await restoreMemory(opened.mnema.space, "earlier", join(folder, "b.db"), new Date(0));
    await opened.mnema.ingest("earlier");
    expect([before, await canonical(memory)]).toContain(await canonical("earlier"));
    await writeFile(join(folder, "none"), "x".repeat(5_000));
    await writeFile(join(folder, "cut.db"), (await readFile(join(folder, "whole.db"))).subarray(0, 9_000));
    for (const [id, file, code] of [
      ["restored", "whole.db", "INVALID_INPUT"],
      ["new", "none", expect.stringMatching(/STORE_VERSION|UNREADABLE_FILE/)],
      ["new", "cut.db", "UNREADABLE_FILE"],
      ["new", "nowhere", expect.any(String)],
    ] as const)
      await expect(restoreMemory(opened.mnema.space, id, join(folder, file), new Date(0))).rejects.toMatchObject({
        name: "MnemaError",
        code,
      });
    await expect(
      backupMemory(store, join(opened.mnema.config.dataFolder, "memories", "x"), opened.mnema.config.dataFolder),
    ).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(opened.mnema.memory("new")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await rm(folder, { recursive: true });
  });
});

describe("a memory that is deleted while it is written", () => {
  it("DEL-05: stays deleted, whatever comes late", async () => {
    const inner = openHashingEncoder();
    const [began, go] = [gate(), gate()];
    const encoder: TextEncoder = {
      ...inner,
      encode: async (texts) => {
        began.open();
        await go.promise;
        return inner.encode(texts);
      },
    };
    const server = await startServer({ parts: { encoder } });
    await server.call("POST", "/v1/memories", { id: "u1" });
    await server.call("POST", "/v1/memories/u1/sessions", readings("log", 6));
    await began.promise;
    const deleted = server.call("DELETE", "/v1/memories/u1");
    go.open();
    expect((await deleted).status).toBe(204);
    expect((await server.call("GET", "/v1/memories/u1")).status).toBe(404);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([await server.mnema.space.services.memories(), await server.mnema.space.services.runs("u1")]).toEqual([[], []]);
    await expect(server.mnema.memory("u1")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await server.stop();
  });
});

describe("rounds that are forgotten one by one", () => {
  it("leave no string of their own on disk, and a memory that never saw them", async () => {
    const rounds = effort(3, 8);
    expect(await forgottenOneByOne(rounds, 5)).toEqual({ clean: rounds, same: rounds });
  });
});
