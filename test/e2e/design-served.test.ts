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
import { addKey } from "../../server/keys.js";
import { DATASETS } from "./http-rules-suite.js";
import { readEvents, startServer, type TestServer } from "./http-server.js";

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
  expect(await reportSearch(copy.store, report.search)).toEqual(await reportSearch(memory.store, report.search));
  expect(await programInUse(copy.store.programs)).toEqual(await programInUse(memory.store.programs));
  await exportMemory(memory.store, files[1], { canonical: true });
  await exportMemory(copy.store, files[2], { canonical: true });
  expect(await readFile(files[1], "utf8")).toBe(await readFile(files[2], "utf8"));
});

describe("over HTTP", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ environment: { MNEMA_DATASETS: DATASETS } });
    const file = join(folder, "served.jsonl");
    await exportMemory(memory.store, file);
    await importMemory(server.mnema.space, file, "team", () => NOW);
    for (const id of ["empty", "searched"]) await server.mnema.memory(id, { create: true });
  });
  afterAll(() => server?.stop());
  const call = (method: string, memoryId: string, rest: string, body?: unknown, headers = {}) =>
    server.call(method, `/v1/memories/${memoryId}/${rest}`, body, headers);
  const searchAt = () => `searches/${encodeURIComponent(report.search)}`;

  it("a server gives what the program in use gives, and takes episodes", async () => {
    const post = (memoryId: string, what: string, body: unknown) => call("POST", memoryId, `program/${what}`, body);
    const { init, ...rest } = episode("oak", "oaken");
    expect((await post("team", "retrieve", { init })).body).toMatchObject({ ok: true, payload: { items: expect.any(Array) } });
    expect((await post("team", "update", { init, ...rest })).body).toEqual({ ok: true });
    expect((await post("empty", "retrieve", { init })).status).toBe(404);
    expect((await post("team", "retrieve", { goal: "" })).status).toBe(400);
  });

  it("searches, trees, programs and their tasks are what the memory holds", async () => {
    const { store } = await server.mnema.memory("team");
    const { programs } = store;
    const { search } = report;
    const at = searchAt();
    const same = (body: unknown, other: unknown) => expect(body).toEqual(JSON.parse(JSON.stringify(other)));
    same((await call("GET", "team", "searches")).body, { searches: [await reportSearch(store, search)] });
    same((await call("GET", "team", at)).body, { report: await reportSearch(store, search), tree: await viewTree(programs, search) });
    const shown = (await call("GET", "team", `${at}/programs/1`)).body;
    expect(shown.diff).toBe((await viewProgram(programs, search, 1)).diff);
    for (const { key, task, reward } of shown.runs) {
      const { with: given, without } = (await call("GET", "team", `${at}/programs/1/runs/${key}`)).body;
      expect(given).toMatchObject({ task, reward, program: 1, payload: { items: expect.any(Array) }, error: null });
      expect(given.steps.length).toBeGreaterThan(0);
      if (without !== null) expect(without).toMatchObject({ task, purpose: given.purpose, visit: given.visit, payload: { items: [] } });
    }
    const first = (await call("GET", "team", `${at}/programs/1/runs/${shown.runs[0].key}`)).body;
    expect(first.without).not.toBeNull();
    for (const rest of [`${at}/programs/9`, `${at}/programs/1/runs/none`, "searches/none"])
      expect([rest, (await call("GET", "team", rest)).status]).toEqual([rest, 404]);
    expect((await call("GET", "team", `${at}/programs/x`)).status).toBe(400);
    expect((await call("GET", "empty", "searches")).body).toEqual({ searches: [] });
  });

  it("a program is put to use and out of it", async () => {
    const use = (node: unknown) => call("POST", "team", `${searchAt()}/use`, { node });
    const used = async () => (await call("GET", "team", searchAt())).body.tree.map(({ inUse }: { inUse: boolean }) => inUse);
    expect([(await use(null)).status, await used()]).toEqual([200, [false, false]]);
    expect([(await use(1)).status, await used()]).toEqual([200, [false, true]]);
    for (const [node, status] of [
      [7, 404],
      ["1", 400],
    ] as const)
      expect((await use(node)).status).toBe(status);
  });

  const SEARCH = { env: "planning", settings: { steps: 1, finalRuns: 1, interactionSteps: 3 } };
  const PLANNING = "planning/offline/paper/interactionSteps=3";
  const begin = (body: object = SEARCH, headers = {}) => call("POST", "searched", "design", body, headers);

  it("a search is begun, tells its steps, is cancelled, and resumed to its end", async () => {
    const sent = await begin();
    const { id } = sent.body.run;
    expect(sent).toMatchObject({ status: 202, body: { run: { state: "queued", kind: "design", memory: "searched" } } });
    await readEvents(await fetch(`${server.url}/v1/runs/${id}/events`), ({ name }) => name === "progress");
    expect(await server.call("POST", `/v1/runs/${id}/cancel`)).toMatchObject({ status: 200, body: { state: "cancelled" } });
    expect((await server.call("POST", `/v1/runs/${id}/resume`)).status).toBe(202);
    const events = await readEvents(await fetch(`${server.url}/v1/runs/${id}/events`));
    expect(events.at(-1)?.name).toBe("done");
    const progress = events.filter(({ name }) => name === "progress").map(({ data }) => JSON.parse(data));
    for (const { node, done, total } of progress) expect([typeof node, done <= total, total]).toEqual(["string", true, 1]);
    expect(await server.runEnded(id)).toMatchObject({
      state: "done",
      report: { search: PLANNING, steps: 1, stopped: null },
    });
    // The search's own thread is no run that people started.
    const { body } = await call("GET", "searched", "runs");
    expect(body.runs.map((run: { id: string }) => run.id)).toEqual([id]);
    const { tree } = (await call("GET", "searched", `searches/${encodeURIComponent(PLANNING)}`)).body;
    expect(tree.length).toBeGreaterThan(0);
  });

  it("one whose budget is used up is done and says so; a request sent twice is done once", async () => {
    const headers = { "Idempotency-Key": "k" };
    const body = { ...SEARCH, label: "short", budget: { ms: 0 } };
    const [first, second] = [await begin(body, headers), await begin(body, headers)];
    expect(second.body.run.id).toBe(first.body.run.id);
    const ended = await server.runEnded(first.body.run.id);
    expect(ended).toMatchObject({ state: "done", report: { stopped: { reason: expect.stringContaining("budget of 0 milliseconds") } } });
  });

  it("what is wrong is refused at once, and no file may be named", async () => {
    for (const settings of [{ luck: 1 }, { steps: -1 }, { steps: 1.5 }, { tries: 0 }])
      expect((await begin({ ...SEARCH, settings })).status).toBe(400);
    for (const body of [{}, { ...SEARCH, env: "moon" }, { ...SEARCH, search: "luck" }, { ...SEARCH, source: "/etc" }])
      expect([body, (await begin(body)).status]).toEqual([body, 400]);
    expect((await call("POST", "nobody", "design", SEARCH)).status).toBe(404);
    expect((await begin({ env: "questions", about: "nobody" })).status).toBe(404);
    expect((await begin({ ...SEARCH, about: "team" })).status).toBe(400);
  });

  it("with keys, one that reads looks, and begins nothing; a foreign one sees nothing", async () => {
    const { services } = server.mnema.space;
    const as = async (memoryId: string, access: "read" | "write") => {
      const { key } = await addKey(services, { name: access, memories: [memoryId], access }, () => NOW);
      return { Authorization: `Bearer ${key}` };
    };
    const [reader, other] = [await as("team", "read"), await as("elsewhere", "write")];
    for (const rest of ["searches", searchAt(), `${searchAt()}/programs/1`]) {
      expect((await call("GET", "team", rest)).status).toBe(401);
      expect((await call("GET", "team", rest, undefined, reader)).status).toBe(200);
      expect((await call("GET", "team", rest, undefined, other)).status).toBe(404);
    }
    // What a search asks a memory, its caller could ask.
    const own = await as("searched", "write");
    expect((await begin({ env: "questions", about: "team" }, own)).status).toBe(404);
    for (const [rest, body] of [
      ["design", SEARCH],
      [`${searchAt()}/use`, { node: 1 }],
    ] as const) {
      expect((await call("POST", "team", rest, body, reader)).status).toBe(403);
      expect((await call("POST", "team", rest, body, other)).status).toBe(404);
    }
  });
});
