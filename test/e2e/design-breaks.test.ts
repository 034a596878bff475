import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesignSettings } from "../../core/design/settings.js";
import { MnemaError } from "../../core/errors.js";
import { reportSearch } from "../../memory/design-report.js";
import type { TaskRun } from "../../nodes/design/task-run.js";
import { searchDoors, type SearchDoors } from "../care/designing.js";
import { openInFolder, type Opened } from "../care/opened.js";

/** Searches that are given what will not do, are refused or aborted. */
let designing: Opened;
beforeAll(async () => {
  designing = await openInFolder();
});
afterAll(() => designing.close());

const QUICK: Partial<DesignSettings> = { steps: 0, finalRuns: 1, seed: 1 };

describe("numbers of a search", () => {
  it.each<readonly [string, SearchDoors]>([
    ["steps", { settings: { steps: Number.POSITIVE_INFINITY } }],
    ["steps", { settings: { steps: 1.5 } }],
    ["repairs", { settings: { repairs: -1 } }],
    ["tries", { settings: { tries: 0 } }],
    ["interactionSteps", { settings: { interactionSteps: 0.5 } }],
    ["evaluation", { settings: { evaluation: Number.NaN } }],
    ["pseudoCount", { settings: { pseudoCount: 0 } }],
    ["seed", { settings: { seed: 0.5 } }],
    ["stpes", { settings: { stpes: 1 } as never }],
    ["concurrency", { concurrency: 0 }],
    ["concurrency", { concurrency: Number.POSITIVE_INFINITY }],
    ["tokens", { tokens: -1 }],
    ["ms", { ms: Number.NaN }],
  ])("that it cannot go by are an error that names %s", async (name, options) => {
    const memory = await designing.memory("numbers");
    await expect(searchDoors(designing, memory, { tasks: 3, ...options })).rejects.toMatchObject({
      code: "USAGE",
      place: name,
      message: expect.stringContaining(name),
    });
    expect(await memory.store.programs.searches()).toEqual([]);
  });
});

it("a task that the agent's model refuses each time counts 0, and the search goes on", async () => {
  const memory = await designing.memory("refused");
  let asked = 0;
  const on = (what: string) => {
    if (what !== "run door2") return;
    asked++;
    throw new MnemaError("MODEL_REFUSED", "I will not open this door.");
  };
  const { search, stopped, steps } = await searchDoors(designing, memory, { tasks: 9, settings: { ...QUICK, tries: 2 }, on });
  expect({ stopped, steps }).toEqual({ stopped: null, steps: 0 });
  const { programs } = memory.store;
  const refused = (await programs.runs(search)).filter(({ task }) => task === "door2");
  expect(refused.length).toBeGreaterThan(0);
  expect(asked).toBe(2 * refused.length);
  for (const { key } of refused) {
    const { reward, trajectory } = (await programs.run(key)) as TaskRun;
    expect(reward).toBe(0);
    expect(trajectory).toMatchObject({
      init: { goal: "Open the iron door 2." },
      steps: [],
      error: expect.stringContaining("I will not open this door."),
    });
  }
});

it("an aborted search holds its memory's lease until the work in hand has ended, and begins no more", async () => {
  const memory = await designing.memory("aborted");
  const controller = new AbortController();
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const begun: string[] = [];
  let atWork = () => {};
  const working = new Promise<void>((resolve) => (atWork = resolve));
  const on = async (what: string) => {
    if (!what.startsWith("run ")) return;
    begun.push(what);
    atWork();
    await gate;
  };
  const outcome = searchDoors(designing, memory, { tasks: 9, settings: QUICK, concurrency: 1, signal: controller.signal, on }).then(
    () => "done",
    () => "aborted",
  );
  await working;
  controller.abort();
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  await expect(searchDoors(designing, memory, { tasks: 9, settings: QUICK, waitMs: 0 })).rejects.toMatchObject({ code: "STORE_LOCKED" });
  letGo();
  expect(await outcome).toBe("aborted");
  expect(begun).toHaveLength(1);
  expect((await searchDoors(designing, memory, { tasks: 9, settings: QUICK, waitMs: 0 })).stopped).toBeNull();
});

it.each(["begun {", 'begun {"digest":1}'])("a search whose first step is %j says that it cannot be read", async (step) => {
  const { store } = await designing.memory("damaged");
  const name = `doors/${step}`;
  await store.programs.apply(name, step, []);
  await expect(reportSearch(store, name)).rejects.toMatchObject({ code: "INVALID_INPUT", place: name });
});
