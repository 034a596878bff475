import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MnemaError, type MnemaErrorCode } from "../../core/errors.js";
import type { EpisodeRecorder } from "../../environments/programs/recorder.js";
import { exportMemory } from "../../memory/export.js";
import { importMemory } from "../../memory/import.js";
import { programInUse, putToUse } from "../../memory/program-in-use.js";
import { createServedPrograms } from "../../memory/served-programs.js";
import type { ChatModel } from "../../models/contract.js";
import { openProgram } from "../../nodes/design/program.js";
import type { OpenMemory } from "../../nodes/memory.js";
import { searchDoors } from "../care/designing.js";
import { openInFolder, type Opened } from "../care/opened.js";
import { startServer } from "./http-server.js";

/** A program in use that several ask at one time, and what may go wrong with it. */
let designing: Opened;
let memory: OpenMemory;
let search: string;
let now = Date.parse("2024-05-01T09:00:00Z");
const use = (node: number | null) => putToUse(memory.store.programs, search, node, new Date(now++));
beforeAll(async () => {
  designing = await openInFolder();
  memory = await designing.memory("team");
  const settings = { steps: 1, finalRuns: 1, seed: 1 };
  ({ search } = await searchDoors(designing, memory, { tasks: 9, chance: 0.9, programs: ["every key"], settings }));
  await use(1);
});
afterAll(() => designing.close());

/** Without a key the program breaks: it looks at the last step. */
const episode = (kind: string, key?: string): EpisodeRecorder => ({
  init: { goal: `Open the ${kind} door.`, observation: "", images: [], metadata: { domain: kind } },
  steps: key === undefined ? [] : [{ action: `try ${key}`, observation: "It is open.", images: [], metadata: {} }],
  memory_retrieved: { items: [], metadata: {} },
  reward: 1,
  messages: [],
});

const handle = async () => {
  const program = await designing.mnema.program("team");
  if (program === null) throw new Error("no program is in use");
  return program;
};

describe("one program for all who ask", () => {
  it("tells each of two updates at one time what became of its own", async () => {
    const program = await handle();
    const both = await Promise.all([program.update(episode("tin")), program.update(episode("tin", "tinny"))]);
    const turned = await Promise.all([program.update(episode("zinc", "zincky")), program.update(episode("zinc"))]);
    await program.close();
    expect([...both, ...turned].map(({ ok }) => ok)).toEqual([false, true, true, false]);
    expect(both[0]).toMatchObject({ reason: "threw" });
  });

  it("stays while anybody has a handle on it, and is another once another is in use", async () => {
    const [one, other] = await Promise.all([handle(), handle()]);
    await one.close();
    await one.close();
    expect(await other.retrieve(episode("tin"))).toMatchObject({ ok: true, value: { payload: { items: [{ text: "tin: use tinny" }] } } });
    await use(0);
    const root = await handle();
    expect(root.node).toBe(0);
    expect(await root.retrieve(episode("tin"))).toMatchObject({ value: { payload: { items: [] } } });
    expect(await other.retrieve(episode("tin"))).toMatchObject({ ok: true });
    await other.close();
    await expect(other.retrieve(episode("tin"))).rejects.toMatchObject({ code: "CANCELLED" });
    await use(1);
    expect((await handle()).node).toBe(1);
    await root.close();
  });

  it("takes every episode in once, however many requests a server gets", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mnema-shared-"));
    const server = await startServer();
    try {
      await exportMemory(memory.store, join(folder, "team.jsonl"));
      await importMemory(server.mnema.space, join(folder, "team.jsonl"), "team", () => new Date(now));
      const { programs } = (await server.mnema.memory("team")).store;
      const served = (await programs.runs(search)).filter(({ purpose }) => purpose === "serve").map(({ key }) => key);
      const read = vi.spyOn(programs, "run");
      const retrieve = () => server.call("POST", "/v1/memories/team/program/retrieve", { init: episode("tin").init });
      for (const { body } of [...(await Promise.all([retrieve(), retrieve()])), await retrieve()])
        expect(body).toMatchObject({ ok: true, payload: { items: [{ text: "tin: use tinny" }] } });
      const reads = read.mock.calls.map(([key]) => key).filter((key) => served.includes(key));
      expect(reads.sort()).toEqual(served.sort());
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("leaves out an episode on record that is none, and says so", async () => {
    const run = { program: null, task: "", purpose: "serve", visit: 0, reward: 1, tokens: 0, ms: 0, payload: null } as const;
    await memory.store.programs.putRun(search, { ...run, key: "not-an-episode", trajectory: "nothing" });
    const notes: string[] = [];
    const programs = createServedPrograms(null, (line) => notes.push(line));
    const program = await programs.program(memory);
    expect(await program?.retrieve(episode("zinc"))).toMatchObject({
      ok: true,
      value: { payload: { items: [{ text: "zinc: use zincky" }] } },
    });
    expect(notes).toEqual([expect.stringContaining("not-an-episode")]);
    await programs.end();
    await expect(program?.retrieve(episode("zinc"))).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

it("what is put to use last is in use, also when the clock was set back", async () => {
  const { programs } = memory.store;
  const early = new Date("2020-01-01T00:00:00Z");
  const before = await programInUse(programs);
  await putToUse(programs, search, 0, early);
  expect(await programInUse(programs)).toMatchObject({ node: 0 });
  await putToUse(programs, search, 1, early);
  await putToUse(programs, search, 1, early);
  const after = await programInUse(programs);
  expect(after).toMatchObject({ node: 1 });
  expect(Date.parse(after?.since ?? "")).toBeGreaterThan(Date.parse(before?.since ?? ""));
  await putToUse(programs, search, null, early);
  expect(await programInUse(programs)).toBeNull();
});

describe("a program whose question to the model fails", () => {
  const asking = `async function update({ init }) { state.set("said", await model.ask(init.goal)); }
async function retrieve() {
  try { return { items: [{ text: await model.ask("What now?") }], metadata: {} }; }
  catch (error) { return { items: [{ text: "caught: " + error.message }], metadata: {} }; }
}`;
  const opened = (code: MnemaErrorCode) => {
    const complete = async () => {
      throw new MnemaError(code, "It is too long.");
    };
    const model: ChatModel = { model: "strict", parameters: {}, complete };
    return openProgram(memory, asking, { model, seed: 0 });
  };

  it("gets an error of its own where the model refuses the request", async () => {
    const program = opened("MODEL_REFUSED");
    expect(await program.update(episode("oak", "brass"))).toMatchObject({
      ok: false,
      reason: "threw",
      message: expect.stringContaining("It is too long."),
    });
    expect(await program.retrieve(episode("oak").init)).toMatchObject({
      ok: true,
      value: { payload: { items: [{ text: "caught: It is too long." }] } },
    });
    await program.close();
  });

  it("is not to blame where the model cannot be reached", async () => {
    const program = opened("MODEL_UNREACHABLE");
    await expect(program.update(episode("oak", "brass"))).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
    await expect(program.retrieve(episode("oak").init)).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
    await program.close();
  });
});
