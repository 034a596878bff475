import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { admit } from "../../core/discern/admission.js";
import { commitRepair } from "../../core/discern/repair.js";
import { plant, type ProgramNode } from "../../core/design/tree.js";
import { audit } from "../../memory/audit.js";
import { exportMemory } from "../../memory/export.js";
import { importMemory } from "../../memory/import.js";
import { newScratch } from "../../memory/scratch.js";
import type { MemoryStore } from "../../stores/contract.js";
import type { SqliteMemory } from "../../stores/sqlite/memory.js";
import { asked, CLOCK, DECISION, history, PICTURE, SHOWN, TWO_SESSIONS, useMemories } from "../care/memories.js";
import { deriveSimply } from "../care/simple-derivation.js";
import { NOW, round, turn } from "../contract/place.js";

/** A stream with a repaired rule, a scored task and its run. */
async function played(store: MemoryStore, stream: string): Promise<void> {
  const source = { task: "t0", ordinal: 0 };
  const rule = admit(stream, { owner: "critic", body: "Look twice\u2028.", useWhen: ["a plan is told"], avoidWhen: [] }, source);
  const repaired = commitRepair(
    rule,
    { body: "Look once.", correction: "faster", improving: true, related: ["t0"] },
    { task: "t1", ordinal: 1 },
  );
  const task = { stream, ordinal: 0, task: "t0", text: "count the birds", score: 0.5, execution: `run of ${stream}` };
  await store.rules.putReplay(stream, {
    key: task.execution,
    task: "t0",
    purpose: "original",
    score: 0.5,
    tokens: 7,
    ms: 2,
    trajectory: { steps: [] },
  });
  await store.rules.apply(stream, "score 0", { rules: [repaired], task });
}

/** A search of the root alone, with a run that showed a picture. */
async function searched(store: MemoryStore, search: string): Promise<void> {
  await store.programs.putRun(search, {
    key: `run of ${search}`,
    program: 0,
    task: "t0",
    purpose: "evaluate",
    visit: 0,
    reward: 0.5,
    tokens: 7,
    ms: 2,
    payload: { items: [], metadata: {} },
    trajectory: { steps: [{ action: "wait", images: [{ kind: "hash", value: SHOWN }] }] },
  });
  const score = { score: 0.5, variance: 0.1 };
  const [node] = plant(score);
  await store.programs.apply(search, "0 evaluate 0", [
    { node: node as ProgramNode, snapshot: null, source: "", change: "", feedback: null, scores: [score] },
  ]);
}

describe("export and import", () => {
  const memories = useMemories();

  const file = () => join(memories.folder(), "memory.jsonl");

  /** A memory with something of every kind in it. */
  async function full(): Promise<SqliteMemory> {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    await store.log.append(
      [round("s1:1", "nothing much, after all \u2028 and zero\u0000bytes", { session: "s1", position: 1, turns: [turn("edited \u2028")] })],
      "2024-06-01T00:00:00Z",
    );
    await deriveSimply(store);
    await asked(store, "q", "what of the rain?", 1);
    await played(store, "second");
    await played(store, "first");
    await searched(store, "search");
    await store.log.park(2, "An old reason.");
    await store.decisions.record([
      { ...DECISION, key: "d", model: "some-model", tokens: { ...DECISION.tokens } },
      { ...DECISION, key: "f", error: "no", output: null },
    ]);
    return store;
  }

  it("brings everything back", async () => {
    const store = await full();
    await exportMemory(store, file());
    await importMemory(memories.space(), file(), "copy", CLOCK);
    const copy = await memories.space().open("copy", { create: false, now: "later" });
    expect(await copy.info()).toEqual({ ...(await store.info()), memoryId: "copy", version: expect.any(Number) });
    expect(await copy.log.history(0, 99)).toEqual(await store.log.history(0, 99));
    expect(await copy.decisions.list()).toEqual(await store.decisions.list());
    expect(await copy.queries.list()).toEqual(await store.queries.list());
    expect(await copy.rules.streams()).toEqual(["first", "second"]);
    for (const stream of ["first", "second"]) {
      expect(await copy.rules.rules(stream)).toEqual(await store.rules.rules(stream));
      expect(await copy.rules.tasks(stream)).toEqual(await store.rules.tasks(stream));
      expect(await copy.rules.steps(stream)).toEqual(["score 0"]);
      expect(await copy.rules.replays(stream)).toEqual(await store.rules.replays(stream));
      expect(await copy.rules.replay(`run of ${stream}`)).toEqual(await store.rules.replay(`run of ${stream}`));
    }
    expect(await copy.programs.programs("search")).toEqual(await store.programs.programs("search"));
    expect(await copy.programs.steps("search")).toEqual(["0 evaluate 0"]);
    expect(await copy.programs.run("run of search")).toEqual(await store.programs.run("run of search"));
    expect(await copy.vectors.hashes()).toEqual(await store.vectors.hashes());
    expect(await copy.tables.tables()).toEqual(await store.tables.tables());
    expect(await copy.log.picture(SHOWN)).toEqual(await store.log.picture(SHOWN));
    expect([await copy.tables.cursor(), await copy.hierarchy.cursor(), await copy.log.dirtyFrom()]).toEqual([
      await store.tables.cursor(),
      await store.hierarchy.cursor(),
      null,
    ]);
    expect(await memories.canonical(copy)).toBe(await memories.canonical(store));
    expect(await audit(copy)).toEqual(await audit(store));
    const again = join(memories.folder(), "again.jsonl");
    await exportMemory(copy, again);
    expect(readFileSync(again)).toEqual(readFileSync(file()));
    expect((await memories.space().services.memories()).map(({ memoryId }) => memoryId)).toEqual(["m", "copy"]);
  });

  it("explains itself in its first line", async () => {
    await exportMemory(await full(), file());
    const header = JSON.parse(readFileSync(file(), "utf8").split("\n")[0] ?? "");
    const types = new Set(
      readFileSync(file(), "utf8")
        .trim()
        .split("\n")
        .slice(1, -1)
        .map((line) => JSON.parse(line).type),
    );
    expect(Object.keys(header.records).sort()).toEqual([...types].sort());
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it("compares what memories hold, not how they came by it", async () => {
    const whole = await memories.remember("whole", history(TWO_SESSIONS));
    const pieces = await memories.space().open("pieces", { create: true, now: "2020-01-01" });
    await pieces.log.putPicture({ hash: SHOWN, mime: "image/png", bytes: PICTURE });
    await pieces.log.append([round("s2:1", "a first wording", { session: "s2", position: 1 })], "2020-01-01");
    await deriveSimply(pieces);
    for (const one of history(TWO_SESSIONS).reverse()) {
      await pieces.log.append([one], "2020-01-02");
      await deriveSimply(pieces);
    }
    await asked(pieces, "q", "what?", 1);
    for (const stream of ["a", "b"]) await played(whole, stream);
    for (const search of ["a", "b"]) await searched(whole, search);
    for (const search of ["b", "gone", "a"]) await searched(pieces, search);
    await pieces.programs.removeSearch("gone");
    await played(pieces, "b");
    await played(pieces, "gone");
    await pieces.rules.removeStream("gone");
    await played(pieces, "a");
    expect(await memories.canonical(pieces)).toBe(await memories.canonical(whole));
  });

  it("tells memories apart that differ", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    const before = await memories.canonical(store);
    const [one] = await store.log.find("s1:0");
    await store.log.putObservations(one?.seq ?? 0, []);
    expect(await memories.canonical(store)).not.toBe(before);
  });

  it("leaves no half memory of a broken file", async () => {
    await exportMemory(await full(), file());
    const lines = readFileSync(file(), "utf8").trim().split("\n");
    const header = JSON.parse(lines[0] ?? "");
    const changed = (from: string, to: string) => lines.map((line) => line.replace(from, to));
    const broken: [string, string[], string][] = [
      ["cut off between lines", lines.slice(0, -1), "UNREADABLE_FILE"],
      ["cut off within a line", [...lines.slice(0, 5), lines[5]?.slice(0, 40) ?? ""], "UNREADABLE_FILE"],
      ["a line lost", [...lines.slice(0, 3), ...lines.slice(4)], "UNREADABLE_FILE"],
      ["another text", changed("kestrel=4", "kestrel=5"), "UNREADABLE_FILE"],
      ["another picture", changed('"bytes":"AQIDBA=="', '"bytes":"AQIDBQ=="'), "UNREADABLE_FILE"],
      ["an unknown kind of line", [...lines.slice(0, 3), '{"type":"spell"}', ...lines.slice(3)], "UNREADABLE_FILE"],
      ["a later version", [JSON.stringify({ ...header, version: 99 }), ...lines.slice(1)], "STORE_VERSION"],
      ["another format", [JSON.stringify({ ...header, format: "x" }), ...lines.slice(1)], "UNKNOWN_FORMAT"],
      ["no JSON", ["hello"], "UNKNOWN_FORMAT"],
      ["nothing", [], "UNKNOWN_FORMAT"],
    ];
    for (const [what, text, code] of broken) {
      writeFileSync(file(), text.join("\n"));
      await expect(importMemory(memories.space(), file(), "copy", CLOCK), what).rejects.toMatchObject({ code });
    }
    await expect(importMemory(memories.space(), join(memories.folder(), "none.jsonl"), "copy", CLOCK)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await memories.space().services.memories()).map(({ memoryId }) => memoryId)).toEqual(["m"]);
    expect(readdirSync(join(memories.folder(), "memories"))).toHaveLength(1);
  });

  it("clears away what a killed import left, and waits for none that runs", async () => {
    await exportMemory(await full(), file());
    const left = await memories.space().open(newScratch("copy", 0).id, { create: true, now: NOW });
    await left.log.append([round("half", "x")], NOW);
    expect(await left.lease("another:1:import", Date.parse(NOW), 1000)).toBe(true);
    await expect(importMemory(memories.space(), file(), "copy", CLOCK)).rejects.toMatchObject({ code: "STORE_LOCKED" });
    await importMemory(memories.space(), file(), "other", CLOCK);
    await left.release("another:1:import");
    await importMemory(memories.space(), file(), "copy", CLOCK);
    expect((await memories.space().services.memories()).map(({ memoryId }) => memoryId).sort()).toEqual(["copy", "m", "other"]);
    expect(await (await memories.space().open("copy", { create: false, now: NOW })).log.find("half")).toEqual([]);
  });

  it("leaves every memory alone that a person can name, and loads under no such name", async () => {
    await exportMemory(await full(), file());
    const lookalike = await memories.space().open("copy (being imported)", { create: true, now: NOW });
    await lookalike.log.append([round("mine", "x")], NOW);
    await importMemory(memories.space(), file(), "copy", CLOCK);
    expect(await lookalike.log.find("mine")).toHaveLength(1);
    await expect(importMemory(memories.space(), file(), newScratch("copy", 0).id, CLOCK)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("makes one memory of imports at the same time, and tells the others why they did not", async () => {
    await exportMemory(await full(), file());
    const all = await Promise.allSettled([1, 2, 3].map(() => importMemory(memories.space(), file(), "copy", CLOCK)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of all) if (one.status === "rejected") expect(["STORE_LOCKED", "INVALID_INPUT"]).toContain(one.reason.code);
    const copy = await memories.space().open("copy", { create: false, now: NOW });
    expect([(await copy.log.count()).rounds, await copy.leaseHolder()]).toEqual([5, null]);
    expect((await memories.space().services.memories()).map(({ memoryId }) => memoryId).sort()).toEqual(["copy", "m"]);
  });

  it("is refused where a line was changed that agrees with all others, and taken unchecked without its digest", async () => {
    await exportMemory(await full(), file());
    const text = readFileSync(file(), "utf8").replace('"ms":4', '"ms":5');
    expect(text).not.toBe(readFileSync(file(), "utf8"));
    writeFileSync(file(), text);
    await expect(importMemory(memories.space(), file(), "copy", CLOCK)).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
    writeFileSync(file(), text.replace(/"digest":"[^"]*",("lines":\d+,"type":"end")/, "$1"));
    expect(await importMemory(memories.space(), file(), "copy", CLOCK)).toMatchObject({ verified: false });
  });

  it("touches no file of the memories, nor one that lies beside it", async () => {
    const store = await full();
    const keepOut = memories.folder();
    const link = join(tmpdir(), `mnema-link-${process.pid}`);
    symlinkSync(keepOut, link);
    for (const path of [join(link, "services.db"), join(keepOut, "memories", "..", "services.db"), join(link, "memories", "new.jsonl")])
      await expect(exportMemory(store, path, { keepOut }), path).rejects.toMatchObject({ code: "INVALID_INPUT", place: path });
    rmSync(link);
    writeFileSync(`${file()}.partial`, "mine");
    await Promise.all([exportMemory(store, file()), exportMemory(store, file())]);
    expect(readFileSync(`${file()}.partial`, "utf8")).toBe("mine");
    expect(await importMemory(memories.space(), file(), "copy", CLOCK)).toMatchObject({ verified: true });
    expect(readdirSync(keepOut).filter((name) => name.includes("partial"))).toHaveLength(1);
  });

  it("takes no canonical export, and no name that is taken", async () => {
    const store = await full();
    await exportMemory(store, file(), { canonical: true });
    await expect(importMemory(memories.space(), file(), "copy", CLOCK)).rejects.toMatchObject({ code: "UNSUPPORTED_OPERATION" });
    await exportMemory(store, file());
    await expect(importMemory(memories.space(), file(), "m", CLOCK)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect((await store.log.count()).rounds).toBe(5);
  });

  it("says that a file cannot be written, and leaves none", async () => {
    const store = await full();
    await expect(exportMemory(store, join(memories.folder(), "no", "such", "folder.jsonl"))).rejects.toMatchObject({
      code: "UNREADABLE_FILE",
    });
  });
});
