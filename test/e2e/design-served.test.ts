import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EpisodeRecorder } from "../../environments/programs/recorder.js";
import { openMemory } from "../../library/memory.js";
import type { DesignReport } from "../../memory/design.js";
import { reportSearch } from "../../memory/design-report.js";
import { oneSearch, viewProgram, viewTree } from "../../memory/design-view.js";
import { exportMemory } from "../../memory/export.js";
import { importMemory } from "../../memory/import.js";
import { programInUse, putToUse } from "../../memory/program-in-use.js";
import type { OpenMemory } from "../../nodes/memory.js";
import { found, searchDoors } from "../care/designing.js";
import { openInFolder, type Opened } from "../care/opened.js";
import { startServer } from "./http-server.js";

/** A search over programs that remember the keys of doors, and what its memory then serves. */
let designing: Opened;
let memory: OpenMemory;
let report: DesignReport;
let folder: string;
beforeAll(async () => {
  designing = await openInFolder();
  folder = await mkdtemp(join(tmpdir(), "mnema-served-"));
  memory = await designing.memory("team");
  report = await searchDoors(designing, memory, {
    tasks: 9,
    chance: 0.9,
    programs: ["one key"],
    settings: { steps: 2, finalRuns: 1, seed: 1 },
  });
});
afterAll(async () => {
  await designing.close();
  await rm(folder, { recursive: true, force: true });
});

const NOW = new Date("2024-05-01T09:00:00Z");

const episode = (kind: string, key: string): EpisodeRecorder => ({
  init: { goal: `Open the ${kind} door.`, observation: "", images: [], metadata: { domain: kind } },
  steps: [{ action: `try ${key}`, observation: "It is open.", images: [], metadata: {} }],
  memory_retrieved: { items: [], metadata: {} },
  reward: 1,
  messages: [],
});

describe("programs for people", () => {
  it("are cards in the order of the tree, with interval, gain and marks", async () => {
    const cards = await viewTree(memory.store.programs, report.search);
    expect(cards.map(({ node, parent }) => [node, parent])).toEqual([
      [0, null],
      [1, 0],
    ]);
    expect(cards.filter(({ chosen }) => chosen)).toHaveLength(1);
    for (const { mean, interval, gain, node } of cards) {
      expect(interval.low).toBeLessThanOrEqual(mean);
      expect(interval.high).toBeGreaterThanOrEqual(mean);
      expect(gain === null).toBe(node === 0);
    }
  });

  it("are shown with their source, the diff from their parent and the feedback they were made from", async () => {
    const shown = await viewProgram(memory.store.programs, report.search, 1);
    expect(shown.source).toContain("async function retrieve");
    expect(shown.diff).toContain("+async function retrieve({ init }) {");
    expect(shown.feedback).toMatchObject({ suggestions: [{ change: "Keep keys." }] });
    expect(shown.runs.length).toBeGreaterThan(0);
    await expect(viewProgram(memory.store.programs, report.search, 7)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("belong to the only search, unless it is named", async () => {
    expect(await oneSearch(memory.store.programs, undefined)).toBe(report.search);
    await expect(oneSearch(memory.store.programs, "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a program in use", () => {
  const told = async (kind: string) => {
    const library = await openMemory("team", { mnema: designing.mnema });
    const program = await library.program();
    const called = await program?.retrieve({ init: episode(kind, "").init });
    await program?.close();
    return called?.ok === true ? called.value.payload.items.map(({ text }) => text) : called;
  };

  it("is none before one is put to use, and the last one that was", async () => {
    const { programs } = memory.store;
    expect(await (await openMemory("team", { mnema: designing.mnema })).program()).toBeNull();
    await expect(putToUse(programs, report.search, 9, NOW)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await putToUse(programs, report.search, 1, NOW);
    expect(await programInUse(programs)).toEqual({ search: report.search, node: 1, since: NOW.toISOString() });
    await putToUse(programs, report.search, null, new Date(NOW.getTime() + 1));
    expect(await programInUse(programs)).toBeNull();
    await putToUse(programs, report.search, 1, new Date(NOW.getTime() + 2));
    expect((await viewTree(programs, report.search)).map(({ inUse }) => inUse)).toEqual([false, true]);
  });

  it("knows what the search taught it, and what it is given here, once and for every later handle", async () => {
    const program = await designing.mnema.program("team");
    const known = (await Promise.all(["oak", "iron", "glass"].map(told))).flat();
    expect(known).toHaveLength(1);
    const [kind = ""] = String(known[0]).split(":");
    // Another key for the door that it knows of, twice: the newest stands.
    expect(await program?.update(episode(kind, "golden"))).toMatchObject({ ok: true });
    expect(await program?.update(episode(kind, "golden"))).toMatchObject({ ok: true });
    await program?.close();
    expect(await told(kind)).toEqual([`${kind}: use golden`]);
    const served = (await memory.store.programs.runs(report.search)).filter(({ purpose }) => purpose === "serve");
    expect(served).toHaveLength(1);
  });

  it("takes recorders and nothing else", async () => {
    const program = await designing.mnema.program("team");
    await expect(program?.update({ init: {} } as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await program?.close();
  });

  it("may be the root, which keeps and tells nothing", async () => {
    await putToUse(memory.store.programs, report.search, 0, new Date(NOW.getTime() + 3));
    expect(await told("oak")).toEqual([]);
    await putToUse(memory.store.programs, report.search, 1, new Date(NOW.getTime() + 4));
  });
});

it("an export carries searches, and what is in use", async () => {
  const { space } = designing.mnema;
  const files = [join(folder, "whole.jsonl"), join(folder, "one.jsonl"), join(folder, "other.jsonl")] as const;
  await exportMemory(memory.store, files[0]);
  await importMemory(space, files[0], "copy", () => NOW);
  const copy = await designing.mnema.memory("copy");
  expect(await found(copy, report.search)).toEqual(await found(memory, report.search));
  expect(await reportSearch(copy.store.programs, report.search)).toEqual(await reportSearch(memory.store.programs, report.search));
  expect(await programInUse(copy.store.programs)).toEqual(await programInUse(memory.store.programs));
  await exportMemory(memory.store, files[1], { canonical: true });
  await exportMemory(copy.store, files[2], { canonical: true });
  expect(await readFile(files[1], "utf8")).toBe(await readFile(files[2], "utf8"));
});

it("a server gives what the program in use gives, and takes episodes", async () => {
  const server = await startServer();
  try {
    const file = join(folder, "served.jsonl");
    await exportMemory(memory.store, file);
    await importMemory(server.mnema.space, file, "team", () => NOW);
    await server.mnema.memory("empty", { create: true });
    const post = (memoryId: string, what: string, body: unknown) => server.call("POST", `/v1/memories/${memoryId}/program/${what}`, body);
    const { init, ...rest } = episode("oak", "oaken");
    expect((await post("team", "retrieve", { init })).body).toMatchObject({ ok: true, payload: { items: expect.any(Array) } });
    expect((await post("team", "update", { init, ...rest })).body).toEqual({ ok: true });
    expect((await post("empty", "retrieve", { init })).status).toBe(404);
    expect((await post("team", "retrieve", { goal: "" })).status).toBe(400);
  } finally {
    await server.stop();
  }
});
