import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { exportFile, uploadFolder } from "../../memory/leftovers.js";
import { partialOf } from "../../memory/output-file.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import type { RunRecord } from "../../stores/contract.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { NOW } from "../contract/place.js";

const SECRET = "the bittern boomed at the weir";

describe("what a server keeps beside a memory", () => {
  let folder: string;
  let files: string;
  let mnema: Mnema;
  const openHere = () => openMnema({ ...readConfig({ MNEMA_ENCODER: "hashing" }), dataFolder: folder });
  beforeEach(async () => {
    files = await mkdtemp(join(tmpdir(), "mnema-served-"));
    folder = join(files, "data");
    mnema = await openHere();
    await mnema.ingest("m", { paths: [history(SECRET)] });
  });
  afterEach(async () => {
    await mnema.close();
    await rm(files, { recursive: true, force: true });
  });

  /** A history of which the second round says `said`. */
  function history(said: string, id = "h"): string {
    const file = join(files, `${id}.json`);
    const rounds = [{ user: "depth: 3 m" }, { id: `round of ${SECRET}`, user: said }, { user: "depth: 4 m" }];
    writeFileSync(file, JSON.stringify({ format: "mnema-history/1", id, sessions: [{ id: "s", rounds }] }));
    return file;
  }

  const onDisk = (text: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(text));

  const run = (runId: string, state: RunRecord["state"]): RunRecord => ({
    runId,
    memoryId: "m",
    graph: "ingest",
    state,
    startedAt: NOW,
    endedAt: NOW,
    error: state === "failed" ? `line 3 says "${SECRET}"` : null,
    input: { history: "h", format: "" },
  });
  const serve = async () => {
    const { services } = mnema.space;
    for (const state of ["failed", "done", "cancelled"] as const) {
      await services.putRun(run(state, state));
      await services.addRunEvent(state, { name: "warning", data: { message: `a part of ${SECRET}` } });
      mkdirSync(uploadFolder(folder, state), { recursive: true });
      writeFileSync(join(uploadFolder(folder, state), "history.json"), SECRET);
    }
    await services.claimRequest({ key: "k", memoryId: "m", digest: "d", at: NOW, reply: null }, "");
    await services.answerRequest("k", { status: 200, body: { rounds: [`round of ${SECRET}`] } });
    for (const file of [exportFile(folder, "m"), partialOf(exportFile(folder, "m"))]) writeFileSync(file, SECRET);
  };

  it.each([{ round: `round of ${SECRET}` }, { all: true }] as const)("holds nothing of what was forgotten (%o)", async (what) => {
    await serve();
    expect(onDisk(SECRET).length).toBeGreaterThan(4);
    expect(await mnema.forget("m", what)).toMatchObject({ pending: false });
    expect(onDisk(SECRET)).toEqual([]);
  });

  it("keeps what still waits, and what another memory's runs hold", async () => {
    await mnema.ingest("n", { paths: [history("other")] });
    await mnema.space.services.putRun({ ...run("other", "failed"), memoryId: "n" });
    await mnema.space.services.putRun(run("waits", "queued"));
    for (const runId of ["other", "waits"]) mkdirSync(uploadFolder(folder, runId), { recursive: true });
    await mnema.forget("m", { round: `round of ${SECRET}` });
    expect(readdirSync(join(folder, "uploads")).toSorted()).toEqual(["other", "waits"]);
  });

  it("keeps nothing that still waits when the whole memory goes, and nothing of its runs", async () => {
    await mnema.space.services.putRun(run("waits", "queued"));
    mkdirSync(uploadFolder(folder, "waits"), { recursive: true });
    writeFileSync(join(uploadFolder(folder, "waits"), "history.json"), SECRET);
    await mnema.forget("m", { all: true });
    expect([readdirSync(join(folder, "uploads")), await mnema.space.services.runs("m"), onDisk(SECRET)]).toEqual([[], [], []]);
  });

  it("takes in what a run that was cut short had still to import, before anything is forgotten", async () => {
    const { services } = mnema.space;
    const controller = new AbortController();
    const cut = { runId: "cut", paths: [history("newts", "g")], signal: controller.signal };
    controller.abort();
    await mnema.ingest("m", cut).catch(() => undefined);
    const { store } = await mnema.memory("m");
    expect([(await services.openRuns("m")).length, (await store.log.count()).rounds]).toEqual([1, 3]);
    await mnema.forget("m", { round: `h/round of ${SECRET}` });
    expect([(await services.openRuns("m")).length, (await store.log.count()).rounds]).toEqual([0, 5]);
  });

  describe("a memory made with another encoder", () => {
    it("is refused before anything is changed", async () => {
      const { store } = await mnema.memory("m");
      const before = [await store.tables.generation(), (await store.info()).version, (await store.hierarchy.nodes("event")).length];
      await mnema.close();
      const encoder = { ...openHashingEncoder(), model: "another", dimension: 3 };
      mnema = await openMnema({ ...readConfig({ MNEMA_ENCODER: "hashing" }), dataFolder: folder }, { encoder });
      const refused = { code: "ENCODER_MISMATCH" };
      await expect(mnema.rebuild("m")).rejects.toMatchObject(refused);
      await expect(mnema.forget("m", { round: `round of ${SECRET}` })).rejects.toMatchObject(refused);
      await expect(mnema.ingest("m", { paths: [history("something new")] })).rejects.toMatchObject(refused);
      const { store: same } = await mnema.memory("m");
      expect([await same.tables.generation(), (await same.info()).version, (await same.hierarchy.nodes("event")).length]).toEqual(before);
      expect(await mnema.forget("m", { all: true })).toMatchObject({ rounds: 3 });
    });
  });

  describe("a memory that is not there", () => {
    it.each([
      ["no such file", () => [join(tmpdir(), "none-such.json")], "NOT_FOUND"],
      ["nothing to take up", () => [], "NOT_FOUND"],
      ["a file that is no history", () => [notes()], "UNKNOWN_FORMAT"],
    ])("is not made by an ingest that fails: %s", async (_, paths, code) => {
      await expect(mnema.ingest("new", { paths: paths() })).rejects.toMatchObject({ code });
      await expect(mnema.memory("new")).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect((await mnema.space.services.memories()).map(({ memoryId }) => memoryId)).toEqual(["m"]);
    });
    const notes = () => {
      const file = join(files, "notes.json");
      writeFileSync(file, '{"a": 1}');
      return file;
    };
  });
});
