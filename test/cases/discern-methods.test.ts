import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Task } from "../../environments/contract.js";
import { type Arm, METHODS } from "../../evals/discern/arms.js";
import type { Baseline } from "../../evals/discern/baselines/contract.js";
import { type Benchmark, BENCHMARKS, sourceOf, streamOf } from "../../evals/discern/benchmarks.js";
import { runTable, type TableOptions } from "../../evals/discern/methods-over-benchmarks.js";
import { paperTable } from "../../evals/discern/paper-table.js";
import type { Workplace } from "../../evals/discern/place.js";
import { type Place, runArm } from "../../evals/discern/stream.js";
import type { Arena } from "../../nodes/discern/ports.js";
import { openInFolder, type Opened } from "../care/opened.js";
import { learningArena } from "../care/learning-world.js";

const NO_MEMORY: Arm = { name: "no memory", settings: null };

/** Tells the worker of the saw, which helps in the depot and harms in the garden, once it has seen a task. */
const saw: Baseline = {
  name: "saw",
  version: 1,
  open: () => {
    let seen = 0;
    return {
      retrieve: async (_task, { name }) => (seen > 0 && name === "worker" ? [{ id: "saw", text: `Use the saw, seen ${seen}.` }] : []),
      learn: async ({ trajectory, ordinal }) => {
        expect(trajectory.contexts["worker"]?.rules.length).toBe(ordinal === 0 ? 0 : 1);
        seen = ordinal + 1;
      },
    };
  },
};
const SAW: Arm = { name: "saw", settings: null, baseline: saw };

describe("a stream of tasks with another memory than rules", () => {
  let learning: Opened;
  let place: Place;
  let runs: string[];
  let failAt: string | null;
  let arena: Arena;
  beforeEach(async () => {
    learning = await openInFolder();
    place = { memory: await learning.memory("m"), checkpointer: new MemorySaver(), services: learning.mnema.space.services };
    runs = [];
    failAt = null;
    arena = learningArena(6, (task) => {
      if (task === failAt) throw new Error("killed");
      runs.push(task);
    });
  });
  afterEach(() => learning.close());

  it("scores each task before anything is learned from it", async () => {
    const { scores, rules, replays } = await runArm(place, arena, SAW, 42);
    expect(scores).toEqual([0.5, 0.75, 0.25, 0.75, 0.75, 0.25]);
    expect([rules, replays]).toEqual([{ provisional: 0, active: 0, inactive: 0 }, 0]);
  });

  it("goes on behind its last task when it was killed, in the same memory, and runs no task again", async () => {
    failAt = "job4";
    await expect(runArm(place, arena, SAW, 42)).rejects.toThrow("killed");
    failAt = null;
    const { scores, tokens, spent } = await runArm(place, arena, SAW, 42);
    expect(scores).toEqual([0.5, 0.75, 0.25, 0.75, 0.75, 0.25]);
    expect(runs).toEqual(["job1", "job2", "job3", "job4", "job5", "job6"]);
    expect([tokens, spent]).toEqual([42, 21]);
    expect(await runArm(place, arena, SAW, 42)).toMatchObject({ scores, tokens, spent: 0 });
    expect(runs).toHaveLength(6);
  });

  it("stops cleanly when its tokens are used up, says so, and goes on with more", async () => {
    const stopped = await runArm(place, arena, SAW, 42, { tokens: 20 });
    expect(stopped).toMatchObject({ scores: [0.5, 0.75, 0.25], stopped: expect.stringContaining("budget of 20 tokens") });
    expect(await runArm(place, arena, SAW, 42, { tokens: 1_000 })).toMatchObject({ stopped: null, spent: 21 });
  });

  it("is another one under another seed, setting, team or version", async () => {
    await runArm(place, arena, SAW, 42);
    await runArm(place, arena, SAW, 43);
    await runArm(place, arena, SAW, 42, { settings: { injected: 2 } });
    await runArm(place, { ...arena, host: { ...arena.host, configuration: "pair 2" } }, SAW, 42);
    await runArm(place, arena, { ...SAW, baseline: { ...saw, version: 2 } }, 42);
    expect(await place.memory.store.rules.streams()).toHaveLength(5);
    expect(runs).toHaveLength(30);
  });

  it("is refused over other tasks than it began with", async () => {
    await runArm(place, arena, SAW, 42);
    await expect(runArm(place, { ...arena, tasks: arena.tasks.toReversed() }, SAW, 42)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("without memory, is what rules are measured by: its runs are paid for once", async () => {
    await runArm(place, arena, NO_MEMORY, 42);
    expect(runs).toHaveLength(6);
    await runArm(place, arena, { name: "discern", settings: {} }, 42);
    const [ofRules = ""] = (await place.memory.store.rules.streams()).filter((stream) => stream.includes("discern"));
    expect((await place.memory.store.rules.replays(ofRules)).map(({ purpose }) => purpose)).not.toContain("baseline");
  });

  it("is done by every method of the paper's table, whatever the world", async () => {
    for (const method of METHODS) {
      const { scores, stopped } = await runArm(place, arena, method, 42);
      expect([method.name, scores.length, stopped]).toEqual([method.name, 6, null]);
    }
  });
});

describe("methods over benchmarks", () => {
  let learning: Opened;
  let folder: string;
  let workplace: Workplace;
  const benchmark = (name: string, more: Partial<Benchmark> = {}): Benchmark => ({
    name,
    environment: "pddl",
    folder: name.toLowerCase(),
    size: 6,
    stream: (tasks) => tasks,
    source: `example.org/${name}`,
    ...more,
  });
  const options = (more: Partial<TableOptions> = {}): TableOptions => ({
    benchmarks: [benchmark("Jobs"), benchmark("Elsewhere")],
    hosts: ["one", "two"],
    methods: [NO_MEMORY, SAW],
    seeds: [42],
    split: "paper",
    limit: 0,
    sources: {},
    missing: () => null,
    injected: 1,
    tokens: null,
    concurrency: 1,
    onRun: () => {},
    ...more,
  });
  beforeAll(async () => {
    learning = await openInFolder();
    folder = await mkdtemp(join(tmpdir(), "mnema-table-"));
    await mkdir(join(folder, "jobs"));
    const arenaOf = async ({ host }: { host: string }) => {
      const arena = learningArena(6);
      return { ...arena, host: { ...arena.host, name: host } };
    };
    workplace = {
      model: null,
      datasets: folder,
      arenas: { arena: arenaOf, close: async () => {} },
      place: async (id) => ({
        memory: await learning.memory(id),
        checkpointer: new MemorySaver(),
        services: learning.mnema.space.services,
      }),
      close: async () => {},
    };
  });
  afterAll(async () => {
    await learning.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("are told in one table a host, with what was left out and where it is to be had", async () => {
    const { runs, leftOut } = await runTable(workplace, options());
    expect(runs.map(({ host, arm }) => `${host} ${arm}`)).toEqual(["one no memory", "one saw", "two no memory", "two saw"]);
    const table = paperTable(runs, leftOut, "Six jobs.").split("\n");
    expect(table).toContain("**two**");
    expect(table).toContain("| method | Jobs | average | gain |");
    expect(table.filter((line) => line.startsWith("| no memory |"))).toEqual(Array(2).fill("| no memory | 50.00 | 50.00 |  |"));
    expect(table.find((line) => line.startsWith("| saw |"))).toMatch(
      /^\| saw \| 54\.17 \(\+4\.17 \[−[\d.]+, \+[\d.]+\]\) \| 54\.17 \| \+4\.17 \|$/,
    );
    expect(leftOut).toEqual([{ benchmark: "Elsewhere", why: expect.stringContaining("Get Elsewhere from example.org/Elsewhere") }]);
    expect(table.at(-1)).toContain("- Elsewhere: There is no ");
  });

  it("do without a stand-in where what it stands for was done, and with it where that was not", async () => {
    const standIn = benchmark("Jobs", { name: "Stand-in", standsFor: "Real" });
    const real = benchmark("Jobs", { name: "Real" });
    const names = async (missing: string | null) => {
      const { runs } = await runTable(
        workplace,
        options({ benchmarks: [real, standIn], hosts: ["one"], missing: ({ name }) => (name === "Real" ? missing : null) }),
      );
      return [...new Set(runs.map((run) => run.benchmark))];
    };
    expect(await names(null)).toEqual(["Real"]);
    expect(await names("no sandbox")).toEqual(["Stand-in"]);
  });

  it("end where the tokens are used up, and keep what was done out of the table as far as it is not whole", async () => {
    const { runs, leftOut } = await runTable(workplace, options({ hosts: ["three"], tokens: 60 }));
    expect(runs.map(({ arm, scores, stopped }) => [arm, scores.length, stopped === null])).toEqual([
      ["no memory", 6, true],
      ["saw", 3, false],
    ]);
    const table = paperTable(runs, leftOut, "");
    expect(table).not.toContain("| saw |");
    expect(table).toContain("- Jobs, three, saw, seed 42: stopped after 3 tasks.");
  });
});

describe("the paper's streams", () => {
  const tasks = (count: number, domain: (at: number) => string = () => "d") =>
    Array.from({ length: count }, (_, at) => ({ id: String(at), domain: domain(at) }) as Task);
  const named = (name: string) => BENCHMARKS.find((one) => one.name === name) as Benchmark;

  it.each([
    ["TriviaQA", 7_993, 6_993],
    ["PopQA", 14_267, 7_267],
    ["KodCode", 10_000, 2_000],
    ["PDDL", 60, 60],
  ])("have its sizes: %s has %i tasks, of which %i are done, each once, in one order", (name, published, size) => {
    const stream = streamOf(
      named(name),
      tasks(published, (at) => `r${at % 7}`),
      "paper",
    );
    expect(stream).toHaveLength(size);
    expect(named(name).size).toBe(size);
    expect(new Set(stream.map(({ id }) => id)).size).toBe(size);
    expect(stream).toEqual(
      streamOf(
        named(name),
        tasks(published, (at) => `r${at % 7}`),
        "paper",
      ),
    );
  });

  it("begin behind the tasks that the paper leaves out", () => {
    expect(streamOf(named("TriviaQA"), tasks(1_003), "paper").map(({ id }) => id)).toEqual(["1000", "1001", "1002"]);
    expect(() => streamOf(named("PopQA"), tasks(7_000), "paper")).toThrow("--split whole");
    expect(streamOf(named("PopQA"), tasks(3), "whole").map(({ id }) => id)).toEqual(["0", "1", "2"]);
  });

  it("bring PopQA's relations in proportion all along", () => {
    const stream = streamOf(
      named("PopQA"),
      tasks(9_000, (at) => (at % 4 === 0 ? "rare" : "usual")),
      "paper",
    );
    for (const from of [0, 500, 1_000, 1_500]) {
      const rare = stream.slice(from, from + 500).filter(({ domain }) => domain === "rare").length;
      expect(Math.abs(rare - 125)).toBeLessThanOrEqual(3);
    }
  });

  it("say where to get what is not there", async () => {
    for (const one of BENCHMARKS)
      await expect(sourceOf(one, "/nowhere")).rejects.toMatchObject({ code: "NOT_FOUND", message: expect.stringContaining(one.source) });
  });
});
