import { MemorySaver } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dealBatches } from "../../core/design/batches.js";
import { paperSearch } from "../../core/design/paper-search.js";
import { DESIGN_DEFAULTS, type DesignSettings } from "../../core/design/settings.js";
import { evaluated, failed, grown, nodeAt, plant, type Score } from "../../core/design/tree.js";
import { MnemaError } from "../../core/errors.js";
import { seeded } from "../../core/seeded.js";
import { countedModel } from "../../models/counted-model.js";
import type { DesignReport } from "../../memory/design.js";
import { putToUse } from "../../memory/program-in-use.js";
import { doneSteps } from "../../nodes/design/steps.js";
import type { TaskRun } from "../../nodes/design/task-run.js";
import type { OpenMemory } from "../../nodes/memory.js";
import { found, type Found, searchDoors, type SearchDoors } from "../care/designing.js";
import { openInFolder, type Opened } from "../care/opened.js";
import { doorArena, doorModel } from "../care/door-world.js";
import { plainModel } from "../care/plain-model.js";
import { effort } from "../effort.js";

/** A test of resuming kills this often; more by `MNEMA_TEST_KILLS`. */
const KILLS = Number(process.env["MNEMA_TEST_KILLS"] ?? effort(2, 10));

/** So that a few steps generate, evaluate again, fail and repair. */
const SETTINGS: Partial<DesignSettings> = {
  steps: 6,
  evaluation: 0.3,
  generation: 0.1,
  width: 1,
  quickTasks: 2,
  repairs: 1,
  finalRuns: 2,
  seed: 0,
};
const TASKS = 12;

let designing: Opened;
let memory: OpenMemory;
let report: DesignReport;
let left: Found;
/** Where the undisturbed run reached out, in order. */
const points: string[] = [];
const search = (into: OpenMemory, options: SearchDoors = {}) =>
  searchDoors(designing, into, { tasks: TASKS, ...options, settings: { ...SETTINGS, ...options.settings } });
const runsIn = (all: readonly string[]) => all.filter((what) => what.startsWith("run "));
beforeAll(async () => {
  designing = await openInFolder();
  memory = await designing.memory("undisturbed");
  report = await search(memory, { on: (what) => void points.push(what) });
  left = await found(memory, report.search);
});
afterAll(() => designing.close());

describe("a search", () => {
  it("takes programs through what can happen to them", () => {
    expect(report).toMatchObject({ steps: 6, stopped: null, failed: {} });
    for (const count of [report.generations, report.evaluatedAgain, report.failedGenerations]) expect(count).toBeGreaterThan(0);
    expect(points).toContain("ask repair-program");
    expect(report.chosen?.mean).toBeGreaterThan(left.programs[0]?.node.mean ?? 1);
    expect(report.test).toMatchObject({ node: report.chosen?.node, tasks: 4, runs: 2 });
  });

  it("is Algorithm 1, step by step", async () => {
    const settings = { ...DESIGN_DEFAULTS, ...SETTINGS };
    const scoreOf = (id: number, visit: number) => left.programs[id]?.scores[visit] as Score;
    let tree = plant(scoreOf(0, 0));
    const [first, ...steps] = await doneSteps(memory.store.programs, report.search);
    expect(first).toMatchObject({ step: 0, kind: "evaluate", node: 0 });
    expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 6 }, (_, at) => at + 1));
    for (const { step, kind, node, made, failed: nothing } of steps) {
      expect({ kind, node }, `step ${step}`).toEqual(paperSearch.next(tree, settings, 7 - step));
      if (kind === "evaluate") tree = evaluated(tree, node, scoreOf(node, nodeAt(tree, node).visits));
      else if (made === null) tree = failed(tree, node);
      else {
        expect(made).toBe(tree.length);
        expect(left.programs[made]?.snapshot).toBe(nodeAt(tree, node).mean);
        tree = grown(tree, { parent: node, snapshot: nodeAt(tree, node).mean, score: scoreOf(made, 0) });
      }
      expect(made !== null || kind === "evaluate" || nothing !== null).toBe(true);
    }
    expect(left.programs.map(({ node }) => node)).toEqual(tree);
    expect(report.chosen?.node).toBe(paperSearch.choose(tree, settings));
  });

  it("deals batches that share no task, and does the held-out one in the end", async () => {
    const { update, retrieve, test } = dealBatches(doorArena({ tasks: TASKS }).tasks, { ...DESIGN_DEFAULTS, ...SETTINGS });
    const ledger = await memory.store.programs.runs(report.search);
    const tasksOf = (purpose: string) =>
      new Set(ledger.filter((run) => run.purpose === purpose && run.task !== "").map(({ task }) => task));
    expect(tasksOf("collect")).toEqual(new Set(update.map(({ id }) => id)));
    expect(tasksOf("evaluate")).toEqual(new Set(retrieve.map(({ id }) => id)));
    expect(tasksOf("test")).toEqual(new Set(test.map(({ id }) => id)));
    expect(new Set([...update, ...retrieve, ...test].map(({ id }) => id)).size).toBe(TASKS);
    const purposes = ledger.map(({ purpose }) => purpose).filter((purpose) => purpose !== "update");
    expect(purposes.lastIndexOf("evaluate")).toBeLessThan(purposes.indexOf("test"));
  });

  it("pays for nothing twice", async () => {
    const ledger = await memory.store.programs.runs(report.search);
    expect(new Set(ledger.map(({ key }) => key)).size).toBe(ledger.length);
    const done = ledger.filter(({ purpose, task }) => task !== "" && ["collect", "evaluate", "test"].includes(purpose));
    expect(runsIn(points)).toHaveLength(done.length);
    // Run again, it finds nothing to do.
    const again: string[] = [];
    const second = await search(memory, { on: (what) => void again.push(what) });
    expect(again.filter((what) => /^(run|ask) /.test(what))).toEqual([]);
    expect({ ...second, tokens: 0 }).toEqual({ ...report, tokens: 0 });
    expect(await found(memory, report.search)).toEqual(left);
  });

  it("comes to the same whatever is done at one time, and goes on when it is given more steps", async () => {
    const other = await designing.memory("one-by-one");
    const short = await search(other, { concurrency: 1, settings: { steps: 3 } });
    expect(short).toMatchObject({ steps: 3, stopped: null });
    await search(other, { concurrency: 1 });
    const after = await found(other, report.search);
    expect(after.programs).toEqual(left.programs);
    // It was tested twice.
    expect(after.steps.filter((step, at) => !step.startsWith("tested ") || at === after.steps.length - 1)).toEqual(left.steps);
  });

  it("comes to the same when programs are evaluated while they are still examined, and keeps nothing of those that are rejected", async () => {
    const ahead = await designing.memory("ahead");
    const done: string[] = [];
    await search(ahead, { concurrency: 4, isComputed: true, on: (what) => void done.push(what) });
    expect(await found(ahead, report.search)).toEqual(left);
    // Of those, as many as had begun by then.
    expect(runsIn(done).length).toBeGreaterThanOrEqual(runsIn(points).length);
  });

  it("does the tests that its choice makes no difference to while workers wait, none of them twice, and has none on record before the end", async () => {
    const ids = dealBatches(doorArena({ tasks: TASKS }).tasks, { ...DESIGN_DEFAULTS, ...SETTINGS }).test.map(({ id }) => id);
    const options: SearchDoors = { settings: { references: 1 }, isComputed: true };
    const [plain, ahead] = [await designing.memory("tests-at-the-end"), await designing.memory("tests-ahead")];
    const told = new Map<OpenMemory, string[]>();
    const done = async (into: OpenMemory, concurrency: number) => {
      const events: string[] = [];
      told.set(into, events);
      return search(into, { ...options, concurrency, on: (what) => void events.push(what) });
    };
    const [one, four] = [await done(plain, 1), await done(ahead, 4)];
    expect(await found(ahead, four.search)).toEqual(await found(plain, one.search));
    const runsOf = (events: readonly string[]) => events.filter((what) => ids.some((id) => what === `run ${id}`));
    const [atTheEnd, early] = [told.get(plain) ?? [], told.get(ahead) ?? []];
    // Four programs, twice each, whenever that is.
    for (const events of [atTheEnd, early]) expect(runsOf(events)).toHaveLength(4 * 2 * ids.length);
    const lastEvaluated = (events: readonly string[]) => events.findLastIndex((what) => what.startsWith("before evaluate"));
    expect(runsOf(atTheEnd.slice(0, lastEvaluated(atTheEnd)))).toEqual([]);
    expect(runsOf(early.slice(0, lastEvaluated(early))).length).toBeGreaterThan(0);
    expect(early.findIndex((what) => what.startsWith("before test"))).toBeGreaterThan(lastEvaluated(early));
    // Of a search that is cut short nothing of it is left.
    const cut = await designing.memory("tests-cut");
    const stop = new AbortController();
    const on = (what: string) => {
      if (what.startsWith("after evaluate") && stop.signal.aborted === false && (told.get(cut)?.push(what) ?? 0) > 12) stop.abort();
    };
    told.set(cut, []);
    const broken = search(cut, { ...options, concurrency: 4, signal: stop.signal, on });
    await expect(broken).rejects.toThrow(/abort|cancel/i);
    const { programs } = cut.store;
    const ledger = (await Promise.all((await programs.searches()).map((name) => programs.runs(name)))).flat();
    expect(ledger.some(({ purpose }) => purpose === "evaluate")).toBe(true);
    expect(ledger.filter(({ purpose }) => purpose === "test")).toEqual([]);
  });

  it("counts what a judge of its world asks a model, for the run that it was asked in", async () => {
    const judge = countedModel(
      plainModel(
        () => "Score: 1",
        new Set(),
        () => {},
      ),
    );
    const judged = await designing.memory("judged");
    const paid = await search(judged, {
      settings: { steps: 0 },
      on: async (what) => {
        if (what.startsWith("run ")) await judge.complete([{ role: "user", content: "Right?" }], { pictures: async () => null });
      },
    });
    const { tokens } = await judge.complete([{ role: "user", content: "And outside of any?" }], { pictures: async () => null });
    const runs = await judged.store.programs.runs(paid.search);
    // Five of the agent's own.
    const each = new Set(runs.filter(({ task }) => task !== "").map((run) => run.tokens));
    expect(each).toEqual(new Set([5 + tokens.input + tokens.output]));
    expect(paid.tokens).toBe(runs.reduce((sum, run) => sum + run.tokens, 0));
  });

  it("shares what is paid with other searches of its memory, and is reported whole all the same", async () => {
    const other: string[] = [];
    const second = await search(memory, { search: "inheritance", settings: { steps: 1 }, on: (what) => void other.push(what) });
    expect(second.ledger["collect"]).toBeUndefined();
    expect(second.test).toMatchObject({ tasks: 4, runs: 2, without: report.test?.without });
    await putToUse(memory.store.programs, second.search, 1, new Date());
    const program = await designing.mnema.program("undisturbed");
    expect(await program?.retrieve({ init: { goal: "", observation: "", images: [], metadata: { domain: "oak" } } })).toMatchObject({
      ok: true,
    });
    await program?.close();
  });

  it("is held against fixed memories and the choice of other searches on the same tasks, and tells what it cost", async () => {
    const options: SearchDoors = { search: "greedy", settings: { steps: 2, references: 1 }, from: [report.search] };
    const { test } = await search(memory, options);
    expect(test?.others.map(({ name }) => name)).toEqual(["trajectory-retrieval", "full-context", `from ${report.search}`]);
    const [near, full, carried] = test?.others ?? [];
    // Agents here follow keys alone, and trajectories name them in passing.
    for (const other of [near, full]) expect(other).toMatchObject({ score: test?.without.score, gain: { mean: 0 } });
    expect(carried?.score).toBe(report.test?.with.score);
    expect(carried?.lead.mean).toBeCloseTo((test?.with.score ?? 0) - (report.test?.with.score ?? 0), 10);
    expect(test?.with).toMatchObject({ tokens: 5, steps: 1 });
    // Other searches of the memory may have paid for what this one needs; the first one paid for all.
    const { cost, ledger, generations } = report;
    expect(cost.meta.runs).toBeGreaterThanOrEqual(2 * generations);
    expect(cost.meta.tokens).toBe(13 * cost.meta.runs);
    const spentOn = (purpose: string) => ledger[purpose] ?? { runs: 0, tokens: 0 };
    expect(cost.evaluation.runs).toBe(spentOn("evaluate").runs - 4 + spentOn("update").runs + spentOn("examine").runs);
    expect(cost.evaluation.tokens).toBe(spentOn("evaluate").tokens - 4 * 5);
    await expect(search(memory, { ...options, from: ["doors/nowhere"] })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("does not go on with other tasks than it began with", async () => {
    await expect(search(memory, { tasks: TASKS + 3 })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(search(memory, { tasks: 2 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(search(memory, { search: "lucky" })).rejects.toMatchObject({ code: "USAGE" });
  });

  it("holds the memory's lease: two do not run at one time", async () => {
    const other = await designing.memory("two");
    const refused: unknown[] = [];
    await search(other, {
      settings: { steps: 0 },
      on: async (what) => {
        if (what.startsWith("run "))
          await search(other, { settings: { steps: 0 }, waitMs: 0 }).catch((error: unknown) => refused.push(error));
      },
    });
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) expect(error).toMatchObject({ code: "STORE_LOCKED" });
  });
});

it(`a search that is killed at ${KILLS} random points ends, each time, as an undisturbed one`, async () => {
  const random = seeded(42);
  for (let kill = 0; kill < KILLS; kill++) {
    const killed = await designing.memory(`killed-${kill}`);
    const checkpointer = new MemorySaver();
    let until = Math.floor(random() * points.length);
    const die = () => {
      if (until-- <= 0) throw new MnemaError("CANCELLED", "killed");
    };
    await expect(search(killed, { checkpointer, on: die })).rejects.toThrow();
    const paid = (await found(killed, report.search)).ledger.length;
    const after: string[] = [];
    await search(killed, { checkpointer, on: (what) => void after.push(what) });
    const now = await found(killed, report.search);
    expect(now, `kill ${kill}`).toEqual(left);
    // What was on record was not done again.
    expect(after.filter((what) => /^before (collect|evaluate|test|update|examine) /.test(what))).toHaveLength(now.ledger.length - paid);
  }
});

describe("a budget", () => {
  it("of tokens stops a search with the best so far, says so, and the next run goes on", async () => {
    const bounded = await designing.memory("tokens");
    const checkpointer = new MemorySaver();
    let runs = 0;
    for (let stopped: DesignReport["stopped"] = { by: "", reason: "" }; stopped !== null; runs++) {
      expect(runs).toBeLessThan(30);
      const one = await search(bounded, { checkpointer, concurrency: 1, tokens: 90 });
      ({ stopped } = one);
      if (stopped !== null)
        expect(stopped).toMatchObject({ by: "tokens", reason: expect.stringContaining("budget of 90 tokens is used up") });
      // What was under way is ended: one task, or one decision with its three attempts.
      expect(one.tokens).toBeLessThan(90 + 3 * 13);
      if (one.steps > 0) expect(one.chosen).not.toBeNull();
    }
    expect(runs).toBeGreaterThan(2);
    expect((await found(bounded, report.search)).programs).toEqual(left.programs);
  });

  it("of milliseconds is the run's own time", async () => {
    const bounded = await designing.memory("time");
    let now = 0;
    const one = await search(
      { ...bounded, clock: () => new Date(now) },
      { ms: 100, concurrency: 1, on: (what) => void (what.startsWith("run ") && (now += 30)) },
    );
    expect(one.stopped).toMatchObject({ by: "milliseconds" });
    expect(one.ms).toBe(120);
    expect((await found(bounded, report.search)).ledger).toHaveLength(4);
  });
});

describe("a failure", () => {
  it("of the world is no failure of the task: it is done again, and nothing else changes", async () => {
    const shaky = await designing.memory("shaky");
    const fails = (_: string, begun: number) => begun === 1;
    expect(await search(shaky, { fails })).toMatchObject({ stopped: null });
    expect(await found(shaky, report.search)).toEqual(left);
  });

  it("that comes every time stops the run in order, and one that is run again goes on", async () => {
    const down = await designing.memory("down");
    const task = left.ledger.find((line) => line.startsWith("evaluate"))?.split(" ")[2];
    const one = await search(down, { fails: (id) => id === task });
    expect(one.stopped).toMatchObject({ by: "tries", reason: expect.stringMatching(`Task ${task} failed 3 times.*fell out of its frame`) });
    expect(one).toMatchObject({ steps: 0, chosen: null });
    expect((await search(down)).stopped).toBeNull();
    expect(await found(down, report.search)).toEqual(left);
  });

  it("of a decision costs the generation its step, and no evaluation", async () => {
    const mute = await designing.memory("mute");
    const one = await search(mute, { failing: new Set(["mutate-program"]), settings: { steps: 3 } });
    expect(one).toMatchObject({ steps: 3, generations: 3, failedGenerations: 3, programs: 1, evaluations: 1, stopped: null });
    expect(one.failed).toEqual({ "mutate-program": expect.any(Number) });
  });

  it("of the model's service stops the run: it is no answer", async () => {
    const cut = await designing.memory("cut");
    const on = (what: string) => {
      if (what === "ask reflect-on-program") throw new MnemaError("MODEL_UNREACHABLE", "The service is gone.");
    };
    expect((await search(cut, { on })).stopped).toMatchObject({ by: "tries", reason: expect.stringContaining("The service is gone") });
    expect((await found(cut, report.search)).programs).toHaveLength(1);
  });

  it("of a program in a task counts 0, without the agent, and is told", async () => {
    const odd = await designing.memory("odd");
    const one = await search(odd, { programs: ["picky"], settings: { steps: 1, quickTasks: 0 } });
    const runs = (await odd.store.programs.runs(one.search)).filter(({ program, purpose }) => program === 1 && purpose === "evaluate");
    const whole = await Promise.all(runs.map(({ key }) => odd.store.programs.run(key)));
    const errors = whole.map((run) => (run as TaskRun | null)?.trajectory.error ?? null);
    expect(errors.filter((error) => error !== null).length).toBeGreaterThan(0);
    for (const [at, error] of errors.entries())
      if (error !== null) expect([error, runs[at]?.reward]).toEqual(["threw: Error: I know no glass", 0]);
  });
});

it("programs ask the agent's model; what they take counts, and an answer is paid for once", async () => {
  const nosy = await designing.memory("nosy");
  let asked = 0;
  const model = doorModel(new Set(), () => void asked++);
  const options: SearchDoors = { model, programs: ["nosy"], settings: { steps: 2 } };
  // Killed between two updates of the first evaluation of the program.
  let updates = 0;
  const die = (what: string) => {
    if (what.startsWith("after update") && ++updates === 2) throw new MnemaError("CANCELLED", "killed");
  };
  const checkpointer = new MemorySaver();
  await expect(search(nosy, { ...options, checkpointer, on: die })).rejects.toThrow();
  const one = await search(nosy, { ...options, checkpointer });
  expect(one).toMatchObject({ search: expect.stringContaining("doors/plain/paper"), stopped: null });
  expect(one.programs).toBeGreaterThan(1);
  const ledger = await nosy.store.programs.runs(one.search);
  const byAgent = 5 * ledger.filter(({ purpose, task }) => task !== "" && ["collect", "evaluate", "test"].includes(purpose)).length;
  expect(asked).toBeGreaterThan(8);
  expect(ledger.reduce((sum, { tokens }) => sum + tokens, 0) - byAgent).toBe(13 * asked);
});
